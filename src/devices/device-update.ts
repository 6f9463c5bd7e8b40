// What is stored of a device after an event: its profile, its keys, its id, its networks.

import { joinedAfter, joinedWith } from './joined-ids.ts';
import type { CandidateKey, Observation, Profile, Resolution, SignalValue } from './observation.ts';
import { JOINED, PROFILE_NAMES, RENDER_NAMES, UNSTABLE } from './signal-names.ts';
import { makerOf } from './signal-values.ts';
import { NETWORKS_KEPT } from './weights.ts';

export interface DeviceUpdate {
  provisional: boolean;
  profile: Profile | null;
  addKeys: CandidateKey[];
  attachId: string | null;
  refuteId: { persistentId: string; cloned: boolean } | null;
  networks: string[] | null;
  countFrequencies: string[];
}

const NONE: readonly string[] = [];
/** What changes rendering for a good reason. */
const UPDATES = ['browser_version', 'os_version', 'gpu_driver', 'gpu_renderer'] as const;

/**
 * What to write for the answered device. A profile is written only when something changed, and unknown values never
 * erase known ones. A likeness from elsewhere teaches nothing: its sender may be anyone. A provisional device whose own id returns is one machine after all: it enters the fingerprint index
 * and the counts.
 */
export function updateDevice(
  resolution: Resolution,
  observation: Observation,
  narrowNetwork: string | null,
): DeviceUpdate {
  const { device } = resolution;
  const provisional = resolution.provisional;
  const promoted = device?.provisional === true && !provisional;
  const profile =
    device === null
      ? observation.profile
      : resolution.learns
        ? merged(device.profile, observation, resolution.attachId)
        : null;
  const { persistentId } = observation;
  return {
    provisional,
    profile,
    addKeys: provisional || (profile === null && !promoted) ? [] : [...observation.keys],
    attachId: resolution.attachId ? persistentId : null,
    refuteId: resolution.idRefuted && persistentId !== null ? { persistentId, cloned: resolution.idCloned } : null,
    networks: resolution.learns ? networksAfter(device?.networks ?? [], narrowNetwork) : null,
    countFrequencies: !provisional && (device === null || promoted) ? [...observation.frequencyKeys] : [],
  };
}

/** The older profile under the newer one, or null when nothing changed. */
function merged(from: Profile, { profile: to, persistentId }: Observation, lostId: boolean): Profile | null {
  const known = (from[UNSTABLE] ?? NONE) as readonly string[];
  const unstable = unstableAfter(known, from, to, lostId);
  const joined = (from[JOINED] ?? NONE) as readonly string[];
  const joins = persistentId === null ? joined : (lostId ? joinedWith : joinedAfter)(joined, persistentId);
  let changed = unstable.length !== known.length || joins !== joined;
  const profile: Record<string, SignalValue> = {};
  for (const name of PROFILE_NAMES) {
    const [older, newer] = [from[name], to[name]];
    // A randomized hash is kept as it was first seen: writing it anew on every visit would tell nothing.
    const value = unstable.includes(name) ? (older ?? newer) : (newer ?? older);
    if (value === undefined) continue;
    profile[name] = value;
    if (!equal(older, value)) changed = true;
  }
  if (unstable.length > 0) profile[UNSTABLE] = unstable;
  if (joins.length > 0) profile[JOINED] = joins;
  return changed ? profile : null;
}

/**
 * Rendering hashes that changed on one device although browser, driver and system did not: the browser adds noise on
 * purpose (Brave, Firefox's resistance to fingerprinting, extensions). One that is seen equal again is stable again. The
 * persistent id is listed once the device came back without it.
 */
function unstableAfter(known: readonly string[], from: Profile, to: Profile, lostId: boolean): readonly string[] {
  const updated = UPDATES.some((name) => {
    const [older, newer] = [from[name], to[name]];
    // A part that the browser does not tell (an iPhone has no driver) is no update.
    return older !== undefined && newer !== undefined && !equal(older, newer);
  });
  const hashes: string[] = RENDER_NAMES.filter((name) => {
    const [older, newer] = [from[name], to[name]];
    if (older === undefined || newer === undefined || makerOf(older) !== makerOf(newer)) return known.includes(name);
    return older !== newer && (known.includes(name) || !updated);
  });
  return lostId || known.includes('persistent_id') ? ['persistent_id', ...hashes] : hashes;
}

function equal(one: SignalValue | undefined, other: SignalValue): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one.length !== other.length) return false;
  return one.every((item, index) => item === other[index]);
}

/** Newest first; null when it already stands first or is no public network. */
function networksAfter(known: readonly string[], narrow: string | null): string[] | null {
  if (narrow === null || known[0] === narrow) return null;
  return [narrow, ...known.filter((network) => network !== narrow)].slice(0, NETWORKS_KEPT);
}
