// Tests that the SDK never blocks a login: slow, broken and unreachable services, unloading pages, invalid calls.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, newPage, pageErrors } from './chromium.ts';
import { CORS, FULL_RESPONSE, type Receiver, respondJson, startReceiver } from './receiver.ts';
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
// Each test has its own address, so that pages of earlier tests cannot send to it.
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
  event: typeof FULL_RESPONSE | null;
}
const LOGIN = `Assay.track('login', { account: { id: 'u_1' } })`;
const track = (page: Page, call = LOGIN) => page.evaluate(call) as Promise<Result>;

test('returns a successful response unchanged', async () => {
  const page = await open();
  assert.deepEqual(await track(page), {
    failOpen: false,
    decision: 'monitor',
    event: FULL_RESPONSE,
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

test('elements with the names of properties of the document change neither the address nor the signals', async () => {
  const page = await newPage(browser);
  await page.goto(`${shop.url}/user-content?open&image=${encodeURIComponent(receiver.url)}`);
  assert.equal(await page.evaluate('document.currentScript.localName'), 'img');
  const { reason, error } = await track(page);
  assert.deepEqual([reason, error], ['refused', '404'], 'sent to the origin of the script');
  assert.equal(receiver.events.length, 0);
  const started = `void Assay.init({ publicKey: 'pub_test_1', baseUrl: '${receiver.url}', timeout: 20_000 })`;
  await page.evaluate(started);
  assert.equal((await track(page)).failOpen, false);
  assert.ok(receiver.events[0]?.body.signals.behavior, 'the fields of the page are found');
});

test('returns a null decision, not fail-open, if decisions are hidden', async () => {
  receiver.respondWith((response) =>
    respondJson(response, 201, { data: { id: FULL_RESPONSE.id, created_at: FULL_RESPONSE.created_at } }),
  );
  const { failOpen, decision } = await track(await open());
  assert.deepEqual({ failOpen, decision }, { failOpen: false, decision: null });
});

test('fails open at the timeout and sends the event once', async () => {
  receiver.respondWith(() => {});
  const page = await open('timeout: 300');
  const result = await track(page);
  assert.deepEqual([result.failOpen, result.decision, result.reason], [true, 'allow', 'timeout']);
  // On a busy machine, the event arrives after the timeout.
  assert.equal((await receiver.waitForEvents(1)).length, 1);
  assert.equal((await track(page, LOGIN.replace('}', '}, timeout: 120'))).reason, 'timeout');
});

test('fails open before the timeout if the service is unreachable', async () => {
  const { reason, decision } = await track(await open('', 'http://127.0.0.1:1'));
  assert.deepEqual([reason, decision], ['network', 'allow']);
});

test('retries a temporary failure once with the same key and body', async () => {
  for (const status of [500, 503, 429, 409]) {
    receiver.clear();
    receiver.respondWith((response) => {
      if (receiver.events.length === 1) respondJson(response, status, { code: 'later' });
      else respondJson(response, 201, { data: FULL_RESPONSE });
    });
    const result = await track(await open());
    assert.equal(result.failOpen, false, String(status));
    const [first, second] = receiver.events;
    assert.equal(receiver.events.length, 2, String(status));
    assert.equal(second?.headers['idempotency-key'], first?.headers['idempotency-key']);
    assert.equal(second?.text, first?.text);
  }
});

test('retries after a broken connection', async () => {
  receiver.respondWith((response) => {
    if (receiver.events.length === 1) response.destroy();
    else respondJson(response, 201, { data: FULL_RESPONSE });
  });
  assert.equal((await track(await open())).failOpen, false);
  assert.equal(receiver.events.length, 2);
});

test('does not retry a rejected event, now or later, and returns the reason', async () => {
  let answer = { status: 401, body: { code: 'invalid_credential', detail: 'No such key' } as object };
  receiver.respondWith((response) => respondJson(response, answer.status, answer.body));
  const page = await open();
  const result = await track(page);
  assert.deepEqual([result.reason, result.error], ['refused', '401 invalid_credential No such key']);
  assert.equal(receiver.events.length, 1);
  answer = { status: 503, body: {} };
  assert.equal((await track(page, `Assay.track('page_view')`)).reason, 'unavailable');
  answer = { status: 201, body: { data: FULL_RESPONSE } };
  assert.equal((await track(page, `Assay.track('logout', { account: { id: 'u_1' } })`)).failOpen, false);
  // Queued events are sent oldest first, so the login would come before the page view.
  const sent = (await receiver.waitForEvents(5)).map(({ body }) => body.event);
  assert.deepEqual(sent, ['login', 'page_view', 'page_view', 'logout', 'page_view']);
});

test('treats a response without the expected JSON as unavailable', async () => {
  for (const body of ['<h1>Welcome to the hotel’s network</h1>', '{}', '{"data":null}', 'null', '']) {
    receiver.clear();
    receiver.respondWith((response) => response.writeHead(200, CORS).end(body));
    const { failOpen, reason, error } = await track(await open());
    assert.deepEqual([failOpen, reason, error], [true, 'unavailable', '200'], body);
  }
});

test('queues an event while offline and sends it when online again', async () => {
  const page = await open();
  await page.context().setOffline(true);
  assert.equal((await track(page)).reason, 'network');
  assert.equal(receiver.events.length, 0);
  await page.context().setOffline(false);
  const [event] = await receiver.waitForEvents(1);
  assert.equal(event?.body.event, 'login');
});

test('sends a queued event after the next one that the service accepts', async () => {
  let isDown = true;
  receiver.respondWith((response) =>
    isDown ? respondJson(response, 503, {}) : respondJson(response, 201, { data: FULL_RESPONSE }),
  );
  const page = await open();
  assert.equal((await track(page)).reason, 'unavailable');
  isDown = false;
  assert.equal((await track(page)).failOpen, false);
  const [first, , next, queued] = await receiver.waitForEvents(4);
  assert.equal(queued?.text, first?.text);
  assert.notEqual(next?.text, first?.text);
});

test('queues twenty events and discards the oldest', async () => {
  const page = await open();
  await page.evaluate('Assay.collect()');
  await page.context().setOffline(true);
  await page.evaluate(
    `Promise.all(Array.from({ length: 24 }, (_, n) => Assay.track('login', { account: { id: 'u_' + n } })))`,
  );
  await page.context().setOffline(false);
  const events = await receiver.waitForEvents(20);
  // A later event is sent after all queued ones.
  await track(page, `Assay.track('login', { account: { id: 'last' } })`);
  assert.equal(events.length, 21);
  assert.equal(new Set(events.map(({ body }) => body.account?.id)).size, 21);
});

test('sends the event of a page that unloads immediately', async () => {
  const page = await open('preload: false');
  // The page unloads before the signals are complete and cannot wait for the response.
  await page.evaluate(`void ${LOGIN}; location.href = '/plain'`);
  const [event] = await receiver.waitForEvents(1);
  assert.equal(event?.body.event, 'login');
  await page.waitForURL('**/plain');
});

test('sends the event of a page that unloads while reading its window is slow', async () => {
  const page = await open('preload: false');
  await page.evaluate(
    'document.hasFocus = () => { const end = performance.now() + 50; while (performance.now() < end); return true; }',
  );
  await page.evaluate(`void ${LOGIN}; location.href = '/plain'`);
  const [event] = await receiver.waitForEvents(1);
  assert.equal((event?.body.signals.window as { focused?: boolean } | undefined)?.focused, true);
});

test('sends queued events when the page unloads', async () => {
  receiver.respondWith((response) => respondJson(response, 503, {}));
  const page = await open();
  assert.equal((await track(page)).reason, 'unavailable');
  assert.equal(receiver.events.length, 2);
  await page.goto(`${shop.url}/plain`);
  await receiver.waitForEvents(3);
});

test('returns an error for invalid calls, never throws, and sends nothing', async () => {
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

test('an exception without text affects one source, not the event', async () => {
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

test('logs invalid options and fails open; never sends a secret key', async () => {
  for (const [options, expected] of [
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
    assert.match(String(error), new RegExp(expected));
    assert.match(pageErrors(page).join(), new RegExp(expected));
    assert.deepEqual(await page.evaluate('Assay.collect()'), {});
  }
  assert.equal(receiver.events.length, 0);
});

test('options that throw and a console that throws do not reach the page', async () => {
  const page = await newPage(browser);
  await page.goto(`${shop.url}/?open`);
  await page.evaluate(`
    console.error = () => { throw new Error('no console'); };
    void Assay.init({ get publicKey() { throw new Error('no key'); } });
  `);
  const { reason, error } = await track(page);
  assert.equal(reason, 'invalid');
  assert.match(String(error), /no key/);
  assert.deepEqual(pageErrors(page), []);
});

test('every call returns a result before init', async () => {
  const page = await newPage(browser);
  await page.goto(`${shop.url}/`);
  assert.equal((await track(page)).reason, 'invalid');
  assert.deepEqual(await page.evaluate('Assay.collect()'), {});
  await page.evaluate('Assay.setConsent(false)');
});
