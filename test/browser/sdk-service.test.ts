// The built SDK against the real service: a customer's page of another origin, a real browser, recognized or found out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, newPage, pageErrors } from './chromium.ts';
import { type Service, startService } from './service.ts';
import { type EventAnswer, type Shop, startShop, type TrackResult } from './shop.ts';

let service: Service;
let risk: string;
let shop: Shop;
let person: Browser;
let robot: Browser;
before(async () => {
  service = await startService();
  risk = await service.seenFrom('81.2.69.160');
  [shop, person, robot] = await Promise.all([startShop(risk), launchChromium({ automated: false }), launchChromium()]);
});
after(async () => {
  await Promise.all([person.close(), robot.close(), shop.close()]);
  await service.stop();
});

async function open(browser: Browser, path = '/'): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(shop.url + path);
  await start(page);
  return page;
}
const start = (page: Page, key = service.values.environments.test.public_key) =>
  page.evaluate(`void Assay.init({ publicKey: '${key}', baseUrl: '${risk}', timeout: 20_000 })`);

/** Types as a person does, logs in, and returns the answer. */
async function logIn(page: Page, account: string): Promise<EventAnswer> {
  await page.locator('#password').pressSequentially('a password', { delay: 60 });
  return answerOf(await page.evaluate(`Assay.track('login', { account: { id: '${account}' } })`));
}
function answerOf(result: unknown): EventAnswer {
  const { failOpen, error, event } = result as TrackResult;
  assert.equal(failOpen, false, String(error));
  return event as EventAnswer;
}
const codes = (answer: EventAnswer) => answer.risk?.signals.map(({ code }) => code) ?? [];
interface Detail {
  resolution: { method: string; reason: string; unknown_signals: string[]; conflicting_signals: unknown[] };
  automation: { webdriver: boolean; score: number };
}
const detail = (answer: EventAnswer) => service.read(`/v1/events/${answer.id}`) as unknown as Promise<Detail>;

test('the first visit makes a device, the second finds it by its id, cleared storage by its signals', async () => {
  const page = await open(person);
  const first = await logIn(page, 'maria');
  assert.ok(codes(first).includes('NEW_DEVICE'));
  assert.equal((await detail(first)).resolution.method, 'new_device');

  await page.reload();
  await start(page);
  const second = await logIn(page, 'maria');
  assert.equal(second.device?.id, first.device?.id);
  assert.equal(second.session?.id, first.session?.id);
  assert.equal((await detail(second)).resolution.method, 'persistent_id');
  assert.ok(!codes(second).includes('NEW_DEVICE'));

  const cleared = await logIn(await open(person), 'maria');
  assert.equal(cleared.device?.id, first.device?.id);
  assert.equal((await detail(cleared)).resolution.method, 'fingerprint_exact');
  assert.deepEqual(pageErrors(page), []);
});

test('a real Chromium leaves only the documented signals unknown', async () => {
  const page = await open(person);
  await logIn(page, 'unknown-signals');
  await page.reload();
  await start(page);
  const { resolution } = await detail(await logIn(page, 'unknown-signals'));
  // docs/sdk.md: no choice about tracking; a desktop has no model; color gamut and HDR come from FingerprintJS alone.
  // The browser from the package tree has none of the fonts that are asked for.
  assert.deepEqual(resolution.unknown_signals.toSorted(), ['color_gamut', 'do_not_track', 'fonts', 'hdr', 'model']);
});

test('an automated browser is found out, on its very first log-in', async () => {
  const answer = await logIn(await open(robot), 'robot-target');
  assert.ok(codes(answer).includes('AUTOMATION_SUSPECTED'), codes(answer).join());
  assert.ok(['challenge', 'block'].includes(answer.risk?.decision ?? ''));
  const { automation } = await detail(answer);
  assert.equal(automation.webdriver, true);
  assert.ok(automation.score >= 70);
});

