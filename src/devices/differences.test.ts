// Tests the bits of each difference between two profiles, and which differences rule out one machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, type Difference, findDifferences, jaccard } from './differences.ts';
import type { Profile, SignalValue } from './observation.ts';
import { UNSTABLE } from './signal-names.ts';

const PC: Profile = {
  os_family: 'Windows',
  browser_family: 'Chrome',
  platform: 'Win32',
  gpu_vendor: 'NVIDIA',
  gpu_renderer: 'RTX 4080',
  gpu_driver: 'D3D11',
  hardware_concurrency: 20,
  device_memory: 32,
  max_touch_points: 0,
  color_depth: 24,
  architecture: 'x86 64',
  model: 'T14',
  canvas_hash: 'c1',
  webgl_hash: 'w1',
  audio_hash: 'a1',
  math_hash: 'm1',
  codecs_hash: 'o1',
  fonts: ['A', 'B', 'C', 'D', 'E'],
  screen: [2560, 1440],
  screen_available: [2560, 1400],
  pixel_ratio: 1.25,
  timezone: 'Europe/Warsaw',
  languages: ['pl-PL', 'pl'],
  browser_version: [147],
  os_version: [10],
  plugins: ['PDF Viewer'],
};
const PHONE: Profile = { ...PC, os_family: 'iOS', browser_family: 'Safari', platform: 'iPhone' };

const differ = (changes: Record<string, SignalValue>, from = PC, days = 0): Difference[] =>
  findDifferences(from, { ...from, ...changes }, days).differ;
/** The differing signals with their bits. */
const bits = (changes: Record<string, SignalValue>, from = PC, days = 0) =>
  Object.fromEntries(differ(changes, from, days).map((one) => [one.signal, one.bits]));
/** The signals that rule out one machine. */
const hard = (changes: Record<string, SignalValue>, from = PC) =>
  differ(changes, from)
    .filter((one) => one.hard)
    .map(({ signal }) => signal)
    .join(' ');

test('equal profiles agree in every signal', () => {
  const same = findDifferences(PC, { ...PC, languages: ['pl-PL', 'pl'] }, 0);
  assert.deepEqual([same.agree.length, same.differ, same.hard, same.bits], [Object.keys(PC).length, [], false, 0]);
});

test('what either profile lacks is not compared, and named once if the newer one lacks it', () => {
  const { timezone: _, fonts: __, plugins: ___, ...less } = PC;
  const { unknown, differ: found } = findDifferences(PC, less, 0);
  assert.deepEqual(found, []);
  for (const name of ['timezone', 'fonts', 'plugins'] as const) assert.ok(unknown.includes(name), name);
  for (const name of ['fonts_hash', 'plugins_count'] as const) assert.ok(!unknown.includes(name), name);
  const counted = findDifferences(PC, { ...less, fonts_hash: 'f', plugins_count: 1 }, 0).unknown;
  assert.ok(!counted.includes('fonts') && !counted.includes('plugins'));
  const { unknown: older, differ: added } = findDifferences(less, PC, 0);
  assert.deepEqual([older.includes('timezone'), added], [false, []]);
});

test('each difference has the bits of its signal', () => {
  const expected: Record<string, [SignalValue, number]> = {
    platform: ['Linux x86_64', -6],
    gpu_renderer: ['UHD 620', -6],
    gpu_vendor: ['Intel', -4],
    gpu_driver: ['D3D12', -3],
    hardware_concurrency: [8, -8],
    device_memory: [8, -8],
    max_touch_points: [10, -8],
    color_depth: [30, -8],
    architecture: ['arm 64', -8],
    model: ['X1', -8],
    canvas_hash: ['c2', -8],
    webgl_hash: ['w2', -8],
    audio_hash: ['a2', -8],
    math_hash: ['m2', -8],
    codecs_hash: ['o2', -4],
    screen: [[1920, 1080], -2],
    screen_available: [[2560, 1392], -1],
    pixel_ratio: [1, -2],
    timezone: ['Asia/Tokyo', -3],
    plugins: [['Another'], -4],
    os_family: ['Linux', 0],
  };
  for (const [name, [value, expectedBits]] of Object.entries(expected)) {
    assert.deepEqual(bits({ [name]: value }), { [name]: expectedBits });
  }
  assert.equal(findDifferences(PC, { ...PC, timezone: 'Asia/Tokyo', plugins: ['X'] }, 0).bits, -7);
});

