// Never in the way of a log-in: late, broken, missing and offline services, pages that leave, and calls that are wrong.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, newPage, pageErrors } from './chromium.ts';
import { answerJson, CORS, FULL_ANSWER, type Receiver, startReceiver } from './receiver.ts';
import { type Shop, startShop } from './shop.ts';

let receiver: Receiver;
let shop: Shop;
let browser: Browser;
before(async () => {
  [shop, browser] = await Promise.all([startShop("'none'"), launchChromium()]);
});
after(async () => {
  await Promise.all([browser.close(), shop.close()]);
});
// An address of its own for each test: what an earlier test's page still sends reaches nobody.
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

async function open(options = '', baseUrl = receiver.url): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(`${shop.url}/?open`);
  await page.evaluate(
    `void Assay.init({ publicKey: 'pub_test_1', baseUrl: '${baseUrl}', timeout: 20_000, ${options} })`,
  );
  return page;
}
interface Result {
  failOpen: boolean;
  decision: string | null;
  reason: string | null;
  error: string | null;
  event: typeof FULL_ANSWER | null;
}
const LOGIN = `Assay.track('login', { account: { id: 'u_1' } })`;
const track = (page: Page, call = LOGIN) => page.evaluate(call) as Promise<Result>;

test('a good answer is given as the service gave it', async () => {
  const page = await open();
  assert.deepEqual(await track(page), {
    failOpen: false,
    decision: 'monitor',
    event: FULL_ANSWER,
    reason: null,
    error: null,
  });
  const [sent] = receiver.events;
  assert.equal(sent?.path, '/v1/events');
  assert.equal(sent?.headers.authorization, 'Bearer pub_test_1');
  assert.equal(sent?.headers.cookie, undefined);
  assert.match(String(sent?.headers['idempotency-key']), /^[0-9a-f]{32}$/);
  assert.equal(sent?.body.event, 'login');
  assert.deepEqual(sent?.body.account, { id: 'u_1' });
});

test('an environment that hides its decisions gives none, which is no fail-open', async () => {
  receiver.answerWith((response) =>
    answerJson(response, 201, { data: { id: FULL_ANSWER.id, created_at: FULL_ANSWER.created_at } }),
  );
  const { failOpen, decision } = await track(await open());
  assert.deepEqual({ failOpen, decision }, { failOpen: false, decision: null });
});

test('a service that never answers: the page goes on at the timeout, and the event was sent once', async () => {
  receiver.answerWith(() => {});
  const page = await open('timeout: 300');
  const result = await track(page);
  assert.deepEqual([result.failOpen, result.decision, result.reason], [true, 'allow', 'timeout']);
  assert.equal(receiver.events.length, 1);
  assert.equal((await track(page, LOGIN.replace('}', `}, timeout: 120`))).reason, 'timeout');
});

test('no one listens at the address: fail-open, well before the timeout', async () => {
  const { reason, decision } = await track(await open('', 'http://127.0.0.1:1'));
  assert.deepEqual([reason, decision], ['network', 'allow']);
});

test('a failure that passes is tried again once, with the same key and the very same body', async () => {
  for (const status of [500, 503, 429, 409]) {
    receiver.clear();
    receiver.answerWith((response) => {
      if (receiver.events.length === 1) answerJson(response, status, { code: 'later' });
      else answerJson(response, 201, { data: FULL_ANSWER });
    });
    const result = await track(await open());
    assert.equal(result.failOpen, false, String(status));
    const [first, second] = receiver.events;
    assert.equal(receiver.events.length, 2, String(status));
    assert.equal(second?.headers['idempotency-key'], first?.headers['idempotency-key']);
    assert.equal(second?.text, first?.text);
  }
});

test('a connection that breaks is tried again too', async () => {
  receiver.answerWith((response) => {
    if (receiver.events.length === 1) response.destroy();
    else answerJson(response, 201, { data: FULL_ANSWER });
  });
  assert.equal((await track(await open())).failOpen, false);
  assert.equal(receiver.events.length, 2);
});

test('a refusal is not tried again, and says why', async () => {
  receiver.answerWith((response) => answerJson(response, 401, { code: 'invalid_credential', detail: 'No such key' }));
  const result = await track(await open());
  assert.deepEqual([result.reason, result.error], ['refused', '401 invalid_credential No such key']);
  assert.equal(receiver.events.length, 1);
});

test('what answers with something else than the service’s JSON is no decision', async () => {
  for (const body of ['<h1>Welcome to the hotel’s network</h1>', '{}', '{"data":null}', 'null', '']) {
    receiver.clear();
    receiver.answerWith((response) => response.writeHead(200, CORS).end(body));
    const { failOpen, reason } = await track(await open());
    assert.deepEqual([failOpen, reason], [true, 'unavailable'], body);
  }
});

test('offline: the event waits in memory and arrives once the browser is back', async () => {
  const page = await open();
  await page.context().setOffline(true);
  assert.equal((await track(page)).reason, 'network');
  assert.equal(receiver.events.length, 0);
  await page.context().setOffline(false);
  const [event] = await receiver.until(1);
  assert.equal(event?.body.event, 'login');
});

