// Estimates how rare a value is: the environment's own counts, smoothed by world frequencies.
import type { Profile } from './observation.ts';
import { WORLD } from './world-frequencies.ts';

/**
 * Number of imaginary devices with world frequencies that are added to the environment's own: the strength of the prior.
 * An environment with 1,000 devices gives its own counts and the world frequencies equal weight.
 */
export const WORLD_DEVICES = 1000;
/** With this many devices of the same hardware, their own screen distribution and the prior have equal weight. */
const PRIOR_MACHINES = 20;

/** The counts of an environment, or none; then only the world frequencies are used. */
export interface Counts {
  deviceCount: number;
  frequencies: ReadonlyMap<string, number>;
}

export const NO_COUNTS: Counts = { deviceCount: 0, frequencies: new Map() };

/**
 * Smoothed share of *other* devices with the value of this frequency key; the candidate itself is counted and therefore
 * subtracted. `system` selects the world prior for values that the table does not list.
 */
export function shareOf(counts: Counts, key: string, system: System): number {
  const others = Math.max(0, (counts.frequencies.get(key) ?? 0) - 1);
  const devices = Math.max(0, counts.deviceCount - 1);
  return (others + WORLD_DEVICES * worldShare(key, system)) / (devices + WORLD_DEVICES);
}

/** Share of the screen among machines with the same hardware, smoothed by the system's share of that screen. */
export function screenShareOf(
  counts: Counts,
  keys: { hardware: string; both: string; screen: string },
  system: System,
): number {
  const sameScreen = Math.max(0, (counts.frequencies.get(keys.both) ?? 0) - 1);
  const machines = Math.max(sameScreen, Math.max(0, (counts.frequencies.get(keys.hardware) ?? 0) - 1));
  return (sameScreen + PRIOR_MACHINES * screenPrior(counts, keys.screen, system)) / (machines + PRIOR_MACHINES);
}

/** A phone's screen is determined by its model and adds little to equal hardware. */
function screenPrior(counts: Counts, key: string, system: System): number {
  const share = shareOf(counts, key, system);
  const { os } = system;
  return os === 'Android' || os === 'iOS' || os === 'iPadOS' ? Math.max(share, 0.5) : share;
}

/**
 * Lower limit of the share of an unlisted value. The table's fingerprints come from one collector; a collector that omits
 * a part of the hardware produces unlisted keys even for the most common machines. Browsers that hide hardware (WebKit)
 * or report a few chips for all machines (Firefox) have large populations regardless of the key.
 */
const MIN_UNLISTED_SHARE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  iOS: { h: 0.05, s: 0.01, f: 0.05 },
  iPadOS: { h: 0.05, s: 0.01, f: 0.05 },
  Safari: { h: 0.03, s: 0.005, f: 0.02 },
  Firefox: { h: 0.01, s: 0.002, f: 0.005 },
  Android: { h: 0.001, s: 0.002, f: 0.05 },
};
const MIN_UNLISTED_SHARE_DEFAULT = 0.0005;

function worldShare(key: string, system: System): number {
  const listed = WORLD.values.get(key);
  if (listed !== undefined) return listed;
  const kind = key.slice(0, key.indexOf(':'));
  const seen = WORLD.unlisted[system.os]?.[kind] ?? (WORLD.unlisted.other?.[kind] as number);
  return Math.max(seen, MIN_UNLISTED_SHARE[system.population]?.[kind] ?? MIN_UNLISTED_SHARE_DEFAULT);
}

/** The population a profile belongs to. */
export interface System {
  os: string;
  /** The browser where it determines what a page can see, else the operating system. */
  population: string;
}

export function systemOf(profile: Profile): System {
  const os = String(profile.os_family ?? 'other');
  const browser = profile.browser_family;
  const phone = os === 'iOS' || os === 'iPadOS';
  return { os, population: !phone && (browser === 'Safari' || browser === 'Firefox') ? browser : os };
}
