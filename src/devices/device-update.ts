// Computes what to write for a device after an event: profile, keys, id and networks.
import { addJoinedId, learnOwnId, ownIdOnly, suspectLaterIds, takeDevice } from './joined-ids.ts';
import type { CandidateKey, DeviceRecord, Observation, Profile, Resolution, SignalValue } from './observation.ts';
import {
  DISGUISED_NAMES,
  JOINED,
  joinedIdsOf,
  PROFILE_NAMES,
  RENDER_NAMES,
  REPLACED,
  replacedAtOf,
  type SignalName,
  TELLING_NAMES,
  UNSTABLE,
  unstableOf,
} from './signal-names.ts';
import { collectorOf } from './signal-values.ts';
import { MAX_NETWORKS } from './weights.ts';

export interface DeviceUpdate {
  provisional: boolean;
  profile: Profile | null;
  addKeys: CandidateKey[];
  attachId: string | null;
  refuteId: { persistentId: string; cloned: boolean } | null;
  networks: string[] | null;
  countFrequencies: string[];
}

/** Changes of these signals explain a change of rendering. */
const UPDATES = ['browser_version', 'os_version', 'gpu_driver', 'gpu_renderer'] as const;

/**
 * What to write for the resolved device. A profile is written only when something changed, and unknown values never overwrite
 * known ones. Matching signals from an unknown network change nothing, because anyone may have sent them. When a provisional
 * device's own id returns, the device has proven to be one machine and enters the fingerprint index and the counts.
 */
export function updateDevice(
  resolution: Resolution,
  observation: Observation,
  narrowNetwork: string | null,
  proof: ProofOfDevice = { taken: false, unrecognizedAt: null },
): DeviceUpdate {
  const { device } = resolution;
  const provisional = resolution.provisional;
  const promoted = device?.provisional === true && !provisional;
  const profile =
    device === null
      ? firstProfile(resolution, observation)
      : resolution.updatesDevice
        ? mergeProfiles(device.profile, observation, { ...resolution, ...proof })
        : null;
  const { persistentId } = observation;
  return {
    provisional,
    profile,
    addKeys: provisional || (profile === null && !promoted) ? [] : [...observation.keys],
    attachId: resolution.attachId ? persistentId : null,
    refuteId: resolution.idRefuted && persistentId !== null ? { persistentId, cloned: resolution.idCloned } : null,
    networks: resolution.updatesDevice ? networksAfter(device?.networks ?? [], narrowNetwork) : null,
    countFrequencies: !provisional && (device === null || promoted) ? [...observation.frequencyKeys] : [],
  };
}

/** The update of a device by an event that must not change it: an existing device stays as it is. */
export function unchangedDevice({ provisional }: DeviceRecord): DeviceUpdate {
  return {
    provisional,
    profile: null,
    addKeys: [],
    attachId: null,
    refuteId: null,
    networks: null,
    countFrequencies: [],
  };
}

/**
 * The update by an account that may not change the device but has shown `persistentId`: ids that joined later are another storage's.
 * A computer of a ward or a lab is used by dozens of accounts; whoever proved it first may never come back to it.
 */
export function suspectedTwins(device: DeviceRecord, persistentId: string | null): DeviceUpdate {
  const update = unchangedDevice(device);
  const joined = joinedIdsOf(device.profile);
  const ids = persistentId === null ? joined : suspectLaterIds(joined, persistentId);
  return ids === joined ? update : { ...update, profile: { ...device.profile, [JOINED]: ids } };
}

function firstProfile({ attachId, sharesId }: Resolution, { profile, persistentId }: Observation): Profile {
  return (attachId || sharesId) && persistentId !== null ? { ...profile, [JOINED]: ownIdOnly(persistentId) } : profile;
}

/** What the event proves about the device. */
export interface ProofOfDevice {
  /** Nobody had proven the device, and the event does (`takeDevice`). */
  taken: boolean;
  /** The event's time, ms, if the account has proven the device but did not recognize it; otherwise null. */
  unrecognizedAt: number | null;
}

interface Visit extends Pick<Resolution, 'attachId' | 'method' | 'sharesId'>, ProofOfDevice {}

/** The ids after a visit with `persistentId`. */
function idsAfter(
  ids: readonly string[],
  persistentId: string | null,
  { attachId, sharesId, method, taken }: Omit<Visit, 'unrecognizedAt'>,
): readonly string[] {
  if (taken) return takeDevice(ids, attachId || sharesId || method === 'persistent_id' ? persistentId : null);
  if (persistentId === null) return ids;
  if (attachId) return addJoinedId(ids, persistentId);
  return suspectLaterIds(ids, persistentId);
}

