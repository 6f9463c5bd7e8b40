// Three collectors, one device: our SDK's payload, FingerprintJS 5 and ThumbmarkJS lead to the same answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, desktop, deviceOf, FRESH_ID, OWN_ID, seen } from '../../test/devices/machines.ts';

const own = desktop(OWN_ID);
const USER_AGENT = own.user_agent as string;
const value = (of: unknown) => ({ value: of, duration: 1 });

/** The same machine as `FingerprintJS.load().then((agent) => agent.get())` describes it. */
const FINGERPRINTJS = {
  visitorId: 'not ours',
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
  thumbmark: 'not ours',
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

/** Hashes carry their collector's name, and a collector that does not tell a part leaves it unknown. */
const isComparable = (name: string): boolean => !name.endsWith('_hash');

for (const [name, signals] of Object.entries(collected)) {
  test(`${name}: what it tells equals what our own payload tells`, () => {
    const theirs = seen(signals);
    const ours = seen(own).profile;
    assert.deepEqual(theirs.malformed, []);
    const told = Object.keys(theirs.profile).filter(isComparable);
    assert.ok(told.length >= 12, told.join(' '));
    for (const signal of told) assert.deepEqual(theirs.profile[signal], ours[signal], signal);
    for (const hash of ['canvas_hash', 'audio_hash', 'math_hash', 'webgl_hash']) {
      assert.match(String(theirs.profile[hash]), new RegExp(`^${name}:`), hash);
    }
  });

  test(`${name}: it finds the device that our own payload made, by the id and by its look`, () => {
    const device = deviceOf(own);
    const byId = ask({ signals: { ...signals, persistent_id: OWN_ID }, holder: device });
    assert.deepEqual([byId.method, byId.device?.id, byId.confidence], ['persistent_id', device.id, 100]);
    const byLook = ask({ signals: { ...signals, persistent_id: FRESH_ID }, own: [device] });
    assert.deepEqual([byLook.method, byLook.device?.id], ['fingerprint_exact', device.id]);
  });

  test(`${name}: junk in its components is unknown or malformed, never an error`, () => {
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

test('our own signals win over a collector, value by value', () => {
  const { profile } = seen({ ...own, fingerprintjs: FINGERPRINTJS, timezone: 'Europe/Berlin' });
  assert.deepEqual([profile.timezone, profile.canvas_hash], ['Europe/Berlin', 'c1']);
});

test('an observation tells what came, what was wrong and how much there was', () => {
  const { malformed, signalCount, fingerprint, persistentId } = seen({ ...own, timezone: 7, languages: 'pl' });
  assert.deepEqual([...malformed].sort(), ['languages', 'timezone']);
  assert.equal(signalCount, Object.keys(own).length);
  assert.match(String(fingerprint), /^[\w-]{22}$/);
  assert.match(String(persistentId), /^[\w-]{22}$/);
  assert.equal(seen(null).fingerprint, null);
});

test('ids that a broken integration sends from everywhere are no ids', () => {
  for (const id of ['0', '00000000-0000-0000-0000-000000000000', 'xxxxxxxxxxxx', 'null', '']) {
    assert.equal(seen({ ...own, persistent_id: id }).persistentId, null, id);
  }
});
