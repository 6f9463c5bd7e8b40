// Finds where two profiles agree and differ, and weighs each difference. Needs no frequencies.
import type { Profile, SignalValue } from './observation.ts';
import {
  DISGUISED_NAMES,
  PROFILE_NAMES,
  RENDER_NAMES,
  type SignalName,
  unstableOf,
  VERSION_NAMES,
} from './signal-names.ts';
import { collectorOf } from './signal-values.ts';
import {
  DEPTH_WITH_SCREEN,
  DIFFERENCE_BITS,
  FONTS,
  LANGUAGES_EXTENDED,
  PHONE_SCREEN,
  RENDER_FURTHER,
  RENDER_WITH_UPDATE,
  RISE,
} from './weights.ts';

export interface Difference {
  signal: SignalName;
  /** Bits, at most 0. */
  bits: number;
  /** Whether it rules out the same machine, alone or together with another difference. */
  hard: boolean;
}

export interface Differences {
  agree: SignalName[];
  differ: Difference[];
  /** Unknown in the newer profile. Signals that only the older one lacks are neither compared nor listed. */
  unknown: SignalName[];
  hard: boolean;
  /** Sum of the differences' bits, at most 0. */
  bits: number;
}

const RENDER: ReadonlySet<SignalName> = new Set(RENDER_NAMES);
const DISGUISED: ReadonlySet<SignalName> = new Set(DISGUISED_NAMES);
const HARDWARE: ReadonlySet<SignalName> = new Set([
  'hardware_concurrency',
  'device_memory',
  'max_touch_points',
  'color_depth',
  'architecture',
  'model',
]);

/**
 * Compares an older with a newer profile, `days` apart. Signals that the older one lists as unstable change on every
 * visit of this device and are ignored.
 */
export function findDifferences(from: Profile, to: Profile, days: number): Differences {
  const unstable = unstableOf(from);
  const found: Differences = { agree: [], differ: [], unknown: [], hard: false, bits: 0 };
  const differing: SignalName[] = [];
  for (const name of PROFILE_NAMES) {
    const newer = to[name];
    if (newer === undefined) {
      if (isReportedUnknown(name, to)) found.unknown.push(name);
      continue;
    }
    const older = from[name];
    if (older === undefined || unstable.includes(name)) continue;
    if (RENDER.has(name) && collectorOf(older) !== collectorOf(newer)) continue;
    if (sameSignal(name, older, newer, to)) found.agree.push(name);
    else differing.push(name);
  }
  if (differing.length > 0) weigh(found, differing, from, to, days);
  return found;
}

/** A hash or count stands in for its list, so only one of the two is reported as unknown. */
function isReportedUnknown(name: SignalName, profile: Profile): boolean {
  if (name === 'fonts_hash') return false;
  if (name === 'plugins_count') return false;
  if (name === 'fonts') return profile.fonts_hash === undefined;
  if (name === 'plugins') return profile.plugins_count === undefined;
  return true;
}

function sameSignal(name: SignalName, older: SignalValue, newer: SignalValue, to: Profile): boolean {
  if (older === newer) return true;
  if (typeof older === 'object' && typeof newer === 'object') {
    if (name === 'browser_version' || name === 'os_version') return compareVersions(older, newer) === 0;
    return sameList(older, newer);
  }
  // Firefox 143 and later reports only 4 or 8 cores.
  if (name === 'hardware_concurrency' && to.browser_family === 'Firefox') return coreTier(older) === coreTier(newer);
  return false;
}

