// The one table of match weights, in bits (log2 of the likelihood ratio same machine : another machine), with sources.
import type { SignalName } from './signal-names.ts';

/** Kept with every resolution, so that a decision can be replayed with the weights of its time. */
export const WEIGHTS_VERSION = 'w2';

/**
 * Bits against the same machine when a signal differs, and the most an agreement may bring on its own.
 * Sources: FP-Stalker's public sample (15,000 pairs of 1,900 browsers; its log2 of equal and different proportions, m
 * and u), its published days an attribute stays constant, and BrFAST's proportions, which agree in order. Values are
 * halved where today's browsers differ from 2017's (user agents are reduced, fonts are partly blocked).
 */
export const DIFFERS: Readonly<Partial<Record<SignalName, number>>> = {
  // -8.2 measured; within one group (`Linux armv81`, `Linux aarch64`) a browser update may do it.
  platform: -6,
  // -6.4 measured: laptops have two chips, remote desktops a third.
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
  // -4.3 measured with updates in it; at one and the same version a change of rendering is another machine or noise.
  canvas_hash: -8,
  webgl_hash: -8,
  audio_hash: -8,
  math_hash: -8,
  codecs_hash: -4,
  // -2.4 measured for lists both readable; see FONTS for the graded case.
  fonts: -9,
  fonts_hash: -3,
  // -2.6 measured: an external monitor or zoom, on 6 % of visits.
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
  // -6.8 measured in 2017, when the switch was young; a setting that people flip.
  do_not_track: -3,
  color_gamut: -1,
  hdr: -1,
  cookies_enabled: -3,
  local_storage: -2,
  indexed_db: -2,
  vendor: -6,
};

/** A phone's screen is built in: only a display setting or a fold changes what it says. */
export const PHONE_SCREEN = -6;

/** A rise is routine: a Chrome major every four weeks, a system update a few times a year. A fall is not. */
export const RISE = {
  /** As many majors as the days explain, and one more. */
  browserExpected: -0.5,
  browserFast: -3,
  os: -2,
  /** Days a major version lasts (Chromium's release cycle). */
  majorDays: 28,
};
/** Rendering hashes that change together with browser, driver or system: the first, and each further of the same cause. */
export const RENDER_WITH_UPDATE = { first: -4, further: -1 } as const;
/** Several hashes of one cause (an extension that adds noise to canvas and audio alike) are not so many proofs. */
export const RENDER_FURTHER = -3;
/** Jaccard similarity of two font lists: at least `least` costs `bits`; below all of them the table's value. */
export const FONTS = [
  { least: 0.8, bits: -1 },
  { least: 0.6, bits: -3 },
] as const;
/** Added or removed at the end of the list of languages. */
export const LANGUAGES_EXTENDED = -4;
/** A color depth that changes together with the screen is another monitor. */
export const DEPTH_WITH_SCREEN = -2;

/** Most bits that agreement may bring, by family: families are correlated inside, so each is capped. */
export const AGREES = {
  hardware: 12,
  /** Part of the hardware unknown on one side: no joint count exists. */
  hardwarePartly: 4,
  /** Each equal rendering hash given equal hardware, and their sum. */
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

/** Another machine of the same person resembles the first more than a stranger's does: caps inside an account. */
export const AGREES_IN_ACCOUNT = {
  hardware: 7,
  fonts: 4,
  screen: 3,
  timezone: 1,
  languages: 1,
  /** Fonts, screen and rendering of a phone together: the model, already counted, decides them. */
  phoneModel: 5,
} as const;

/** A device keeps this many of its last networks. */
export const NETWORKS_KEPT = 8;

/** The event's /24 or /48 was seen on the device before, or was not. */
export const NETWORK = { known: 4, unknown: -0.5 } as const;

/**
 * Likeness without the id, from a network new to device and account, of a device that hardly moves: with k networks in n
 * visits the next one is new with about (k + 1) / (n + 2), against the 0.3 of all visits (m of an address is .685).
 * A computer that stood at home for fifty visits is not both moved and emptied at once. Most bits it may cost.
 */
export const UNMOVED = { usual: 0.3, most: -4 } as const;

/** Prior bits (`devices.md` 6.3). */
export const PRIOR = {
  account: -3,
  /** A device that shows an account it never showed and has lost its id in the same moment: about one in 32. */
  otherAccount: -5,
  persistentId: 30,
  /**
   * The same from a network that neither device nor account is known on: there stolen ids come from, about one in a
   * thousand. A traveler (-10 bits) still passes, another phone of the same model (-18) does not.
   */
  persistentIdAway: 16,
  /** The same with an account that never used the device: how an id looks that many machines share. */
  persistentIdStranger: 12,
  /** The id was seen on another machine too, but comes from the account of its holder. */
  clonedInAccount: 7,
  /**
   * WebKit deletes script-written storage after 7 days without a visit: a missing id is then what is expected, where it
   * otherwise is one visit in 50. Of 32-fold odds, 8-fold are taken.
   */
  storageExpired: 3,
  /** A device that lost its id before (private windows, cleaners) loses it on a third of its visits. */
  losesIds: 3,
  /** Nineteen of twenty provisional devices are visits of a device that is known already. */
  visitOfAnother: -4,
  /** WebKit hides screen, cores and rendering: two random iPhones agree with p = 0.15. */
  webKitStranger: -12,
} as const;

/** Days without a visit after which WebKit deletes script-written storage. */
export const WEBKIT_STORAGE_DAYS = 7;

/** When to link, and what a confidence may claim. */
export const DECISION = {
  link: 0.999,
  linkTrusted: 0.9999,
  /** The runner-up's odds must be this many times worse. */
  runnerUp: 100,
  /** From here on the candidates together make an event ambiguous instead of new. */
  ambiguous: 0.5,
  /**
   * The prior of an account's device is set this many bits below what is observed (11 lost ids to 1 second device), so
   * that links err on the safe side. What is said about the chance of a new device takes it back.
   */
  caution: 4,
  capFingerprint: 95,
  /** An iPhone's fingerprint alone, without its account, says no more: two random ones agree with p = 0.15. */
  capFingerprintIos: 80,
  capAmbiguous: 89,
  capInsufficient: 20,
} as const;
