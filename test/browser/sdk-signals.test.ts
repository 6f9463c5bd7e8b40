// Tests the signals that the SDK reads: complete, without content, never sent to third parties, robust against errors.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, newPage, pageErrors, waitFor } from './chromium.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Shop, startShop } from './shop.ts';

let receiver: Receiver;
let shop: Shop;
let browser: Browser;
before(async () => {
  receiver = await startReceiver();
  [shop, browser] = await Promise.all([startShop(receiver.url), launchChromium({ automated: false })]);
});
after(async () => {
  await Promise.all([browser.close(), shop.close(), receiver.close()]);
});
beforeEach(() => receiver.clear());

/** The SDK gives a worker 400 ms to report and each source 1.5 s, which a busy machine may exceed. */
const LONGER_LIMITS = `{
  const start = window.setTimeout;
  window.setTimeout = (work, ms, ...values) => start(work, ms < 400 ? ms : 50 * ms, ...values);
}`;
async function emptyPage(): Promise<Page> {
  const page = await newPage(browser);
  await page.addInitScript(LONGER_LIMITS);
  return page;
}

/** Opens a page of the shop, without starting the SDK. */
async function open(path = '/'): Promise<Page> {
  const page = await emptyPage();
  await page.goto(shop.url + path);
  return page;
}
/** The long timeout keeps the tests independent of the machine's load. */
const start = () => `Assay.init({ publicKey: 'pub_test_1', baseUrl: '${receiver.url}', timeout: 20_000 })`;
async function signalsOf(page: Page): Promise<Record<string, unknown>> {
  await page.evaluate(`Assay.track('login', { account: { id: 'u_1' } })`);
  const last = receiver.events.at(-1);
  assert.ok(last, 'the event arrived');
  return last.body.signals;
}

/** The documented signals that a plain Chromium provides, by type. */
const EXPECTED = {
  text: ['persistent_id', 'session_token', 'sdk_version', 'user_agent', 'platform', 'vendor', 'timezone'],
  lists: ['languages', 'fonts', 'plugins'],
  numbers: ['hardware_concurrency', 'device_memory', 'max_touch_points', 'connection_rtt', 'plugins_count'],
  hashes: ['canvas_hash', 'webgl_hash', 'audio_hash', 'math_hash', 'codecs_hash'],
  names: ['webgl_vendor', 'webgl_renderer'],
  booleans: ['cookies_enabled', 'local_storage', 'indexed_db'],
  objects: ['ua_data', 'screen', 'window', 'automation', 'behavior'],
};
/** Documented as unknown: Do Not Track is not set, and the browser of the package has none of the fonts in the list. */
const UNKNOWN_IN_CHROMIUM = ['do_not_track', 'fonts_hash'];

test('a real Chromium provides every documented signal with its type', async () => {
  const page = await open();
  await page.evaluate(start());
  const signals = await signalsOf(page);
  assert.deepEqual(
    Object.keys(signals).sort(),
    Object.values(EXPECTED).flat().sort(),
    `only ${UNKNOWN_IN_CHROMIUM} are unknown`,
  );
  const types = (names: readonly string[]) => new Set(names.map((name) => typeof signals[name]));
  assert.deepEqual(types([...EXPECTED.text, ...EXPECTED.hashes, ...EXPECTED.names]), new Set(['string']));
  assert.deepEqual(types(EXPECTED.numbers), new Set(['number']));
  assert.deepEqual(types(EXPECTED.booleans), new Set(['boolean']));
  for (const list of EXPECTED.lists) assert.ok(Array.isArray(signals[list]), list);
  for (const name of EXPECTED.hashes) assert.match(String(signals[name]), /^[0-9a-f]{16}$/, name);
  assert.match(String(signals.webgl_renderer), /SwiftShader/);
  assert.equal(signals.timezone, 'Europe/Berlin');
});