function sameList(one: readonly (string | number)[], other: readonly (string | number)[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

function coreTier(cores: SignalValue): number {
  return Number(cores) >= 8 ? 8 : 4;
}

function weigh(found: Differences, differing: SignalName[], from: Profile, to: Profile, days: number): void {
  const set = new Set(differing);
  const screenChanged = set.has('screen') || set.has('screen_available') || set.has('pixel_ratio');
  const updated = VERSION_NAMES.some((name) => set.has(name));
  const noisy = isNoisy(from);
  const hardware = differing.filter((name) => HARDWARE.has(name) && !(name === 'color_depth' && screenChanged));
  const parts = noisy ? partsOf(hardware) : hardware.length;
  let render = 0;
  for (const signal of differing) {
    let bits = differenceBits(signal, set, screenChanged, from, to, days);
    if (noisy && parts === 1 && DISGUISED.has(signal)) bits = Math.max(bits, RENDER_FURTHER);
    if (RENDER.has(signal)) {
      bits = renderBits(bits, updated, render);
      render += 1;
    }
    const hard = isHardDifference(signal, parts, screenChanged, from, to);
    found.differ.push({ signal, bits, hard });
    found.bits += bits;
    if (hard) found.hard = true;
  }
}

/** Whether the browser is known to add noise. This visit does not count, or a thief of the id would only need to draw differently. */
function isNoisy(from: Profile): boolean {
  const unstable = unstableOf(from);
  return RENDER_NAMES.some((name) => unstable.includes(name));
}

/** The number of parts that differ; cores and memory count as one, because people with Brave were taken for thieves of their own id. */
function partsOf(hardware: readonly SignalName[]): number {
  const disguised = hardware.filter((name) => DISGUISED.has(name)).length;
  return hardware.length - Math.max(0, disguised - 1);
}

/** Whether the difference cannot occur on one machine. `hardware` is the number of hardware signals that differ. */
function isHardDifference(
  signal: SignalName,
  hardware: number,
  screenChanged: boolean,
  from: Profile,
  to: Profile,
): boolean {
  if (signal === 'os_family' || signal === 'browser_family') return true;
  if (signal === 'platform') return platformGroup(from) !== platformGroup(to);
  if (signal === 'gpu_renderer') return hardware > 0 && isDesktop(to);
  if (signal === 'color_depth' && screenChanged) return false;
  return HARDWARE.has(signal) && hardware >= 2;
}

/** The bits of one difference, before the discount for several changed hashes. `differing` lists all that differ. */
function differenceBits(
  signal: SignalName,
  differing: ReadonlySet<SignalName>,
  screenChanged: boolean,
  from: Profile,
  to: Profile,
  days: number,
): number {
  const bits = DIFFERENCE_BITS[signal] ?? 0;
  switch (signal) {
    case 'gpu_vendor':
      return differing.has('gpu_renderer') ? 0 : bits;
    case 'color_depth':
      return screenChanged ? DEPTH_WITH_SCREEN : bits;
    case 'fonts':
      return fontBits(from.fonts, to.fonts);
    case 'languages':
      return languageBits(from.languages, to.languages);
    case 'browser_version':
    case 'os_version':
      return versionBits(signal, from, to, days);
    case 'screen':
      return isPhone(to) ? PHONE_SCREEN : bits;
    case 'pixel_ratio':
      if (differing.has('screen')) return 0;
      return isPhone(to) ? PHONE_SCREEN : bits;
    case 'screen_available':
      return differing.has('screen') ? 0 : bits;
    default:
      return bits;
  }
}

/** The first changed hash has its full weight, further ones little, because they share a cause. */
function renderBits(bits: number, updated: boolean, earlier: number): number {
  if (updated) return Math.max(bits, earlier === 0 ? RENDER_WITH_UPDATE.first : RENDER_WITH_UPDATE.further);
  return earlier === 0 ? bits : Math.max(bits, RENDER_FURTHER);
}

/**
 * Groups platform names such as Win32 and Win64, the many Linux names of Android phones, and those of iPhones and iPads, which say MacIntel
 * where they request the desktop site.
 */
function platformGroup({ os_family: system, platform }: Profile): string {
  const text = String(platform);
  if (text === 'MacIntel' && (system === 'iOS' || system === 'iPadOS')) return 'iP';
  for (const group of ['Win', 'Mac', 'iP', 'Linux', 'Android']) {
    if (text.startsWith(group)) return group === 'Android' ? 'Linux' : group;
  }
  return text;
}

function isDesktop(profile: Profile): boolean {
  const os = profile.os_family;
  return os === 'Windows' || os === 'macOS' || os === 'Linux' || os === 'ChromeOS';
}

/** Phones and tablets, whose model determines almost everything that a page can see. */
export function isPhone(profile: Profile): boolean {
  const os = profile.os_family;
  return os === 'Android' || os === 'iOS' || os === 'iPadOS';
}

function fontBits(older: SignalValue | undefined, newer: SignalValue | undefined): number {
  const similarity = jaccard(older as readonly string[], newer as readonly string[]);
  return FONTS.find((step) => similarity >= step.minSimilarity)?.bits ?? (DIFFERENCE_BITS.fonts as number);
}

/** Jaccard similarity: the share of all fonts that both lists contain. */
export function jaccard(one: readonly string[], other: readonly string[]): number {
  const first = new Set(one);
  let common = 0;
  for (const font of other) if (first.has(font)) common += 1;
  return common / (first.size + other.length - common);
}

function languageBits(older: SignalValue | undefined, newer: SignalValue | undefined): number {
  const [one, other] = [older as readonly string[], newer as readonly string[]];
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.every((language, index) => long[index] === language)
    ? LANGUAGES_EXTENDED
    : (DIFFERENCE_BITS.languages as number);
}

function versionBits(signal: 'browser_version' | 'os_version', from: Profile, to: Profile, days: number): number {
  const [older, newer] = [from[signal] as readonly number[], to[signal] as readonly number[]];
  if (compareVersions(older, newer) < 0) return DIFFERENCE_BITS[signal] as number;
  if (signal === 'os_version') return RISE.os;
  const majors = (newer[0] ?? 0) - (older[0] ?? 0);
  return majors <= days / RISE.majorDays + 1 ? RISE.browserExpected : RISE.browserFast;
}

/** Negative when the newer version is lower. Compares the common length: `[147]` and `[147, 0, 3912]` are equal. */
export function compareVersions(older: readonly (string | number)[], newer: readonly (string | number)[]): number {
  const length = Math.min(older.length, newer.length);
  for (let index = 0; index < length; index += 1) {
    if (older[index] !== newer[index]) return Number(newer[index]) - Number(older[index]);
  }
  return 0;
}
