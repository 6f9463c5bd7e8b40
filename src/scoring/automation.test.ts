// Tests automation.score: the points of each indicator, the caps, the three flags, and malformed input.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CHROME, known, login } from '../../test/scoring/input.ts';
import { detectAutomation, GROUP_CAPS } from './automation.ts';
import { score } from './score.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:134.0) Gecko/20100101 Firefox/134.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Mobile Safari/537.36';
const CLEAN = {
  user_agent: CHROME,
  platform: 'Win32',
  ua_data: { platform: 'Windows' },
  languages: ['en-US'],
  plugins_count: 5,
  max_touch_points: 0,
  connection_rtt: 50,
  webgl_renderer: 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)',
  window: { outer_width: 1200, outer_height: 800, focused: true },
  automation: { webdriver: false, globals: [], eval_length: 33, product_sub: '20030107', native_tampering: 0 },
  behavior: { ms_to_submit: 4000, key_events: 12, pointer_events: 30 },
};
const points = (changes: object, header: string | null = null) =>
  detectAutomation({ ...CLEAN, ...changes }, header).score;
const automation = (changes: object) => ({ automation: { ...CLEAN.automation, ...changes } });

test('a plain browser scores 0, and so does an empty report', () => {
  assert.equal(points({}), 0);
  assert.equal(detectAutomation(CLEAN, CHROME).score, 0);
  for (const empty of [null, undefined, {}, [], 'x', 7]) assert.equal(detectAutomation(empty, null).score, 0);
});

test('hard evidence scores its points', () => {
  assert.equal(points(automation({ webdriver: true })), 70);
  assert.equal(points({ user_agent: CHROME.replace('Chrome', 'HeadlessChrome') }), 70);
  assert.equal(points({ user_agent: 'python-requests/2.31' }), 70);
  assert.equal(
    detectAutomation(null, 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)').score,
    70,
  );
  assert.equal(points(automation({ globals: ['__playwright'] })), 80);
  assert.equal(points(automation({ bot_kind: 'selenium' })), 80);
  assert.equal(points(automation({ bot_kind: 'headless_chrome' })), 0);
  assert.equal(points(automation({ webdriver: true, globals: ['cdc_x'] })), 100);
});

test('a program with an embedded browser is no robot on a new computer, unless something else says so', () => {
  const agent = `${CHROME.replace('Chrome/', 'DeskApp/2.1.0 Chrome/')} Electron/35.7.5`;
  const signals = { ...CLEAN, user_agent: agent };
  const evidence = detectAutomation(signals, agent);
  assert.deepEqual([evidence.score, evidence.hard, evidence.headlessHint], [25, 25, false]);
  const fired = (changes: object) =>
    score(login({ signals: { ...signals, ...changes } }))
      .signals.map(({ code }) => code)
      .filter((code) => code.startsWith('AUTOMATION'));
  assert.deepEqual(fired({}), []);
  assert.deepEqual(fired({ plugins_count: 0 }), ['AUTOMATION_TRACES']);
  assert.deepEqual(fired(automation({ webdriver: true })), ['AUTOMATION_SUSPECTED']);
});

test('each contradiction scores its points', () => {
  assert.equal(points({ platform: 'Linux x86_64' }), 35);
  assert.equal(points({ ua_data: { platform: 'Linux' } }), 35);
  assert.equal(points(automation({ eval_length: 37 })), 35);
  assert.equal(points(automation({ product_sub: '20100101' })), 35);
  assert.equal(points(automation({ worker_mismatch: true })), 40);
  assert.equal(points(automation({ native_tampering: 1 })), 15);
  assert.equal(points(automation({ native_tampering: 2 })), 40);
  assert.equal(points({ languages: [] }), 30);
  assert.equal(points({}, FIREFOX), 35);
  assert.equal(detectAutomation({ user_agent: IPHONE, max_touch_points: 0 }, null).score, 25);
});