test('nested signals have the documented keys', async () => {
  const page = await open();
  await page.evaluate(start());
  const signals = (await signalsOf(page)) as Record<string, Record<string, unknown>>;
  const keys = (name: string) => Object.keys(signals[name] ?? {}).sort();
  assert.deepEqual(keys('screen'), ['avail_height', 'avail_width', 'color_depth', 'height', 'pixel_ratio', 'width']);
  assert.deepEqual(keys('window'), ['focused', 'outer_height', 'outer_width']);
  assert.deepEqual(keys('behavior'), ['key_events', 'ms_to_submit', 'pasted', 'pointer_events']);
  assert.deepEqual(
    keys('ua_data'),
    ['architecture', 'bitness', 'brands', 'full_version', 'mobile', 'model', 'platform', 'platform_version'].sort(),
  );
  // `bot_kind` is present only for a bot.
  assert.deepEqual(
    keys('automation').filter((key) => key !== 'bot_kind'),
    [
      'eval_length',
      'globals',
      'mime_types_consistent',
      'native_tampering',
      'notification_mismatch',
      'product_sub',
      'webdriver',
      'worker_mismatch',
    ],
  );
});

test('stable signals are the same on other pages and in other contexts', async () => {
  const stableOnly = (signals: Record<string, unknown>) => {
    const { behavior, session_token, persistent_id, window, connection_rtt, ...rest } = signals;
    return rest;
  };
  const first = await open();
  await first.evaluate(start());
  const expected = stableOnly(await signalsOf(first));
  await first.reload();
  await first.evaluate(start());
  assert.deepEqual(stableOnly(await signalsOf(first)), expected, 'after a reload');
  const other = await open();
  await other.evaluate(start());
  assert.deepEqual(stableOnly(await signalsOf(other)), expected, 'in a context without storage');
});

test('distinguishes human, automated and spoofed browsers', async () => {
  type Automation = { webdriver: boolean; globals: string[]; native_tampering: number; worker_mismatch: boolean };
  const human = await open();
  // What visitors may write, and automation does not leave.
  const named = '<img name="__playwright" hidden><form name="callPhantom"></form>';
  await human.evaluate(`document.body.insertAdjacentHTML('beforeend', '${named}${named}')`);
  await human.evaluate(start());
  const genuine = (await signalsOf(human)).automation as Automation;
  assert.deepEqual(
    [genuine.webdriver, genuine.globals, genuine.native_tampering, genuine.worker_mismatch],
    [false, [], 0, false],
  );

  const spoofed = await emptyPage();
  await spoofed.addInitScript(`
    const getter = Object.getOwnPropertyDescriptor(Navigator.prototype, 'platform').get;
    Object.defineProperty(Navigator.prototype, 'platform', { get: new Proxy(getter, { apply: () => 'Win32' }) });
    Object.defineProperty(navigator, 'webdriver', { get: () => false });
    HTMLCanvasElement.prototype.toDataURL = function toDataURL() { return 'data:,x'; };
    window.$cdc_asdjflasutopfhvcZLmcfl_ = 1;
  `);
  await spoofed.goto(`${shop.url}/`);
  await spoofed.evaluate(start());
  const found = (await signalsOf(spoofed)).automation as Automation;
  assert.deepEqual(found.globals, ['$cdc_asdjflasutopfhvcZLmcfl_']);
  assert.equal(found.native_tampering, 3, 'a proxied getter, an own property of navigator, a replaced function');
  assert.equal(found.worker_mismatch, true, 'the worker still reports the real platform');
  assert.deepEqual(pageErrors(spoofed), []);
});

test('a broken source is reported and affects no other', async () => {
  const page = await emptyPage();
  await page.addInitScript(`
    HTMLCanvasElement.prototype.getContext = () => { throw new Error('no canvas here'); };
    window.OfflineAudioContext = class { constructor() { throw new Error('no audio here'); } };
    Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } });
  `);
  await page.goto(`${shop.url}/`);
  await page.evaluate(start());
  const signals = await signalsOf(page);
  assert.deepEqual((signals.source_errors as string[]).map((line) => line.split(':')[0]).sort(), [
    'audio',
    'canvas',
    'fonts',
    'webgl',
  ]);
  assert.equal(signals.canvas_hash, undefined);
  assert.equal(signals.local_storage, false);
  assert.ok(signals.math_hash && signals.automation && signals.persistent_id, 'the other signals are present');
  assert.deepEqual(pageErrors(page), []);
});

