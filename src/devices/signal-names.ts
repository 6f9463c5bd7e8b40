// The closed, ordered list of signal names used in resolutions.
import type { Profile } from './observation.ts';

/** The normalized signals come first, in profile order, then names that are only reported as malformed. */
export const SIGNAL_NAMES = [
  'persistent_id',
  'os_family',
  'browser_family',
  'platform',
  'gpu_vendor',
  'gpu_renderer',
  'gpu_driver',
  'hardware_concurrency',
  'device_memory',
  'max_touch_points',
  'color_depth',
  'architecture',
  'model',
  'canvas_hash',
  'webgl_hash',
  'audio_hash',
  'math_hash',
  'codecs_hash',
  'fonts',
  'fonts_hash',
  'screen',
  'screen_available',
  'pixel_ratio',
  'timezone',
  'languages',
  'browser_version',
  'os_version',
  'plugins',
  'plugins_count',
  'do_not_track',
  'color_gamut',
  'hdr',
  'cookies_enabled',
  'local_storage',
  'indexed_db',
  'vendor',
  'network',
  'user_agent',
  'ua_data',
  'webgl_vendor',
  'webgl_renderer',
  'session_token',
  'sdk_version',
  'window',
  'connection_rtt',
  'automation',
  'behavior',
  'fingerprintjs',
  'thumbmark',
] as const;
export type SignalName = (typeof SIGNAL_NAMES)[number];

/** The names a profile may contain, in its order: all signals that are compared, without the id and the network. */
export const PROFILE_NAMES = SIGNAL_NAMES.slice(
  SIGNAL_NAMES.indexOf('os_family'),
  SIGNAL_NAMES.indexOf('network'),
) as readonly SignalName[];

/** Values derived from the user agent; together they count as one known signal. */
export const AGENT_NAMES: readonly SignalName[] = ['os_family', 'browser_family', 'browser_version', 'os_version'];

/** What an update of the browser, the system or the graphics driver changes; rendering may change with it. */
export const VERSION_NAMES = ['browser_version', 'os_version', 'gpu_driver'] as const satisfies readonly SignalName[];

/** Hashes of rendering, audio and arithmetic. */
export const RENDER_NAMES = ['canvas_hash', 'webgl_hash', 'audio_hash', 'math_hash', 'codecs_hash'] as const;

/**
 * Parts of a machine that browsers with noisy rendering misreport as well: Brave reports different cores and memory after each
 * start. (https://github.com/brave/brave-browser/issues/10808, 12348)
 */
export const DISGUISED_NAMES = ['hardware_concurrency', 'device_memory'] as const satisfies readonly SignalName[];

/** Signals that distinguish machines with the same browser and system and cannot be guessed from user agent and country. */
export const TELLING_NAMES = [
  'gpu_renderer',
  'gpu_driver',
  'hardware_concurrency',
  'device_memory',
  'model',
  'canvas_hash',
  'webgl_hash',
  'fonts',
  'fonts_hash',
  'screen',
] as const satisfies readonly SignalName[];

/** The telling signals that a stranger does not guess either: cores, memory and screens are the same on many machines. */
export const UNGUESSED_NAMES = ['gpu_renderer', 'canvas_hash', 'webgl_hash', 'fonts', 'fonts_hash'] as const;

/** Whether the signals show more than anyone can guess of a machine. */
export function isUnguessed(profile: Profile): boolean {
  return UNGUESSED_NAMES.some((name) => profile[name] !== undefined);
}

/** Profile key of the list of signals that this device's browser randomizes on every visit; a hash is listed once for each of two changes. */
export const UNSTABLE = 'unstable';
/** The signals that this device's browser randomizes; `persistent_id` for a device that loses its ids. */
export function unstableOf(profile: Profile): readonly string[] {
  return (profile[UNSTABLE] ?? []) as readonly string[];
}

/** Profile key of the time at which the device last appeared as another machine and the profile followed it, ms. */
export const REPLACED = 'replaced_at';
export function replacedAtOf(profile: Profile): number | null {
  return (profile[REPLACED] ?? null) as number | null;
}

/** Profile key of the list with the device's own id and the ids that matching signals attached (`joined-ids.ts`). */
export const JOINED = 'joined_ids';
export function joinedIdsOf(profile: Profile): readonly string[] {
  return (profile[JOINED] ?? []) as readonly string[];
}

/** The keys that recognition stores in a profile for itself, and that are no signals of the device. */
const RECORD_KEYS: ReadonlySet<string> = new Set([UNSTABLE, REPLACED, JOINED]);

/** Whether a key of a profile is a signal. */
export function isSignalKey(key: string): boolean {
  return !RECORD_KEYS.has(key);
}