test('the queue holds twenty: the oldest give way', async () => {
  const page = await open();
  await page.evaluate('Assay.collect()');
  await page.context().setOffline(true);
  await page.evaluate(
    `Promise.all(Array.from({ length: 24 }, (_, n) => Assay.track('login', { account: { id: 'u_' + n } })))`,
  );
  await page.context().setOffline(false);
  const events = await receiver.until(20);
  // A later event is sent after all that waited.
  await track(page, `Assay.track('login', { account: { id: 'last' } })`);
  assert.equal(events.length, 21);
  assert.equal(new Set(events.map(({ body }) => body.account?.id)).size, 21);
});

test('a page that leaves at once still sends its event', async () => {
  const page = await open('preload: false');
  // The page goes before the signals are gathered: no answer can be waited for.
  await page.evaluate(`void ${LOGIN}; location.href = '/plain'`);
  const [event] = await receiver.until(1);
  assert.equal(event?.body.event, 'login');
  await page.waitForURL('**/plain');
});

test('a page that leaves sends what waited in the queue', async () => {
  receiver.answerWith((response) => answerJson(response, 503, {}));
  const page = await open();
  assert.equal((await track(page)).reason, 'unavailable');
  assert.equal(receiver.events.length, 2);
  await page.goto(`${shop.url}/plain`);
  await receiver.until(3);
});

test('wrong calls are answered, never thrown, and send nothing', async () => {
  const page = await open();
  for (const call of [
    'Assay.track()',
    `Assay.track('Log in')`,
    `Assay.track('login', { account: {} })`,
    `Assay.track('login', { account: { id: 7 } })`,
    `Assay.track('login', null)`,
    `Assay.track('login', { account: { id: 'u_1' }, signals: { loop: window } })`,
    `Assay.track('login', { account: { id: 'u_1' }, timeout: 'soon' })`,
    `Assay.track('login', { account: { id: 'u_1' }, timeout: 2 ** 31 })`,
    `Assay.track('login', { account: { get id() { throw Object.create(null) } } })`,
    `Assay.track('login', { account: { id: 'u_1' }, signals: { toJSON() { throw Object.create(null) } } })`,
  ]) {
    const result = await track(page, call);
    assert.deepEqual([result.failOpen, result.decision, result.reason], [true, 'allow', 'invalid'], call);
  }
  assert.equal(receiver.events.length, 0);
  assert.deepEqual(pageErrors(page), []);
});

test('what a browser throws without words costs one source, not the event', async () => {
  const page = await newPage(browser);
  await page.goto(`${shop.url}/?open`);
  await page.evaluate(
    `Object.defineProperty(navigator, 'hardwareConcurrency', { get() { throw Object.create(null) } });
     void Assay.init({ publicKey: 'pub_test_1', baseUrl: '${receiver.url}', timeout: 20_000 })`,
  );
  assert.equal((await track(page)).failOpen, false);
  const errors = receiver.events[0]?.body.signals.source_errors;
  assert.match(String(errors), /unprintable error/);
  assert.deepEqual(pageErrors(page), []);
});

test('wrong options are named in the console and fail open; a secret key is never sent', async () => {
  for (const [options, named] of [
    ['undefined', 'publicKey'],
    [`{ publicKey: 'sec_live_1', baseUrl: '${receiver.url}' }`, 'SECRET'],
    [`{ publicKey: 'pub_test_1', baseUrl: 'risk.example.com' }`, 'baseUrl'],
    [`{ publicKey: 'pub_test_1', baseUrl: '${receiver.url}', timeout: 'soon' }`, 'timeout'],
    [`{ publicKey: 'pub_test_1', baseUrl: '${receiver.url}', timeout: 2 ** 31 }`, 'timeout'],
    [`{ publicKey: Symbol('pub_test_1'), baseUrl: '${receiver.url}' }`, 'publicKey'],
    [`{ publicKey: 'pub_test_1', baseUrl: '${receiver.url}', timeout: Symbol('soon') }`, 'TypeError'],
  ] as const) {
    const page = await newPage(browser);
    await page.goto(`${shop.url}/?open`);
    await page.evaluate(`void Assay.init(${options})`);
    const { reason, error } = await track(page);
    assert.equal(reason, 'invalid', options);
    assert.match(String(error), new RegExp(named));
    assert.match(pageErrors(page).join(), new RegExp(named));
    assert.deepEqual(await page.evaluate('Assay.collect()'), {});
  }
  assert.equal(receiver.events.length, 0);
});

test('before init, every call is answered', async () => {
  const page = await newPage(browser);
  await page.goto(`${shop.url}/`);
  assert.equal((await track(page)).reason, 'invalid');
  assert.deepEqual(await page.evaluate('Assay.collect()'), {});
  await page.evaluate('Assay.setConsent(false)');
});
