// The closed, ordered list of signal names that resolutions speak of.

/**
 * Append only: storage keeps which signals matched or were unknown as positions in this list.
 * First the normalized signals in the order of a profile, then names that are only ever reported as malformed.
 */
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

/** The names a profile may hold, in its order: everything that two visits are compared by, but for the id and network. */
export const PROFILE_NAMES = SIGNAL_NAMES.slice(
  SIGNAL_NAMES.indexOf('os_family'),
  SIGNAL_NAMES.indexOf('network'),
) as readonly SignalName[];

/** Facts that all come out of the user agent: together they count as one known signal. */
export const AGENT_NAMES: readonly SignalName[] = ['os_family', 'browser_family', 'browser_version', 'os_version'];

/** Hashes of what the machine draws, sounds and computes. */
export const RENDER_NAMES = ['canvas_hash', 'webgl_hash', 'audio_hash', 'math_hash', 'codecs_hash'] as const;

/** Key of a profile under which the signals are listed that this device's browser randomises on every visit. */
export const UNSTABLE = 'unstable';
/** Key of a profile under which the ids stand that were attached to the device by its likeness (`joined-ids.ts`). */
export const JOINED = 'joined_ids';