test('sends no hash if the browser adds noise', async () => {
  const page = await emptyPage();
  await page.addInitScript(`
    const read = CanvasRenderingContext2D.prototype.getImageData;
    CanvasRenderingContext2D.prototype.getImageData = function getImageData(...at) {
      const image = read.apply(this, at);
      image.data[401] ^= 1;
      return image;
    };
    const hear = AudioBuffer.prototype.getChannelData;
    AudioBuffer.prototype.getChannelData = function getChannelData(channel) {
      const samples = hear.call(this, channel);
      samples[77] *= 1.0001;
      return samples;
    };
  `);
  await page.goto(`${shop.url}/`);
  await page.evaluate(start());
  const signals = await signalsOf(page);
  assert.equal(signals.canvas_hash, undefined);
  assert.equal(signals.audio_hash, undefined);
});

test('sends neither cores nor memory of Brave, which reports others after each start', async () => {
  const page = await emptyPage();
  await page.addInitScript('Navigator.prototype.brave = { isBrave: async () => true }');
  await page.goto(`${shop.url}/`);
  await page.evaluate(start());
  const signals = await signalsOf(page);
  assert.deepEqual([signals.hardware_concurrency, signals.device_memory], [undefined, undefined]);
  assert.equal(signals.max_touch_points, 0);
});

test('counts behavior without sending the content of any field', async () => {
  const page = await open();
  await page.evaluate(start());
  await page.locator('#email').pressSequentially('someone@private.example');
  await page.locator('#password').click();
  await page.keyboard.type('hunter2-secret');
  await page.evaluate(`document.querySelector('#email').dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }))`);
  const { behavior } = await signalsOf(page);
  const counts = behavior as { key_events: number; pointer_events: number; pasted: boolean; ms_to_submit: number };
  assert.equal(
    counts.key_events,
    'someone@private.example'.length + 'hunter2-secret'.length,
    'scripted keys not counted',
  );
  assert.ok(counts.pointer_events >= 1);
  assert.equal(counts.pasted, false);
  assert.ok(counts.ms_to_submit > 0);
  assert.doesNotMatch(receiver.events[0]?.text ?? '', /someone|private|hunter2/);
});

test('omits behavior on a page without a form', async () => {
  const page = await open();
  await page.evaluate(`document.querySelector('form').remove()`);
  await page.evaluate(start());
  assert.equal((await signalsOf(page)).behavior, undefined);
});

test('works under a strict policy and connects only to the service', async () => {
  const page = await emptyPage();
  const origins: string[] = [];
  page.on('request', (request) => origins.push(new URL(request.url()).origin));
  await page.goto(`${shop.url}/tag?key=pub_test_tag`);
  const signals = await signalsOf(page);
  assert.ok(signals.persistent_id);
  assert.equal(receiver.events[0]?.headers.authorization, 'Bearer pub_test_tag');
  assert.deepEqual(pageErrors(page), []);
  assert.deepEqual(new Set(origins), new Set([shop.url, receiver.url]));
});

test('the ES module works without a worker', async () => {
  const page = await open('/module');
  await waitFor(page, 'globalThis.Assay');
  await page.evaluate(start());
  const { automation, persistent_id } = (await signalsOf(page)) as { automation: object; persistent_id: string };
  assert.ok(persistent_id);
  assert.ok(!('worker_mismatch' in automation));
  assert.deepEqual(pageErrors(page), []);
});

test('collect returns the same signals for a backend', async () => {
  const page = await open();
  await page.evaluate(start());
  const collected = (await page.evaluate('Assay.collect()')) as Record<string, unknown>;
  const sent = await signalsOf(page);
  assert.deepEqual(Object.keys(collected).sort(), Object.keys(sent).sort());
  assert.equal(collected.persistent_id, sent.persistent_id);
  assert.equal(receiver.events.length, 1, 'collect alone sends nothing');
});
