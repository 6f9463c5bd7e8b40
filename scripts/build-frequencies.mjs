// Rebuilds src/devices/world-frequencies.ts out of a generator that was trained on real traffic:
//   npm install --prefix DIR fingerprint-generator@2.1.88
//   node --import tsx scripts/build-frequencies.mjs DIR [samples]
// The generator (Apache-2.0) draws at random, so two runs differ within sampling error.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { observe } from '../src/devices/observe.ts';

/** Values rarer than this are not worth a line: the share of their system's unlisted values stands for them. */
const LISTED = 0.002;
/** What the generator knows nothing of: two random users agree with these proportions (FP-Stalker's public sample). */
const MEASURED = { t: 0.188, l: 0.063 };

const [directory, samples = '12000'] = process.argv.slice(2);
if (directory === undefined) throw new Error('Name the directory that holds node_modules/fingerprint-generator.');
const { FingerprintGenerator } = createRequire(join(resolve(directory), 'x.js'))('fingerprint-generator');

function signalsOf({ navigator, screen, videoCard, fonts, pluginsData }) {
  const hints = navigator.userAgentData;
  return {
    user_agent: navigator.userAgent,
    platform: navigator.platform,
    ua_data: hints && { platform: hints.platform, platform_version: hints.platformVersion, model: hints.model },
    languages: navigator.languages,
    screen: {
      width: screen.width,
      height: screen.height,
      avail_width: screen.availWidth,
      avail_height: screen.availHeight,
      color_depth: screen.colorDepth,
      pixel_ratio: screen.devicePixelRatio,
    },
    hardware_concurrency: navigator.hardwareConcurrency,
    device_memory: navigator.deviceMemory,
    max_touch_points: navigator.maxTouchPoints,
    webgl_vendor: videoCard?.vendor,
    webgl_renderer: videoCard?.renderer,
    fonts,
    plugins: pluginsData?.plugins?.map(({ name }) => name),
  };
}

// Its defaults are desktops alone.
const generator = new FingerprintGenerator({
  devices: ['desktop', 'mobile'],
  operatingSystems: ['windows', 'macos', 'linux', 'android', 'ios'],
  browsers: ['chrome', 'edge', 'firefox', 'safari'],
});
const counts = new Map();
const systems = new Map();
const total = Number(samples);
for (let index = 0; index < total; index += 1) {
  const signals = signalsOf(generator.getFingerprint().fingerprint);
  const { frequencyKeys, profile } = observe({ signals, userAgentHeader: null });
  const os = String(profile.os_family ?? 'other');
  for (const key of frequencyKeys) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const name = `${os} ${key.slice(0, key.indexOf(':'))}`;
    const keys = systems.get(name) ?? new Map();
    systems.set(name, keys.set(key, (keys.get(key) ?? 0) + 1));
  }
}

const listed = [...counts]
  .filter(([key, count]) => /^[hsf]:/.test(key) && count / total >= LISTED)
  .sort(([, one], [, other]) => other - one);
const names = new Set(listed.map(([key]) => key));

/** Expected share of the value that a random device with an unlisted value holds; the device itself is taken out. */
function unlistedShare(keys) {
  const rest = [...keys].filter(([key]) => !names.has(key)).map(([, count]) => count);
  const devices = rest.reduce((sum, count) => sum + count, 0);
  const meeting = rest.reduce((sum, count) => sum + count * (count - 1), 0);
  return devices === 0 ? LISTED : Math.max(1 / total, meeting / devices / total);
}

const unlisted = {};
for (const os of ['Windows', 'Android', 'macOS', 'iOS', 'Linux']) {
  const kinds = ['h', 's', 'f'].map((kind) => [kind, unlistedShare(systems.get(`${os} ${kind}`) ?? new Map())]);
  unlisted[os] = { ...Object.fromEntries(kinds), ...MEASURED };
}
unlisted.iPadOS = unlisted.iOS;
unlisted.other = Object.fromEntries(
  ['h', 's', 'f', 'l', 't'].map((kind) => [kind, Math.max(...Object.values(unlisted).map((one) => one[kind]))]),
);

const lines = [];
for (let start = 0; start < listed.length; start += 3) {
  lines.push(
    listed
      .slice(start, start + 3)
      .map(([key, count]) => `${key}\t${(count / total).toPrecision(3)}`)
      .join('\t'),
  );
}
const short = (value) => Number(value.toPrecision(2));
const table = Object.entries(unlisted)
  .map(
    ([os, kinds]) =>
      `  ${os}: { ${Object.entries(kinds)
        .map(([kind, share]) => `${kind}: ${short(share)}`)
        .join(', ')} },`,
  )
  .join('\n');

writeFileSync(
  new URL('../src/devices/world-frequencies.ts', import.meta.url),
  `// Value frequencies of the world at large, so that a fresh environment starts sane. Made by scripts/build-frequencies.mjs.

/**
 * Shares of devices that hold the value of a frequency key: ${listed.length} values of ${LISTED} and more, out of ${total} fingerprints
 * of fingerprint-generator 2.1.88, a Bayesian network trained on real traffic.
 */
const LISTED = \`
${lines.join('\n')}
\`;

/**
 * By system and kind of key: the share of a value that is not listed. \`h\` hardware, \`s\` screen, \`f\` fonts, from the
 * same fingerprints; \`t\` time zone and \`l\` languages by how often two random users of FP-Stalker's public sample agree.
 */
const UNLISTED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
${table}
};

export const WORLD = { values: parse(LISTED), unlisted: UNLISTED };

function parse(text: string): ReadonlyMap<string, number> {
  const fields = text.trim().split(/[\\t\\n]/);
  const values = new Map<string, number>();
  for (let index = 0; index < fields.length; index += 2) values.set(fields[index] as string, Number(fields[index + 1]));
  return values;
}
`,
);
console.log(`${listed.length} values listed of ${counts.size} seen in ${total} fingerprints`);
