// Says in words what was decided and why, and writes values so that a person can read them.
import type { Difference, Differences } from './differences.ts';
import type { ChangedSignal, ConflictingSignal, Profile, SignalValue } from './observation.ts';
import type { SignalName } from './signal-names.ts';

/** Differences at least this heavy speak against the same machine; lighter ones are changes that machines go through. */
const CONFLICT = -6;
const TEXT_LIMIT = 200;

const WORDS: Readonly<Partial<Record<SignalName, string>>> = {
  os_family: 'operating system',
  browser_family: 'browser',
  gpu_vendor: 'graphics vendor',
  gpu_renderer: 'graphics chip',
  gpu_driver: 'graphics driver',
  hardware_concurrency: 'number of cores',
  device_memory: 'memory',
  max_touch_points: 'touch points',
  color_depth: 'color depth',
  canvas_hash: 'canvas rendering',
  webgl_hash: 'WebGL rendering',
  audio_hash: 'audio rendering',
  math_hash: 'arithmetic',
  codecs_hash: 'media codecs',
  fonts: 'installed fonts',
  fonts_hash: 'installed fonts',
  screen: 'screen',
  screen_available: 'usable screen area',
  pixel_ratio: 'pixel ratio',
  timezone: 'time zone',
  browser_version: 'browser version',
  os_version: 'system version',
  plugins_count: 'number of plugins',
  do_not_track: 'do-not-track setting',
  color_gamut: 'color gamut',
  cookies_enabled: 'cookie setting',
  local_storage: 'local storage',
  indexed_db: 'indexed database',
};

/** `gpu_renderer` → `graphics chip`. */
export function wordFor(signal: SignalName): string {
  return WORDS[signal] ?? signal.replaceAll('_', ' ');
}

/** `a`, `a and b`, `a, b and c`, `a, b and 3 more`. */
export function enumerate(names: readonly string[], most = 3): string {
  const words = [...new Set(names)];
  if (words.length <= 1) return words[0] ?? '';
  if (words.length <= most) return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
  return `${words.slice(0, most - 1).join(', ')} and ${words.length - most + 1} more`;
}

/** The heaviest differences first, in words. */
export function heaviest(differ: readonly Difference[], most = 3): string {
  const ordered = [...differ].sort((one, other) => Number(other.hard) - Number(one.hard) || one.bits - other.bits);
  return enumerate(
    ordered.map((difference) => wordFor(difference.signal)),
    most,
  );
}

/** Splits differences into changes and conflicts, with both values as text. */
export function describeDifferences(
  differences: Differences,
  from: Profile,
  to: Profile,
): { changed: ChangedSignal[]; conflicting: ConflictingSignal[] } {
  const changed: ChangedSignal[] = [];
  const conflicting: ConflictingSignal[] = [];
  for (const { signal, bits, hard } of differences.differ) {
    const texts = { signal, ...valueTexts(signal, from[signal], to[signal]) };
    if (hard) conflicting.push({ ...texts, severity: 'hard' });
    else if (bits <= CONFLICT) conflicting.push({ ...texts, severity: 'soft' });
    else changed.push(texts);
  }
  return { changed, conflicting };
}

/** Two values as text: lists joined, versions dotted, hashes cut to 12 characters, of long lists what only one has. */
function valueTexts(signal: SignalName, from: SignalValue | undefined, to: SignalValue | undefined) {
  if ((signal === 'fonts' || signal === 'plugins') && Array.isArray(from) && Array.isArray(to)) {
    return { from: setText(from, to), to: setText(to, from) };
  }
  return { from: valueText(signal, from), to: valueText(signal, to) };
}

function setText(list: readonly string[], other: readonly string[]): string {
  const held = new Set(other);
  const only = list.filter((item) => !held.has(item));
  return cut(only.length === 0 ? `${list.length} entries` : `${list.length} entries, among them ${only.join(', ')}`);
}

/** One value as text for people. */
export function valueText(signal: SignalName, value: SignalValue | undefined): string {
  if (value === undefined) return 'unknown';
  if (signal.endsWith('_hash')) return String(value).slice(0, 12);
  if (typeof value !== 'object') return cut(String(value));
  if (signal === 'screen' || signal === 'screen_available') return value.join(' x ');
  return cut(value.join(signal.endsWith('_version') ? '.' : ', '));
}

function cut(text: string): string {
  return text.length <= TEXT_LIMIT ? text : `${text.slice(0, TEXT_LIMIT - 1)}…`;
}