test('honest browsers of every engine are consistent', () => {
  const firefox = {
    user_agent: FIREFOX,
    platform: 'Linux x86_64',
    automation: { eval_length: 37, product_sub: '20100101' },
  };
  const iphone = {
    user_agent: IPHONE,
    platform: 'iPhone',
    max_touch_points: 5,
    automation: { eval_length: 37, product_sub: '20030107' },
  };
  const chromeOnIphone = { ...iphone, user_agent: IPHONE.replace('Version/18.3', 'CriOS/133.0') };
  const android = {
    user_agent: ANDROID,
    platform: 'Linux armv81',
    plugins_count: 0,
    connection_rtt: 0,
    max_touch_points: 5,
    automation: { eval_length: 33 },
  };
  for (const browser of [firefox, iphone, chromeOnIphone, android])
    assert.equal(detectAutomation(browser, null).score, 0);
});

test('environment and behavior score their points', () => {
  assert.equal(points({ webgl_renderer: 'Google SwiftShader' }), 25);
  assert.equal(points({ plugins_count: 0 }), 25);
  assert.equal(points({ plugins_count: undefined, plugins: [] }), 25);
  assert.equal(points({ window: { outer_width: 0, outer_height: 0, focused: true } }), 30);
  assert.equal(points({ window: { outer_width: 0, outer_height: 0, focused: false } }), 0);
  assert.equal(points(automation({ notification_mismatch: true })), 30);
  assert.equal(points({ connection_rtt: 0 }), 10);
  assert.equal(points({ behavior: { ms_to_submit: 499, key_events: 3 } }), 20);
  assert.equal(points({ behavior: { key_events: 0, pointer_events: 0 } }), 20);
  assert.equal(points({ behavior: { key_events: 0 } }), 0);
});

test('the caps keep user-agent switchers and virtual desktops below suspicion', () => {
  const switcher = detectAutomation({ ...CLEAN, user_agent: FIREFOX }, null);
  assert.equal(switcher.inconsistency, GROUP_CAPS.inconsistency);
  assert.equal(score(known({ signals: { ...CLEAN, user_agent: FIREFOX } })).signals.at(-1)?.code, 'AUTOMATION_TRACES');
  const desktop = {
    webgl_renderer: 'llvmpipe',
    plugins_count: 0,
    behavior: { ms_to_submit: 100, key_events: 0, pointer_events: 0 },
  };
  const assessment = score(login({ signals: { ...CLEAN, ...desktop } }));
  assert.equal(assessment.automation.score, 60);
  assert.ok(assessment.signals.some(({ code }) => code === 'AUTOMATION_TRACES'));
});

test('webdriver on a known device is monitored at 35', () => {
  const assessment = score(known({ signals: { ...CLEAN, ...automation({ webdriver: true }) } }));
  assert.equal(assessment.score, 35);
  assert.match(assessment.signals.at(-1)?.description ?? '', /WebDriver/);
});

test('sets the three flags', () => {
  const flags = (changes: object) => {
    const { webdriver, headlessHint, runtimeInconsistency } = detectAutomation({ ...CLEAN, ...changes }, null);
    return [webdriver, headlessHint, runtimeInconsistency];
  };
  assert.deepEqual(flags({}), [false, false, false]);
  assert.deepEqual(flags(automation({ webdriver: true })), [true, false, false]);
  assert.deepEqual(flags({ webgl_renderer: 'SwiftShader' }), [false, true, false]);
  assert.deepEqual(flags({ user_agent: CHROME.replace('Chrome', 'HeadlessChrome') }), [false, true, false]);
  assert.deepEqual(flags({ platform: 'MacIntel' }), [false, false, true]);
});

test('scores any JSON from 0 to 100 without throwing', () => {
  const keys = fc.constantFrom(...Object.keys(CLEAN), ...Object.keys(CLEAN.automation), ...Object.keys(CLEAN.behavior));
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, fc.jsonValue(), fc.dictionary(keys, tie('value')), fc.constant(Number.NaN)),
  })).value;
  fc.assert(
    fc.property(json, fc.option(fc.string()), (signals, header) => {
      const result = detectAutomation(signals, header);
      assert.ok(result.score >= 0 && result.score <= 100);
      assert.ok(Number.isInteger(score(login({ signals, userAgentHeader: header })).score));
    }),
    { numRuns: 1000 },
  );
});
