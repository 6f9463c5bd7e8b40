// Tests the built SDK against the real service: cross-origin pages in a real browser, with and without automation.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, newPage, pageErrors } from './chromium.ts';
import { type Service, startService } from './service.ts';
import { type EventAnswer, type Shop, startShop, type TrackResult } from './shop.ts';

let service: Service;
let risk: string;
let shop: Shop;
let human: Browser;
let bot: Browser;
before(async () => {
  service = await startService();
  risk = await service.proxyFrom('81.2.69.160');
  [shop, human, bot] = await Promise.all([startShop(risk), launchChromium({ automated: false }), launchChromium()]);
});
after(async () => {
  await Promise.all([human.close(), bot.close(), shop.close()]);
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

/** Types at human speed, logs in, and returns the event. */
async function logIn(page: Page, account: string): Promise<EventAnswer> {
  await page.locator('#password').pressSequentially('a password', { delay: 60 });
  return eventOf(await page.evaluate(`Assay.track('login', { account: { id: '${account}' } })`));
}
function eventOf(result: unknown): EventAnswer {
  const { failOpen, error, event } = result as TrackResult;
  assert.equal(failOpen, false, String(error));
  return event as EventAnswer;
}
const signalCodes = (event: EventAnswer) => event.risk?.signals.map(({ code }) => code) ?? [];
interface Detail {
  resolution: { method: string; reason: string; unknown_signals: string[]; conflicting_signals: unknown[] };
  automation: { webdriver: boolean; score: number };
}
const detail = (event: EventAnswer) => service.read(`/v1/events/${event.id}`) as unknown as Promise<Detail>;

test('recognizes a device by its id and, after clearing storage, by its signals', async () => {
  const page = await open(human);
  const first = await logIn(page, 'maria');
  assert.ok(signalCodes(first).includes('NEW_DEVICE'));
  assert.equal((await detail(first)).resolution.method, 'new_device');

  await page.reload();
  await start(page);
  const second = await logIn(page, 'maria');
  assert.equal(second.device?.id, first.device?.id);
  assert.equal(second.session?.id, first.session?.id);
  assert.equal((await detail(second)).resolution.method, 'persistent_id');
  assert.ok(!signalCodes(second).includes('NEW_DEVICE'));

  const cleared = await logIn(await open(human), 'maria');
  assert.equal(cleared.device?.id, first.device?.id);
  assert.equal((await detail(cleared)).resolution.method, 'fingerprint_exact');
  assert.deepEqual(pageErrors(page), []);
});

test('a real Chromium leaves only the documented signals unknown', async () => {
  const page = await open(human);
  await logIn(page, 'unknown-signals');
  await page.reload();
  await start(page);
  const { resolution } = await detail(await logIn(page, 'unknown-signals'));
  // Do Not Track is not set, a desktop has no model, and only FingerprintJS sends color gamut and HDR. The browser of the
  // package has none of the fonts in the list. See docs/sdk.md.
  assert.deepEqual(resolution.unknown_signals.toSorted(), ['color_gamut', 'do_not_track', 'fonts', 'hdr', 'model']);
});

test('detects an automated browser at its first login', async () => {
  const event = await logIn(await open(bot), 'bot-target');
  assert.ok(signalCodes(event).includes('AUTOMATION_SUSPECTED'), signalCodes(event).join());
  assert.ok(['challenge', 'block'].includes(event.risk?.decision ?? ''));
  const { automation } = await detail(event);
  assert.equal(automation.webdriver, true);
  assert.ok(automation.score >= 70);
});

test('recognizes the same device from FingerprintJS 5 components', async () => {
  const page = await open(human, '/fingerprintjs?open');
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
  assert.ok(!signalCodes(bare.body.data).includes('SIGNALS_MISSING'), signalCodes(bare.body.data).join());

  const withId = await send('{ persistent_id: (await Assay.collect()).persistent_id, fingerprintjs: components }');
  assert.equal(withId.body.data.device?.id, first.device?.id);
  const { resolution } = await detail(withId.body.data);
  assert.equal(resolution.method, 'persistent_id');
  assert.deepEqual(resolution.conflicting_signals, []);

  const again = await logIn(page, 'switcher');
  assert.equal(again.device?.id, first.device?.id);
  assert.equal((await detail(again)).resolution.method, 'persistent_id');
});

test('recognizes the device from signals sent by a backend', async () => {
  const page = await open(human);
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

test('a retry creates no second event', async () => {
  const page = await open(human);
  let attempts = 0;
  // The first response is lost after the service has stored the event.
  await page.route(`${risk}/v1/events`, async (route) => {
    if (route.request().method() === 'POST' && attempts++ === 0) {
      await route.fetch();
      await route.abort('connectionreset');
    } else await route.continue();
  });
  const event = await logIn(page, 'retried');
  const response = await fetch(`${service.url}/v1/events/${event.id}`, {
    headers: { authorization: `Bearer ${service.values.environments.test.secret_key}` },
  });
  const { data } = (await response.json()) as { data: { session: { event_count: number } } };
  assert.equal(attempts, 2);
  assert.equal(data.session.event_count, 1);
});

test('returns the reason for a rejected event', async () => {
  const page = await open(human);
  const result = (await page.evaluate(`Assay.track('login')`)) as TrackResult;
  assert.deepEqual([result.failOpen, result.reason, result.decision], [true, 'refused', 'allow']);
  assert.match(String(result.error), /^422 invalid_input .*account/);
});

test('fails open with an unknown key', async () => {
  const page = await open(human);
  await start(page, 'pub_test_wrong');
  const result = (await page.evaluate(`Assay.track('login', { account: { id: 'maria' } })`)) as TrackResult;
  assert.deepEqual([result.failOpen, result.decision], [true, 'allow']);
});

test('serves the script with integrity, caching and CORS headers', async () => {
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
  const page = await newPage(human);
  await page.goto(`${shop.url}/plain?open`);
  const load = (integrity: string) =>
    page.evaluate(`new Promise((resolve) => {
      const tag = document.createElement('script');
      Object.assign(tag, { src: '${risk}${manifest.path}', crossOrigin: 'anonymous', integrity: '${integrity}' });
      tag.onload = () => resolve(typeof Assay.track);
      tag.onerror = () => resolve('blocked');
      document.head.append(tag);
    })`);
  assert.equal(await load(`sha384-${'A'.repeat(64)}`), 'blocked');
  assert.equal(await load(manifest.integrity), 'function');
});

test('/demo redirects to the demo', async () => {
  const response = await fetch(`${service.url}/demo`, { redirect: 'manual' });
  assert.deepEqual([response.status, response.headers.get('location')], [302, '/demo/']);
});
