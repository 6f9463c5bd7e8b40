// How rare a value is: the environment's own counts, smoothed by what is known of the world at large.
import type { Profile } from './observation.ts';
import { WORLD } from './world-frequencies.ts';

/** How many imaginary devices of the world stand beside the environment's own (`devices.md` 6.1). */
export const WORLD_DEVICES = 1000;
/** How many devices of the same hardware it takes to trust their own distribution of screens half. */
const SAME_HARDWARE = 20;

/** Where counts come from: those of an environment, or none (then the world's alone). */
export interface Counts {
  deviceCount: number;
  frequencies: ReadonlyMap<string, number>;
}

export const NO_COUNTS: Counts = { deviceCount: 0, frequencies: new Map() };

/**
 * Smoothed share of *other* devices that hold the value of this frequency key: the candidate itself is one of those
 * counted, so it is taken out. `system` chooses the world's prior for values that its table does not list.
 */
export function shareOf(counts: Counts, key: string, system: System): number {
  const others = Math.max(0, (counts.frequencies.get(key) ?? 0) - 1);
  const devices = Math.max(0, counts.deviceCount - 1);
  return (others + WORLD_DEVICES * worldShare(key, system)) / (devices + WORLD_DEVICES);
}

/** Share of screens among the machines of this very hardware; the system's share of that screen when they are few. */
export function screenShareOf(
  counts: Counts,
  keys: { hardware: string; both: string; screen: string },
  system: System,
): number {
  const held = Math.max(0, (counts.frequencies.get(keys.both) ?? 0) - 1);
  const machines = Math.max(held, Math.max(0, (counts.frequencies.get(keys.hardware) ?? 0) - 1));
  return (held + SAME_HARDWARE * screenPrior(counts, keys.screen, system)) / (machines + SAME_HARDWARE);
}

/** A phone's screen belongs to its model: it adds little to equal hardware. */
function screenPrior(counts: Counts, key: string, system: System): number {
  const share = shareOf(counts, key, system);
  const { os } = system;
  return os === 'Android' || os === 'iOS' || os === 'iPadOS' ? Math.max(share, 0.5) : share;
}

/**
 * An unlisted value is never taken for rarer than this. The table's fingerprints come from one collector; another that
 * leaves a part of the hardware out makes unlisted keys of the commonest machines. Browsers that hide hardware (WebKit)
 * or name a few chips for all (Firefox) are crowded whatever the key says.
 */
const LEAST: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  iOS: { h: 0.05, s: 0.01, f: 0.05 },
  iPadOS: { h: 0.05, s: 0.01, f: 0.05 },
  Safari: { h: 0.03, s: 0.005, f: 0.02 },
  Firefox: { h: 0.01, s: 0.002, f: 0.005 },
  Android: { h: 0.001, s: 0.002, f: 0.05 },
};
const LEAST_ELSEWHERE = 0.0005;

function worldShare(key: string, system: System): number {
  const listed = WORLD.values.get(key);
  if (listed !== undefined) return listed;
  const kind = key.slice(0, key.indexOf(':'));
  const seen = WORLD.unlisted[system.os]?.[kind] ?? (WORLD.unlisted.other?.[kind] as number);
  return Math.max(seen, LEAST[system.crowd]?.[kind] ?? LEAST_ELSEWHERE);
}

/** Of which crowd a profile is one. */
export interface System {
  os: string;
  /** The browser where it decides how much can be seen, else the system. */
  crowd: string;
}

export function systemOf(profile: Profile): System {
  const os = String(profile.os_family ?? 'other');
  const browser = profile.browser_family;
  const phone = os === 'iOS' || os === 'iPadOS';
  return { os, crowd: !phone && (browser === 'Safari' || browser === 'Firefox') ? browser : os };
}
