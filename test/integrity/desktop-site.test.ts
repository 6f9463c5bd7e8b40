// Tests that people who request the desktop site on their phone, or the mobile site on their tablet, are not taken for thieves of their own id.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/vocabulary/clock.ts';
import { desktop, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, HOME, Simulation } from './simulation.ts';

type Signals = Record<string, unknown>;

const chromium = (system: string, mobile: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0${mobile} Safari/537.36`;
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.3 Safari/605.1.15';
const TABLET =
  'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.3 Mobile/15E148 Safari/604.1';

const ANDROID: Signals = {
  ...phone(OWN_ID),
  user_agent: chromium('Linux; Android 10; K', ' Mobile'),
  ua_data: { platform: 'Android', platform_version: '14.0.0', model: 'SM-S918B', architecture: '', bitness: '' },
  platform: 'Linux armv81',
  webgl_vendor: 'Qualcomm',
  webgl_renderer: 'Adreno (TM) 740',
  webgl_hash: 'adreno',
  canvas_hash: 'adreno',
  screen: { width: 412, height: 915, avail_width: 412, avail_height: 915, color_depth: 24, pixel_ratio: 2.625 },
};
const ANDROID_DESKTOP: Signals = {
  ...ANDROID,
  user_agent: chromium('X11; Linux x86_64', ''),
  ua_data: { platform: 'Linux', platform_version: '', model: '', architecture: 'x86', bitness: '64' },
};
/** Some phones report this platform, whichever site they request. */
const AARCH64 = { platform: 'Linux aarch64' };
const IPAD: Signals = phone(OWN_ID, {
  platform: 'iPad',
  user_agent: TABLET,
  screen: { color_depth: 24, pixel_ratio: 2 },
});
const AS_MAC = { platform: 'MacIntel', user_agent: MAC };

/** What a browser usually shows, and what it shows after its owner has requested the other site. */
const VISITS: readonly (readonly [name: string, usual: Signals, other: Signals])[] = [
  ['phone with Android', ANDROID, ANDROID_DESKTOP],
  ['phone of another make', { ...ANDROID, ...AARCH64 }, { ...ANDROID_DESKTOP, ...AARCH64 }],
  ['iPhone', phone(OWN_ID), phone(OWN_ID, AS_MAC)],
  ['iPad', { ...IPAD, ...AS_MAC }, IPAD],
];

await onAnyEngine(({ store }) => {
  for (const [name, usual, other] of VISITS) {
    test(`the owner of a ${name} pays in a session after requesting the other site, and remains known`, async () => {
      for (const address of [HOME, ABROAD]) {
        const simulation = await Simulation.ofOwner(store, { signals: usual });
        simulation.reportDaily();
        const inSession = (signals: Signals) => ({ signals: { ...signals, session_token: 'a session' }, address });
        await simulation.send({ type: 'login', ...inSession(usual) });
        for (const type of ['page_view', 'payment_attempt', 'login']) {
          const event = await simulation.send({ type, ...inSession(other) });
          assert.equal(event.decision, 'allow', `${type} from ${address}: ${describe(event)}`);
        }
        simulation.wait(DAY);
        for (const signals of [usual, other]) {
          const change = await simulation.send({ type: 'payout_change', signals });
          assert.equal(describe(change), 'allow 0 KNOWN_DEVICE');
        }
      }
    });
  }

  test('a PC with Linux, a Mac or an iPad is not taken for a phone with its stored id', async () => {
    const linux = { user_agent: chromium('X11; Linux x86_64', ''), platform: 'Linux x86_64' };
    for (const [usual, thief] of [
      [ANDROID, desktop(OWN_ID, linux)],
      [ANDROID, { ...ANDROID_DESKTOP, platform: 'Linux x86_64' }],
      [phone(OWN_ID), phone(OWN_ID, { ...AS_MAC, max_touch_points: 0 })],
      [phone(OWN_ID), IPAD],
    ] as const) {
      const simulation = await Simulation.ofOwner(store, { signals: usual });
      simulation.reportDaily();
      const change = await simulation.send({ type: 'payout_change', signals: thief });
      assert.ok(change.codes.includes('DEVICE_TAMPERED'), describe(change));
    }
  });
});
