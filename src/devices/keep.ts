// What is stored of a device after an event: its profile, its keys, its id, its networks.
import type { CandidateKey, Observation, Profile, Resolution, SignalValue } from './observation.ts';
import { PROFILE_NAMES } from './signal-names.ts';

export interface KeptDevice {
  provisional: boolean;
  profile: Profile | null;
  addKeys: CandidateKey[];
  attachId: string | null;
  refuteId: { persistentId: string; cloned: boolean } | null;
  networks: string[] | null;
  countFrequencies: string[];
}

/** A device keeps this many of its last networks. */
const NETWORKS = 8;

/**
 * What to write for the answered device. A profile is written only when something changed, and unknown values never
 * erase known ones. A provisional device whose own id returns is one machine after all: it enters the fingerprint index
 * and the counts.
 */
export function keepDevice(resolution: Resolution, observation: Observation, narrowNetwork: string | null): KeptDevice {
  const { device } = resolution;
  const provisional = resolution.provisional;
  const promoted = device?.provisional === true && !provisional;
  const profile = device === null ? observation.profile : merged(device.profile, observation.profile);
  const { persistentId } = observation;
  return {
    provisional,
    profile,
    addKeys: provisional || (profile === null && !promoted) ? [] : [...observation.keys],
    attachId: resolution.attachId ? persistentId : null,
    refuteId: resolution.idRefuted && persistentId !== null ? { persistentId, cloned: resolution.idCloned } : null,
    networks: networksAfter(device?.networks ?? [], narrowNetwork),
    countFrequencies: !provisional && (device === null || promoted) ? [...observation.frequencyKeys] : [],
  };
}

/** The older profile under the newer one, or null when nothing changed. */
function merged(from: Profile, to: Profile): Profile | null {
  let changed = false;
  const profile: Record<string, SignalValue> = {};
  for (const name of PROFILE_NAMES) {
    const [older, newer] = [from[name], to[name]];
    const value = newer ?? older;
    if (value === undefined) continue;
    profile[name] = value;
    if (newer !== undefined && !equal(older, newer)) changed = true;
  }
  return changed ? profile : null;
}

function equal(one: SignalValue | undefined, other: SignalValue): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one.length !== other.length) return false;
  return one.every((item, index) => item === other[index]);
}

/** Newest first; null when it already stands first or is no public network. */
function networksAfter(known: readonly string[], narrow: string | null): string[] | null {
  if (narrow === null || known[0] === narrow) return null;
  return [narrow, ...known.filter((network) => network !== narrow)].slice(0, NETWORKS);
}