test('FingerprintJS 5’s component object in place of our signals finds the same device', async () => {
  const page = await open(person, '/fingerprintjs?open');
  const first = await logIn(page, 'switcher');
  const send = (signals: string) =>
    page.evaluate(`(async () => {
      const agent = await FingerprintJS.load({ monitoring: false });
      const { components } = await agent.get();
      const response = await fetch('${risk}/v1/events', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer ${service.values.environments.test.public_key}',
        },
        body: JSON.stringify({ event: 'login', account: { id: 'switcher' }, signals: ${signals} }),
      });
      return { status: response.status, body: await response.json() };
    })()`) as Promise<{ status: number; body: { data: EventAnswer } }>;

  const bare = await send('{ fingerprintjs: components }');
  assert.equal(bare.status, 201, JSON.stringify(bare.body));
  assert.equal(bare.body.data.device?.id, first.device?.id);
  assert.match((await detail(bare.body.data)).resolution.method, /^fingerprint_/);
  assert.ok(!codes(bare.body.data).includes('SIGNALS_MISSING'), codes(bare.body.data).join());

  const withId = await send('{ persistent_id: (await Assay.collect()).persistent_id, fingerprintjs: components }');
  assert.equal(withId.body.data.device?.id, first.device?.id);
  const { resolution } = await detail(withId.body.data);
  assert.equal(resolution.method, 'persistent_id');
  assert.deepEqual(resolution.conflicting_signals, []);

  const back = await logIn(page, 'switcher');
  assert.equal(back.device?.id, first.device?.id);
  assert.equal((await detail(back)).resolution.method, 'persistent_id');
});

test('collect for a backend: the same signals sent with a secret key find the same device', async () => {
  const page = await open(person);
  const first = await logIn(page, 'relayed');
  const signals = await page.evaluate('Assay.collect()');
  const response = await fetch(`${service.url}/v1/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${service.values.environments.test.secret_key}`,
    },
    body: JSON.stringify({ event: 'login', account: { id: 'relayed' }, signals, ip_address: '81.2.69.160' }),
  });
  const { data } = (await response.json()) as { data: EventAnswer };
  assert.equal(data.device?.id, first.device?.id);
});

test('a retry makes no second event', async () => {
  const page = await open(person);
  let broken = 0;
  // The first answer is lost on its way, after the service has kept the event.
  await page.route(`${risk}/v1/events`, async (route) => {
    if (route.request().method() === 'POST' && broken++ === 0) {
      await route.fetch();
      await route.abort('connectionreset');
    } else await route.continue();
  });
  const answer = await logIn(page, 'retried');
  const account = await fetch(`${service.url}/v1/events/${answer.id}`, {
    headers: { authorization: `Bearer ${service.values.environments.test.secret_key}` },
  });
  const { data } = (await account.json()) as { data: { session: { event_count: number } } };
  assert.equal(broken, 2);
  assert.equal(data.session.event_count, 1);
});

test('a refusal is told in words, and the page goes on', async () => {
  const page = await open(person);
  const result = (await page.evaluate(`Assay.track('login')`)) as TrackResult;
  assert.deepEqual([result.failOpen, result.reason, result.decision], [true, 'refused', 'allow']);
  assert.match(String(result.error), /^422 invalid_input .*account/);
});

test('a key that nobody knows keeps no page waiting', async () => {
  const page = await open(person);
  await start(page, 'pub_test_wrong');
  const result = (await page.evaluate(`Assay.track('login', { account: { id: 'maria' } })`)) as TrackResult;
  assert.deepEqual([result.failOpen, result.decision], [true, 'allow']);
});

test('the served script: pinned by its integrity value, cached for ever under its hash, loadable from any site', async () => {
  const manifest = (await (await fetch(`${service.url}/sdk/v1.json`)).json()) as Shop['manifest'];
  const pinned = await fetch(service.url + manifest.path);
  assert.match(pinned.headers.get('cache-control') ?? '', /immutable/);
  const named = await fetch(`${service.url}/sdk/v1.js`);
  assert.doesNotMatch(named.headers.get('cache-control') ?? '', /immutable/);
  for (const response of [pinned, named]) {
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /javascript/);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.match(response.headers.get('content-encoding') ?? '', /^(br|gzip)$/);
    assert.ok(Number(response.headers.get('content-length')) < 10_000);
    const digest = await crypto.subtle.digest('SHA-384', await response.arrayBuffer());
    assert.equal(`sha384-${Buffer.from(digest).toString('base64')}`, manifest.integrity);
  }
  const page = await newPage(person);
  await page.goto(`${shop.url}/plain?open`);
  const load = (integrity: string) =>
    page.evaluate(`new Promise((resolve) => {
      const tag = document.createElement('script');
      Object.assign(tag, { src: '${risk}${manifest.path}', crossOrigin: 'anonymous', integrity: '${integrity}' });
      tag.onload = () => resolve(typeof Assay.track);
      tag.onerror = () => resolve('refused');
      document.head.append(tag);
    })`);
  assert.equal(await load(`sha384-${'A'.repeat(64)}`), 'refused');
  assert.equal(await load(manifest.integrity), 'function');
});

test('/demo leads to the demo', async () => {
  const response = await fetch(`${service.url}/demo`, { redirect: 'manual' });
  assert.deepEqual([response.status, response.headers.get('location')], [302, '/demo/']);
});
