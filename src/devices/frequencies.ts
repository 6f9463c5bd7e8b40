// How rare a value is: the environment's own counts, smoothed by what is known of the world at large.
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
 * counted, so it is taken out. `os` chooses the world's prior for values that its table does not list.
 */
export function shareOf(counts: Counts, key: string, os: string): number {
  const others = Math.max(0, (counts.frequencies.get(key) ?? 0) - 1);
  const devices = Math.max(0, counts.deviceCount - 1);
  return (others + WORLD_DEVICES * worldShare(key, os)) / (devices + WORLD_DEVICES);
}

/** Share of screens among the machines of this very hardware; the system's share of that screen when they are few. */
export function screenShareOf(
  counts: Counts,
  keys: { hardware: string; both: string; screen: string },
  os: string,
): number {
  const held = Math.max(0, (counts.frequencies.get(keys.both) ?? 0) - 1);
  const machines = Math.max(held, Math.max(0, (counts.frequencies.get(keys.hardware) ?? 0) - 1));
  return (held + SAME_HARDWARE * screenPrior(counts, keys.screen, os)) / (machines + SAME_HARDWARE);
}

/** A phone's screen belongs to its model: it adds little to equal hardware. */
function screenPrior(counts: Counts, key: string, os: string): number {
  const share = shareOf(counts, key, os);
  return os === 'Android' || os === 'iOS' || os === 'iPadOS' ? Math.max(share, 0.5) : share;
}

function worldShare(key: string, os: string): number {
  const listed = WORLD.values[key];
  if (listed !== undefined) return listed;
  const kind = key.slice(0, key.indexOf(':'));
  return WORLD.unlisted[os]?.[kind] ?? (WORLD.unlisted.other?.[kind] as number);
}