test('what follows from another difference adds little or nothing', () => {
  assert.deepEqual(bits({ gpu_renderer: 'UHD', gpu_vendor: 'Intel' }), { gpu_vendor: 0, gpu_renderer: -6 });
  const monitor = { screen: [1920, 1080], screen_available: [1920, 1040], pixel_ratio: 1, color_depth: 30 };
  assert.deepEqual(bits(monitor), { color_depth: -2, screen: -2, screen_available: 0, pixel_ratio: 0 });
  assert.deepEqual(bits({ screen_available: [1, 1], color_depth: 30 }), { color_depth: -2, screen_available: -1 });
  assert.deepEqual(bits({ pixel_ratio: 1, color_depth: 30 }), { color_depth: -2, pixel_ratio: -2 });
  const drawn = { canvas_hash: 'x', webgl_hash: 'x', audio_hash: 'x' };
  assert.deepEqual(bits(drawn), { canvas_hash: -8, webgl_hash: -3, audio_hash: -3 });
  const updates: Record<string, SignalValue>[] = [
    { browser_version: [148] },
    { os_version: [11] },
    { gpu_driver: 'D3D12' },
  ];
  for (const update of updates) {
    const { canvas_hash, webgl_hash } = bits({ ...drawn, ...update });
    assert.deepEqual([canvas_hash, webgl_hash], [-4, -1]);
  }
});

test('the screen of a phone is built in', () => {
  const changes = { screen: [390, 844] };
  for (const os_family of ['iOS', 'iPadOS', 'Android']) {
    assert.deepEqual(bits(changes, { ...PHONE, os_family }), { screen: -6 });
    assert.deepEqual(bits({ pixel_ratio: 3 }, { ...PHONE, os_family }), { pixel_ratio: -6 });
  }
});

test('fonts are weighed by their similarity, and languages that were added or removed at the end less', () => {
  const fonts = (...list: string[]) => bits({ fonts: list }).fonts;
  assert.deepEqual([fonts('A', 'B', 'C', 'D'), fonts('A', 'B', 'C'), fonts('A', 'B')], [-1, -3, -9]);
  assert.equal(jaccard(['A', 'B'], ['B', 'C']), 1 / 3);
  const languages = (...list: string[]) => bits({ languages: list }).languages;
  assert.equal(languages('pl-PL', 'en'), -7);
  assert.deepEqual([languages('pl-PL'), languages('pl-PL', 'pl', 'en'), languages('pl', 'pl-PL')], [-4, -4, -7]);
});

test('a higher version is routine, one major in four weeks; a lower one is not', () => {
  const browser = (major: number, days: number) => bits({ browser_version: [major] }, PC, days).browser_version;
  assert.deepEqual([browser(148, 0), browser(149, 27), browser(149, 28), browser(146, 90)], [-0.5, -3, -0.5, -9]);
  assert.deepEqual(bits({ os_version: [10, 0, 1] }), {});
  assert.deepEqual([bits({ os_version: [11] }), bits({ os_version: [9] })], [{ os_version: -2 }, { os_version: -9 }]);
  assert.deepEqual(bits({ browser_version: [147, 0, 3912] }), {}, 'only the common parts are compared');
  assert.ok(compareVersions([1, 2], [1, 3]) > 0 && compareVersions([2, 9], [1, 10]) < 0);
  assert.equal(compareVersions([1, 2, 3], [1, 2]), 0);
});