/** The newer profile over the older one, or null when nothing changed. */
function mergeProfiles(from: Profile, { profile: to, persistentId }: Observation, visit: Visit): Profile | null {
  const known = unstableOf(from);
  const unstable = unstableAfter(known, from, to, visit.attachId);
  const joined = joinedIdsOf(from);
  const joinedNow = idsAfter(joined, persistentId, visit);
  const isOther = isOtherMachine(from, to, visit);
  let changed = isOther || unstable.length !== known.length || joinedNow !== joined;
  const profile: Record<string, SignalValue> = {};
  for (const name of PROFILE_NAMES) {
    const [older, newer] = [isOther && TELLING.has(name) && !(name in to) ? undefined : from[name], to[name]];
    const value = isFrozen(name, known, unstable) ? (older ?? newer) : (newer ?? older);
    if (value === undefined) continue;
    profile[name] = value;
    if (!sameValue(older, value)) changed = true;
  }
  if (unstable.length > 0) profile[UNSTABLE] = unstable;
  // An id that did not identify the device may be another device's. It is not worth a separate write.
  const ids =
    visit.method === 'persistent_id' && persistentId !== null ? learnOwnId(joinedNow, persistentId) : joinedNow;
  if (ids.length > 0) profile[JOINED] = ids;
  const replacedAt = replacedAtAfter(from, isOther, visit);
  if (replacedAt !== null) profile[REPLACED] = replacedAt;
  return changed ? profile : null;
}

/**
 * Whether an unstable signal keeps its value. Rewriting a randomized hash on every visit would carry no information, so it follows the
 * visits until it has changed twice: a hash that has changed for good, by a new collector or an update that nothing else shows, is stable
 * again at the next visit. While the first value was kept, such a device's rendering was noise forever, and so were its cores and memory:
 * another machine with the stolen id logged in from abroad and paid (0, allowed).
 */
function isFrozen(name: SignalName, known: readonly string[], unstable: readonly string[]): boolean {
  if (!unstable.includes(name)) return false;
  return !RENDER.has(name) || changesOf(name, known) >= MOST_CHANGES;
}

const RENDER: ReadonlySet<SignalName> = new Set(RENDER_NAMES);
const MOST_CHANGES = 2;

/** How often an unstable hash has changed, up to twice: it is listed once for each change. */
function changesOf(name: SignalName, unstable: readonly string[]): number {
  return unstable.filter((one) => one === name).length;
}

const TELLING: ReadonlySet<SignalName> = new Set(TELLING_NAMES);

/**
 * Whether the device appears as another machine: the event is unrecognized, and shows something that tells machines apart and that the
 * device has not shown. Its profile is then that machine's alone. A thief with the password, the stored id and the owner's network
 * logged in with canvas and graphics where the page sends none; together with these, the rest was less than half, and the thief
 * changed the payout (0, allowed), while the owner, who showed too little of them, was a stranger forever (80).
 */
function isOtherMachine(from: Profile, to: Profile, { taken, unrecognizedAt }: Visit): boolean {
  if (taken || unrecognizedAt === null) return false;
  const unstable = unstableOf(from);
  return TELLING_NAMES.some((name) => {
    const newer = to[name];
    return newer !== undefined && !unstable.includes(name) && !sameValue(from[name], newer);
  });
}

/**
 * When the device last appeared as another machine. With the password, the stored id and the owner's network, a thief logged in on another
 * computer (45, monitored); its signals became the device's, and the change of the payout was allowed (0). An event that is reported
 * late does not move the time back.
 */
function replacedAtAfter(from: Profile, isOther: boolean, { taken, unrecognizedAt }: Visit): number | null {
  if (taken) return null;
  const before = replacedAtOf(from);
  return isOther && unrecognizedAt !== null ? Math.max(unrecognizedAt, before ?? 0) : before;
}

/**
 * Rendering hashes that changed on one device without an update of browser, driver or system: the browser adds noise on
 * purpose (Brave, Firefox's resistance to fingerprinting, extensions). A hash that repeats is stable again. Cores and memory that
 * change on such a device are noise, too, until its rendering is stable again: they repeat by chance. The persistent id is listed
 * once the device has returned without it.
 */
function unstableAfter(known: readonly string[], from: Profile, to: Profile, lostId: boolean): readonly string[] {
  // A part that the browser does not report (an iPhone has no driver) is not an update.
  const updated = UPDATES.some((name) => differs(name, from, to));
  const hashes: string[] = RENDER_NAMES.flatMap((name) => {
    const [older, newer] = [from[name], to[name]];
    const changes = changesOf(name, known);
    const isCompared = older !== undefined && newer !== undefined && collectorOf(older) === collectorOf(newer);
    if (!isCompared) return Array<string>(changes).fill(name);
    if (older === newer || (changes === 0 && updated)) return [];
    return Array<string>(Math.min(changes + 1, MOST_CHANGES)).fill(name);
  });
  const disguised =
    hashes.length === 0 ? [] : DISGUISED_NAMES.filter((name) => known.includes(name) || differs(name, from, to));
  const unstable = [...hashes, ...disguised];
  return lostId || known.includes('persistent_id') ? ['persistent_id', ...unstable] : unstable;
}

/** Whether both profiles have the signal, with different values. */
function differs(name: SignalName, from: Profile, to: Profile): boolean {
  const [older, newer] = [from[name], to[name]];
  return older !== undefined && newer !== undefined && !sameValue(older, newer);
}

function sameValue(one: SignalValue | undefined, other: SignalValue): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one.length !== other.length) return false;
  return one.every((item, index) => item === other[index]);
}

/** Newest first; null when the network is already first or is not public. */
function networksAfter(known: readonly string[], narrow: string | null): string[] | null {
  if (narrow === null || known[0] === narrow) return null;
  return [narrow, ...known.filter((network) => network !== narrow)].slice(0, MAX_NETWORKS);
}
