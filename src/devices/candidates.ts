// Scores the devices that an observation might be, and turns scores into probabilities.
import { DAY } from '../vocabulary/clock.ts';
import { type Differences, findDifferences } from './differences.ts';
import { agreementBits, sumOf } from './evidence.ts';
import { WORLD_DEVICES } from './frequencies.ts';
import type { CandidatePool, DeviceRecord, IdOwner, Observation } from './observation.ts';
import { UNSTABLE } from './signal-names.ts';
import { AGREES, NETWORK, NETWORKS_KEPT, PRIOR, UNMOVED, WEBKIT_STORAGE_DAYS } from './weights.ts';

export interface Scored {
  device: DeviceRecord;
  fromAccount: boolean;
  /** Whether this device holds the presented id, and the id still is an identity. */
  ownsId: boolean;
  networkKnown: boolean;
  /** Whether device or account are known on the event's network. */
  atHome: boolean;
  /** Whether the event comes from a public network that neither device nor account is known on. */
  away: boolean;
  differences: Differences;
  /** Log2 of the odds against "none of these", prior included; -Infinity after a hard conflict. */
  bits: number;
  /** Probability that it is this device. */
  probability: number;
}

export interface CurrentIdOwner {
  id: IdOwner;
  device: DeviceRecord;
  /** Whether the event's account has used this device before; null or absent when not known. */
  usedByAccount?: boolean | null;
}

/** Compares one device with an observation at time `at`. */
export function differencesOf(device: DeviceRecord, observation: Observation, at: number): Differences {
  const days = Math.max(0, at - device.lastSeenAt) / DAY;
  return findDifferences(device.profile, observation.profile, days);
}

/** More refutations than this are no single thief. */
const FEW_REFUTATIONS = 3;

/** What candidates are scored against. */
export interface CandidateInput {
  observation: Observation;
  at: number;
  /** The event's /24 or /48, or null. */
  narrow: string | null;
  /** Whether the account is known to use this network, if not this device. */
  networkOfAccount: boolean;
  /** Whether the event names an account. */
  hasAccount: boolean;
  pool: CandidatePool;
}

export function scoreCandidate(
  device: DeviceRecord,
  fromAccount: boolean,
  holder: CurrentIdOwner | null,
  input: CandidateInput,
): Scored {
  const differences = differencesOf(device, input.observation, input.at);
  const networkKnown = input.narrow !== null && device.networks.includes(input.narrow);
  const presented = holder !== null && holder.device.id === device.id;
  const ownsId = presented && !(holder as CurrentIdOwner).id.cloned;
  const atHome = networkKnown || (fromAccount && input.networkOfAccount && input.narrow !== null);
  const away = input.narrow !== null && !atHome;
  const scored = { device, fromAccount, ownsId, networkKnown, atHome, away, differences, probability: 0 };
  if (differences.hard) return { ...scored, bits: Number.NEGATIVE_INFINITY };
  const agreement = agreementBits(device.profile, input.observation.profile, differences, {
    counts: input.pool,
    frequencyKeys: input.observation.frequencyKeys,
    fromAccount,
  });
  let bits = Math.min(sumOf(agreement), AGREES_TOTAL) + differences.bits;
  bits += priorBits(device, fromAccount, presented ? holder : null, atHome, input);
  if (fromAccount && atHome && !presented) bits += lossBits(device, input.at);
  if (networkKnown) bits += NETWORK.known;
  else if (away) bits += NETWORK.unknown + (presented ? 0 : unmovedBits(device));
  return { ...scored, bits };
}

/** Against a device that seldom changes its network. A full list of networks may be cut off: it says nothing. */
function unmovedBits({ networks, eventCount }: DeviceRecord): number {
  if (networks.length >= NETWORKS_KEPT) return 0;
  const share = (networks.length + 1) / (eventCount + 2);
  return Math.max(UNMOVED.most, Math.min(0, Math.log2(share / UNMOVED.usual)));
}

/**
 * Log2 of the odds before any signal is compared. A cloned id is no identity, but still says "one of those machines": the
 * odds of its holder are the holder's own visits to the refuted ones. In the holder's own account a thief's few attempts
 * do not take the id from its owner; many refutations (an id shipped to every machine) do.
 */
function priorBits(
  device: DeviceRecord,
  fromAccount: boolean,
  holder: CurrentIdOwner | null,
  atHome: boolean,
  input: CandidateInput,
): number {
  if (holder?.id.cloned) {
    const odds = Math.log2(device.eventCount / (holder.id.conflicts + 1));
    return fromAccount && holder.id.conflicts <= FEW_REFUTATIONS ? Math.max(odds, PRIOR.clonedInAccount) : odds;
  }
  // A young environment is no small world: the imaginary devices beside its own could send the event too.
  const stranger = -Math.log2(input.pool.deviceCount + WORLD_DEVICES) + (input.hasAccount ? PRIOR.otherAccount : 0);
  const base = fromAccount ? PRIOR.account : stranger;
  if (holder !== null) return base + idBits(fromAccount, atHome || input.narrow === null);
  return !fromAccount && isWebKit(device) ? base + PRIOR.webKitStranger : base;
}

function idBits(fromAccount: boolean, atHome: boolean): number {
  if (atHome) return PRIOR.persistentId;
  return fromAccount ? PRIOR.persistentIdAway : PRIOR.persistentIdStranger;
}

/** How much likelier than usual it is that this device, at home, comes without its id. A copy elsewhere has no habits. */
function lossBits(device: DeviceRecord, at: number): number {
  const expired = isWebKit(device) && at - device.lastSeenAt >= WEBKIT_STORAGE_DAYS * DAY;
  const habit = (device.profile[UNSTABLE] as readonly string[] | undefined)?.includes('persistent_id') === true;
  return Math.max(expired ? PRIOR.storageExpired : 0, habit ? PRIOR.losesIds : 0);
}

/** No sum of agreements is more than this: copies and factory twins exist. */
const AGREES_TOTAL = AGREES.hardware + AGREES.fonts + AGREES.screen + AGREES.render;

function isWebKit(device: DeviceRecord): boolean {
  const os = device.profile.os_family;
  return os === 'iOS' || os === 'iPadOS' || device.profile.browser_family === 'Safari';
}

/**
 * Posterior of each candidate against the others and against "none of these" (whose odds are 1); best first.
 * Returns the probability of "none" too.
 */
export function posteriors(candidates: Scored[]): { ranked: Scored[]; none: number } {
  // Odds beyond 2^60 do not fit beside 1 in a double, and nothing depends on them.
  const odds = candidates.map((candidate) => 2 ** Math.min(60, candidate.bits));
  const sum = 1 + odds.reduce((total, one) => total + one, 0);
  const ranked = candidates.map((candidate, index) => ({ ...candidate, probability: (odds[index] as number) / sum }));
  // Equal scores: the device seen last, then the id, so that the order never depends on the storage.
  ranked.sort(
    (one, other) =>
      other.bits - one.bits ||
      other.device.lastSeenAt - one.device.lastSeenAt ||
      (one.device.id < other.device.id ? -1 : 1),
  );
  return { ranked, none: 1 / sum };
}