test('another system or browser, or two parts of the hardware, rule out one machine', () => {
  assert.equal(hard({ os_family: 'Linux' }), 'os_family');
  assert.equal(hard({ browser_family: 'Edge' }), 'browser_family');
  assert.equal(hard({ platform: 'Linux x86_64' }), 'platform');
  assert.equal(hard({ platform: 'Win64' }), '');
  const parts = ['hardware_concurrency', 'device_memory', 'max_touch_points', 'architecture', 'model'];
  for (const part of parts) {
    assert.equal(hard({ [part]: 1 }), '', part);
    assert.equal(
      hard({ [part]: 1, color_depth: 30 })
        .split(' ')
        .sort()
        .join(),
      ['color_depth', part].sort().join(),
    );
    assert.equal(hard({ [part]: 1, color_depth: 30, screen: [1, 1] }), '', 'another monitor');
  }
  const several = { device_memory: 8, model: 'X1', color_depth: 30, screen: [1, 1], timezone: 'Asia/Tokyo' };
  assert.equal(hard(several), 'device_memory model', 'on another monitor, in another country');
  const isHard = (changes: Record<string, SignalValue>) => findDifferences(PC, { ...PC, ...changes }, 0).hard;
  assert.deepEqual([isHard({ os_family: 'Linux' }), isHard({ timezone: 'Asia/Tokyo' })], [true, false]);
});

test('another graphics card rules out one desktop only with another part, and never a phone', () => {
  assert.equal(hard({ gpu_renderer: 'UHD' }), '');
  for (const os_family of ['Windows', 'macOS', 'Linux', 'ChromeOS']) {
    assert.equal(hard({ gpu_renderer: 'UHD', device_memory: 8 }, { ...PC, os_family }), 'gpu_renderer');
  }
  assert.equal(hard({ gpu_renderer: 'UHD', device_memory: 8 }, PHONE), '');
  assert.equal(hard({ gpu_vendor: 'Intel', device_memory: 8 }), '');
});

test('platforms of one kind of device are one group', () => {
  const group = (from: string, to: string, os_family = 'Android') =>
    hard({ platform: to }, { ...PC, os_family, platform: from });
  assert.equal(group('Linux armv81', 'Android'), '');
  assert.equal(group('Linux armv81', 'Linux aarch64'), '');
  assert.equal(group('iPhone', 'MacIntel', 'iOS'), '');
  assert.equal(group('iPad', 'MacIntel', 'iPadOS'), '');
  assert.equal(group('iPhone', 'MacIntel', 'macOS'), 'platform');
  assert.equal(group('MacIntel', 'MacPPC', 'macOS'), '');
  assert.equal(group('iPhone', 'Win32', 'iOS'), 'platform');
  assert.equal(group('FreeBSD', 'X11', 'Linux'), 'platform');
});

test('what a browser randomizes is not compared, and its cores and memory count as one part', () => {
  const noisy = { ...PC, [UNSTABLE]: ['canvas_hash'] };
  assert.deepEqual(bits({ canvas_hash: 'x' }, noisy), {});
  assert.deepEqual(bits({ device_memory: 8 }, noisy), { device_memory: -3 });
  assert.equal(hard({ device_memory: 8, hardware_concurrency: 8 }, noisy), '');
  assert.equal(hard({ device_memory: 8, hardware_concurrency: 8 }), 'hardware_concurrency device_memory');
  const three = { device_memory: 8, hardware_concurrency: 8, model: 'X1' };
  assert.deepEqual(bits(three, noisy), { hardware_concurrency: -8, device_memory: -8, model: -8 });
  assert.deepEqual(bits({ model: 'X1', plugins: [] }, noisy), { model: -8, plugins: -4 });
  assert.deepEqual(bits({ device_memory: 8 }, { ...PC, [UNSTABLE]: ['persistent_id'] }), { device_memory: -8 });
});

test('hashes of two collectors are not compared, and Firefox reports four or eight cores', () => {
  assert.deepEqual(bits({ canvas_hash: 'thumbmark:c2' }), {});
  assert.deepEqual(bits({ gpu_renderer: 'vendor:card' }), { gpu_renderer: -6 });
  const firefox = { ...PC, browser_family: 'Firefox' };
  assert.deepEqual(bits({ hardware_concurrency: 8 }, firefox), {});
  assert.deepEqual(bits({ device_memory: 8 }, firefox), { device_memory: -8 });
  assert.deepEqual(bits({ hardware_concurrency: 7 }, firefox), { hardware_concurrency: -8 });
  assert.deepEqual(bits({ hardware_concurrency: 2 }, { ...firefox, hardware_concurrency: 7 }), {});
});
