// Describes differences between profiles in words and formats values for display.
import { formatCount } from '../vocabulary/format-count.ts';
import type { Difference, Differences } from './differences.ts';
import type { ChangedSignal, ConflictingSignal, Profile, SignalValue } from './observation.ts';
import type { SignalName } from './signal-names.ts';

/** Differences of at most this many bits are conflicts; lighter ones are changes that every machine goes through. */
const CONFLICT = -6;
const MAX_TEXT_LENGTH = 200;

const LABELS: Readonly<Partial<Record<SignalName, string>>> = {
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

/** The label of a signal: `gpu_renderer` → `graphics chip`. */
export function signalLabel(signal: SignalName): string {
  return LABELS[signal] ?? signal.replaceAll('_', ' ');
}

/** Joins names: `a`, `a and b`, `a, b and c`, `a, b and 3 more`. */
export function joinNames(names: readonly string[], max = 3): string {
  const words = [...new Set(names)];
  if (words.length <= 1) return words[0] ?? '';
  if (words.length <= max) return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
  return `${words.slice(0, max - 1).join(', ')} and ${words.length - max + 1} more`;
}

/** The labels of the differing signals, heaviest difference first. */
export function heaviestDifferences(differ: readonly Difference[], max = 3): string {
  const ordered = [...differ].sort((one, other) => Number(other.hard) - Number(one.hard) || one.bits - other.bits);
  return joinNames(
    ordered.map((difference) => signalLabel(difference.signal)),
    max,
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

/** Two values as text: lists joined, versions dotted, hashes cut to 12 characters, long lists reduced to their differences. */
function valueTexts(signal: SignalName, from: SignalValue | undefined, to: SignalValue | undefined) {
  if ((signal === 'fonts' || signal === 'plugins') && Array.isArray(from) && Array.isArray(to)) {
    return { from: listText(from, to), to: listText(to, from) };
  }
  return { from: valueText(signal, from), to: valueText(signal, to) };
}

function listText(list: readonly string[], other: readonly string[]): string {
  const shared = new Set(other);
  const only = list.filter((item) => !shared.has(item));
  const entries = formatCount(list.length, 'entry', 'entries');
  return truncate(only.length === 0 ? entries : `${entries}, including ${only.join(', ')}`);
}

/** One value as text for display. */
export function valueText(signal: SignalName, value: SignalValue | undefined): string {
  if (value === undefined) return 'unknown';
  if (signal.endsWith('_hash')) return String(value).slice(0, 12);
  if (typeof value !== 'object') return truncate(String(value));
  if (signal === 'screen' || signal === 'screen_available') return value.join(' x ');
  return truncate(value.join(signal.endsWith('_version') ? '.' : ', '));
}

function truncate(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}
