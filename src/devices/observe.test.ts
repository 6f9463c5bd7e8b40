// Tests that the payloads of the SDK, FingerprintJS 5 and ThumbmarkJS resolve to the same device.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desktop, deviceOf, FRESH_ID, OWN_ID, resolve, seen } from '../../test/devices/machines.ts';

const own = desktop(OWN_ID);
const USER_AGENT = own.user_agent as string;
const value = (content: unknown) => ({ value: content, duration: 1 });

/** The same machine as `FingerprintJS.load().then((agent) => agent.get())` describes it. */
const FINGERPRINTJS = {
  visitorId: 'ignored',
  components: {
    platform: value('Win32'),
    vendor: value('Google Inc.'),
    timezone: value('Europe/Warsaw'),
    languages: value([['pl-PL'], ['pl-PL', 'pl', 'en']]),
    fonts: value(['Ogham Sans', 'Agency FB', 'Calibri', 'Marlett', 'Segoe UI Light']),
    plugins: value([{ name: 'PDF Viewer', description: '', mimeTypes: [] }]),
    screenResolution: value([1440, 2560]),
    screenFrame: value([0, 0, 48, 0]),
    colorDepth: value(24),
    hardwareConcurrency: value(20),
    deviceMemory: value(32),
    touchSupport: value({ maxTouchPoints: 0, touchEvent: false, touchStart: false }),
    webGlBasics: value({ vendorUnmasked: own.webgl_vendor, rendererUnmasked: own.webgl_renderer }),
    webGlExtensions: value({ extensions: ['EXT_blend_minmax'], parameters: [] }),
    canvas: value({ winding: true, geometry: 'g'.repeat(100), text: 't'.repeat(100) }),
    audio: value(124.04347),
    math: value({ acos: 1.44 }),
    cookiesEnabled: value(true),
    localStorage: value(true),
    indexedDB: value(true),
    domBlockers: { error: { message: 'blocked' }, duration: 0 },
  },
};

/** The same machine as ThumbmarkJS' `get()` describes it. */
const THUMBMARK = {
  thumbmark: 'ignored',
  components: {
    audio: { sampleHash: 1169.97, maxChannels: 2 },
    canvas: { commonPixelsHash: 'abc' },
    fonts: { 'Agency FB': 120, Calibri: 110, Marlett: 90, 'Ogham Sans': 130, 'Segoe UI Light': 140 },
    hardware: {
      videocard: { vendorUnmasked: own.webgl_vendor, rendererUnmasked: own.webgl_renderer },
      deviceMemory: 32,
    },
    locales: { languages: 'pl-PL,pl,en', timezone: 'Europe/Warsaw' },
    math: { acos: 1.44 },
    plugins: { plugins: ['PDF Viewer|internal-pdf-viewer|Portable Document Format'] },
    screen: { maxTouchPoints: 0, colorDepth: 24 },
    system: { platform: 'Win32', useragent: USER_AGENT, hardwareConcurrency: 20, cookieEnabled: true },
    webgl: { commonPixelsHash: 'def' },
  },
};

const collected = {
  fingerprintjs: { user_agent: USER_AGENT, fingerprintjs: FINGERPRINTJS },
  thumbmark: { thumbmark: THUMBMARK },
};

/** Hashes have their collector's name as prefix and are never equal across collectors. */
const isComparable = (name: string): boolean => !name.endsWith('_hash');

for (const [name, signals] of Object.entries(collected)) {
  test(`${name}: gives the same profile as the SDK's payload`, () => {
    const theirs = seen(signals);
    const ours = seen(own).profile;
    assert.deepEqual(theirs.malformed, []);
    const reported = Object.keys(theirs.profile).filter(isComparable);
    assert.ok(reported.length >= 12, reported.join(' '));
    for (const signal of reported) assert.deepEqual(theirs.profile[signal], ours[signal], signal);
    for (const hash of ['canvas_hash', 'audio_hash', 'math_hash', 'webgl_hash']) {
      assert.match(String(theirs.profile[hash]), new RegExp(`^${name}:`), hash);
    }
  });

  test(`${name}: finds the device created by the SDK's payload, by id and by fingerprint`, () => {
    const device = deviceOf(own);
    const byId = resolve({ signals: { ...signals, persistent_id: OWN_ID }, idOwner: device });
    assert.deepEqual([byId.method, byId.device?.id, byId.confidence], ['persistent_id', device.id, 100]);
    const byFingerprint = resolve({ signals: { ...signals, persistent_id: FRESH_ID }, own: [device] });
    assert.deepEqual([byFingerprint.method, byFingerprint.device?.id], ['fingerprint_exact', device.id]);
  });

  test(`${name}: treats junk in its components as unknown or malformed, never an error`, () => {
    for (const junk of [
      null,
      7,
      [],
      'text',
      { components: null },
      { components: { canvas: 3, fonts: { value: 9 } } },
    ]) {
      assert.doesNotThrow(() => seen({ user_agent: USER_AGENT, [name]: junk }));
    }
  });
}

