// The table of match weights in bits (log2 of the likelihood ratio same machine : another machine), with sources.
import type { SignalName } from './signal-names.ts';

/** Stored with every resolution, so that it can be replayed with the weights of its time. */
export const WEIGHTS_VERSION = 'w4';

/**
 * Bits against the same machine when a signal differs.
 * Sources: FP-Stalker's public sample (15,000 pairs of 1,900 browsers; log2 of its proportions m and u of equal and
 * different values), its published number of days that an attribute stays constant, and BrFAST's proportions, which have
 * the same order. Values are halved where today's browsers differ from those of 2017 (user agents are reduced, fonts are
 * partly blocked).
 */
export const DIFFERENCE_BITS: Readonly<Partial<Record<SignalName, number>>> = {
  // -8.2 measured; within one group (`Linux armv81`, `Linux aarch64`), a browser update may change it.
  platform: -6,
  // -6.4 measured; laptops have two chips, remote desktops a third.
  gpu_renderer: -6,
  // -6.5 measured, but the vendor only repeats the renderer.
  gpu_vendor: -4,
  // Drivers are updated by the operating system, a few times a year.
  gpu_driver: -3,
  hardware_concurrency: -8,
  device_memory: -8,
  max_touch_points: -8,
  color_depth: -8,
  architecture: -8,
  model: -8,
  // -4.3 measured, updates included; at an unchanged version, a rendering change means another machine or noise.
  canvas_hash: -8,
  webgl_hash: -8,
  audio_hash: -8,
  math_hash: -8,
  codecs_hash: -4,
  // -2.4 measured for two readable lists; see FONTS for graded similarity.
  fonts: -9,
  fonts_hash: -3,
  // -2.6 measured; an external monitor or zoom changes it on 6 % of visits.
  screen: -2,
  screen_available: -1,
  pixel_ratio: -2,
  // -4.0 measured; travel.
  timezone: -3,
  // -7.3 measured.
  languages: -7,
  os_version: -9,
  browser_version: -9,
  plugins: -4,
  plugins_count: -3,
  // -6.8 measured in 2017, when the setting was new; people toggle it.
  do_not_track: -3,
  color_gamut: -1,
  hdr: -1,
  cookies_enabled: -3,
  local_storage: -2,
  indexed_db: -2,
  vendor: -6,
};

/** A phone's screen is built in: only a display setting or folding changes the reported size. */
export const PHONE_SCREEN = -6;

/**
 * A higher version is routine: a Chrome major every four weeks, a system update a few times a year. A lower one is not.
 */
export const RISE = {
  /** At most one major more than the days explain. */
  browserExpected: -0.5,
  browserFast: -3,
  os: -2,
  /** Days a major version lasts (Chromium's release cycle). */
  majorDays: 28,
};
/** Rendering hashes that change together with browser, driver or system: the first one, and each further one. */
export const RENDER_WITH_UPDATE = { first: -4, further: -1 } as const;
/** Each further changed hash: one cause, such as an extension that adds noise to canvas and audio, changes several. */
export const RENDER_FURTHER = -3;
/** Bits by the Jaccard similarity of two font lists; below all steps, the value of the table applies. */
export const FONTS = [
  { minSimilarity: 0.8, bits: -1 },
  { minSimilarity: 0.6, bits: -3 },
] as const;
/** Languages were added or removed at the end of the list. */
export const LANGUAGES_EXTENDED = -4;
/** A color depth that changes together with the screen indicates another monitor. */
export const DEPTH_WITH_SCREEN = -2;

/** Maximum bits of agreement by family. Signals within a family are correlated, so each family is capped. */
export const AGREEMENT_CAPS = {
  hardware: 12,
  /** When a part of the hardware is unknown on one side, so that no joint count exists. */
  hardwarePartly: 4,
  /** Each equal rendering hash with equal hardware, and their maximum sum. */
  renderEach: 0.7,
  render: 2,
  fonts: 6,
  screen: 5,
  timezone: 3,
  languages: 4,
  os_version: 1,
  plugins: 0.5,
  do_not_track: 0.5,
} as const;

/** Caps within an account: a second machine of one person resembles the first more than a stranger's machine does. */
export const ACCOUNT_AGREEMENT_CAPS = {
  hardware: 7,
  fonts: 4,
  screen: 3,
  timezone: 1,
  languages: 1,
  /** Fonts, screen and rendering of a phone together: the model determines them and is already counted. */
  phoneModel: 5,
} as const;

/** Number of recent networks stored for each device. */
export const MAX_NETWORKS = 8;

/** Bits for an event whose /24 or /48 was, or was not, seen on the device before. */
export const NETWORK_BITS = { known: 4, unknown: -0.5 } as const;

/**
 * For a match, without the id, of a device that rarely moves, from a network new to device and account. With k networks in n visits,
 * the next network is new with probability (k + 1) / (n + 2), compared with `usualShare` of all visits (m of an address is 0.685).
 * A computer that was in one place for fifty visits is unlikely to move and lose its storage at once. `minBits` limits the cost.
 */
export const STATIONARY = { usualShare: 0.3, minBits: -4 } as const;

/** Prior bits: the odds before any signal is compared. */
export const PRIOR_BITS = {
  account: -3,
  /** A device that appears with a new account and has lost its id at the same time: about one in 32. */
  otherAccount: -5,
  persistentId: 30,
  /**
   * The id on a network on which neither device nor account is known. Stolen ids come from such networks, about one in a
   * thousand (an assumption). A traveler (-10 bits) still passes; another phone of the same model (-18) does not.
   */
  persistentIdAway: 16,
  /** The same with an account that never used the device, which is typical of an id that many machines share. */
  persistentIdStranger: 12,
  /** The id was seen on another machine, too, but is presented by the account of its owner. */
  clonedInAccount: 7,
  /**
   * WebKit deletes script-written storage after 7 days without a visit: a missing id is then expected, whereas otherwise
   * it occurs on one visit in 50. Of the 32-fold odds, 8-fold are used.
   */
  storageExpired: 3,
  /** A device that lost its id before (private windows, cleanup tools) loses it on a third of its visits. */
  losesIds: 3,
  /** Nineteen of twenty provisional devices are visits of a device that is already known. */
  provisionalRival: -4,
  /** WebKit hides screen, cores and rendering: two random iPhones agree with p = 0.15. */
  webKitStranger: -12,
} as const;

/** Days without a visit after which WebKit deletes script-written storage. */
export const WEBKIT_STORAGE_DAYS = 7;

/** Thresholds for links, and upper limits of the confidence. */
export const DECISION = {
  link: 0.999,
  linkTrusted: 0.9999,
  /** The best candidate must be this many times as likely as the runner-up. */
  runnerUp: 100,
  /** Above this joint probability of all candidates, an event is ambiguous instead of new. */
  ambiguous: 0.5,
  /**
   * The prior of an account's device is this many bits below the observed odds (11 lost ids to 1 second device), so that
   * links err on the safe side. The reported probability of a new device excludes it.
   */
  caution: 4,
  capFingerprint: 95,
  /** An iPhone's fingerprint without its account: two random iPhones agree with p = 0.15. */
  capFingerprintIos: 80,
  capAmbiguous: 89,
  /** Copies and twins occur even where one known device fits: of 855 such results on both development sets, 21 were new devices. */
  floorAmbiguous: 3,
  capInsufficient: 20,
} as const;