test("prefers the SDK's signals over a collector's, value by value", () => {
  const { profile } = seen({ ...own, fingerprintjs: FINGERPRINTJS, timezone: 'Europe/Berlin' });
  assert.deepEqual([profile.timezone, profile.canvas_hash], ['Europe/Berlin', 'c1']);
});

test('reports malformed signals, the signal count, the fingerprint and the id', () => {
  const { malformed, signalCount, fingerprint, persistentId } = seen({ ...own, timezone: 7, languages: 'pl' });
  assert.deepEqual([...malformed].sort(), ['languages', 'timezone']);
  assert.equal(signalCount, Object.keys(own).length);
  assert.match(String(fingerprint), /^[\w-]{22}$/);
  assert.match(String(persistentId), /^[\w-]{22}$/);
  assert.equal(seen(null).fingerprint, null);
});

test('reports malformed signals that no profile contains', () => {
  const junk = {
    session_token: [7, {}],
    sdk_version: [7],
    fonts_hash: [7],
    plugins_count: ['3'],
    connection_rtt: ['50'],
    ua_data: ['text', { mobile: 'no' }, { brands: [7] }],
    window: [7, [], { outer_width: '1' }, { focused: 1 }],
    automation: ['text', [], { webdriver: 'false' }, { globals: 'cdc' }, { bot_kind: 7 }, { eval_length: '33' }],
    behavior: [[], true, { ms_to_submit: '9' }, { pasted: 0 }],
  };
  for (const [name, values] of Object.entries(junk)) {
    for (const value of values) {
      assert.deepEqual(seen({ ...own, [name]: value }).malformed, [name], JSON.stringify({ [name]: value }));
    }
    assert.deepEqual(seen({ ...own, [name]: null }).malformed, [], name);
  }
  const visit = {
    session_token: 't'.repeat(4_096),
    window: { outer_width: 1, outer_height: null, focused: false, of_a_newer_sdk: 'x' },
    automation: { webdriver: false, globals: [], bot_kind: null },
  };
  assert.deepEqual(seen({ ...own, ...visit }).malformed, []);
});

test('the keys of a profile are computed when first read, and once', () => {
  const observation = seen(own);
  const { keys } = observation;
  assert.equal(typeof Object.getOwnPropertyDescriptor(observation, 'keys')?.get, 'function');
  assert.equal(observation.keys, keys);
  assert.equal(keys[0]?.digest, observation.fingerprint);
  assert.deepEqual([seen(null).keys, seen(null).frequencyKeys], [[], []]);
});

test('no list makes a profile larger than 32 KiB', () => {
  const long = (count: number, length: number) =>
    Array.from({ length: count }, (_, n) => String(n).padEnd(length, 'x'));
  for (const [count, length, isKnown] of [
    [300, 13, true],
    [300, 14, false],
    [8, 512, true],
    [9, 512, false],
  ] as const) {
    const { profile, malformed } = seen(desktop(OWN_ID, { fonts: long(count, length), plugins: long(50, 81) }));
    assert.equal(profile.fonts !== undefined, isKnown, `${count} fonts of ${length} characters`);
    assert.equal(malformed.includes('fonts'), !isKnown);
    assert.ok(JSON.stringify(profile).length < 32 * 1024);
  }
});

test('ignores ids that a broken integration sends from every machine', () => {
  for (const id of ['0', '00000000-0000-0000-0000-000000000000', 'xxxxxxxxxxxx', 'null', '']) {
    assert.equal(seen({ ...own, persistent_id: id }).persistentId, null, id);
  }
});
