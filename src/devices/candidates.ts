// Scores candidate devices against an observation and converts the scores into probabilities.
import { DAY } from '../vocabulary/clock.ts';
import { type Differences, findDifferences } from './differences.ts';
import { agreementBits, sumOf } from './evidence.ts';
import { WORLD_DEVICES } from './frequencies.ts';
import type { Candidate, CandidatePool, DeviceRecord, IdOwner, Observation } from './observation.ts';
import { unstableOf } from './signal-names.ts';
import { AGREEMENT_CAPS, MAX_NETWORKS, NETWORK_BITS, PRIOR_BITS, STATIONARY, WEBKIT_STORAGE_DAYS } from './weights.ts';

export interface ScoredCandidate {
  device: DeviceRecord;
  fromAccount: boolean;
  /** Whether this device owns the presented id and the id is not cloned. */
  ownsId: boolean;
  networkKnown: boolean;
  /** Whether the device or the account is known on the event's network. */
  atHome: boolean;
  /** Whether the event comes from a public network on which neither the device nor the account is known. */
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
  /** Whether the event's account has used this device before; null or absent when unknown. */
  usedByAccount?: boolean | null;
  /** Whether it has proven this device; likewise. */
  provenByAccount?: boolean | null;
}

/** What is known about an event before its device is. */
export interface ResolveInput {
  observation: Observation;
  /** The current owner of the presented persistent id, or null. */
  idOwner: CurrentIdOwner | null;
  /** The event's own time, ms. */
  at: number;
  network: {
    /** The event's /24 or /48, or null when the address is not public. */
    narrow: string | null;
    /** Whether the account has a proof for this network, with any device. */
    knownToAccount: boolean;
  };
  accountKey: string | null;
  /** Whether only browsers report, so that anybody may have proven a device to an account of their own. */
  onlyClaims: boolean;
}

/** An event, and the devices that it may come from. */
export interface CandidateInput extends ResolveInput {
  pool: CandidatePool;
}

/**
 * A device of other accounts is joined by its id only, never by its fingerprint. Otherwise a throwaway account behind the victim's
 * /24 could attach its own id to the victim's device and then log in as the victim from anywhere (188 of 318 victims), and identical
 * laptops of a fleet would be merged (9.3 % of 3,658 visits).
 */
export function isAnotherAccounts({ device, fromAccount, ownsId }: ScoredCandidate): boolean {
  return !ownsId && !fromAccount && device.accountCount > 0;
}

/** Compares one device with an observation at time `at`. */
export function differencesOf(device: DeviceRecord, observation: Observation, at: number): Differences {
  const days = Math.max(0, at - device.lastSeenAt) / DAY;
  return findDifferences(device.profile, observation.profile, days);
}

/** From an unknown network, where an id counts for 16 bits (`persistentIdAway`), it decides while 10 remain: odds of 1,000 to 1. */
export const MIN_DIFFERENCE_BITS_AWAY = -6;

/** Whether the observation is another machine than the device, as far as anybody may have claimed that it was seen there. */
export function isContradicted(device: DeviceRecord, observation: Observation, at: number): boolean {
  const { hard, bits } = differencesOf(device, observation, at);
  return hard || bits < MIN_DIFFERENCE_BITS_AWAY;
}

/** A single thief causes at most this many refutations; more mean an id shared by many machines. */
const MAX_THEFT_REFUTATIONS = 3;

/**
 * Whether the event's network is evidence against the device: it is not one of the device's networks. An address that is not
 * public says nothing about a device that was never seen on a public network (all clients of a misconfigured proxy), but is
 * foreign to any other device: otherwise a copied fingerprint would be accepted from a private or reserved address.
 */
export function isElsewhere(device: DeviceRecord, narrow: string | null): boolean {
  return narrow === null ? device.networks.length > 0 : !device.networks.includes(narrow);
}

/** Whether the event comes from one of the device's networks. */
export function isOnOwnNetwork({ networks }: Pick<DeviceRecord, 'networks'>, narrow: string | null): boolean {
  return narrow !== null && networks.includes(narrow);
}

/**
 * Whether a device on which the account was named is one of the account's: not if only another account has proven it. Otherwise a
 * page view under the public key could name the owner's account on a neighbor's common phone, which the neighbor's own account
 * has proven, and the owner's next phone of that model would join the neighbor's.
 */
export function isFromAccount({ device, accountProofAt }: Candidate): boolean {
  return accountProofAt !== undefined && (accountProofAt !== null || device.firstProofAt === null);
}

export function scoreCandidate(device: DeviceRecord, fromAccount: boolean, input: CandidateInput): ScoredCandidate {
  const { idOwner, network } = input;
  const differences = differencesOf(device, input.observation, input.at);
  const networkKnown = isOnOwnNetwork(device, network.narrow);
  const presented = idOwner !== null && idOwner.device.id === device.id;
  const ownsId = presented && !idOwner.id.cloned;
  const atHome = networkKnown || (fromAccount && network.knownToAccount && network.narrow !== null);
  const away = !atHome && isElsewhere(device, network.narrow);
  const scored = { device, fromAccount, ownsId, networkKnown, atHome, away, differences, probability: 0 };
  if (differences.hard) return { ...scored, bits: Number.NEGATIVE_INFINITY };
  const agreement = agreementBits(device.profile, input.observation.profile, differences, {
    counts: input.pool,
    frequencyKeys: input.observation.frequencyKeys,
    fromAccount,
  });
  let bits = Math.min(sumOf(agreement), MAX_AGREEMENT) + differences.bits;
  bits += priorBits(device, fromAccount, presented, atHome, input);
  if (fromAccount && atHome && !presented) bits += lossBits(device, input.at);
  if (networkKnown) bits += NETWORK_BITS.known;
  else if (away) bits += NETWORK_BITS.unknown + (presented ? 0 : stationaryBits(device));
  return { ...scored, bits };
}

/** Bits against a device that rarely changes its network. A full list of networks may be truncated and is ignored. */
function stationaryBits({ networks, eventCount }: DeviceRecord): number {
  if (networks.length >= MAX_NETWORKS) return 0;
  const share = (networks.length + 1) / (eventCount + 2);
  return Math.max(STATIONARY.minBits, Math.min(0, Math.log2(share / STATIONARY.usualShare)));
}

/**
 * Log2 of the odds before any signal is compared. A cloned id no longer identifies one machine, but still narrows the
 * choice: the odds of its owner are the owner's visits to the number of refuted events. Within the owner's account, a
 * thief's few attempts do not take the id away from the owner; many refutations (an id shipped to every machine) do.
 */
function priorBits(
  device: DeviceRecord,
  fromAccount: boolean,
  presented: boolean,
  atHome: boolean,
  { idOwner, accountKey, network, pool }: CandidateInput,
): number {
  if (presented && idOwner?.id.cloned) {
    const odds = Math.log2(device.eventCount / (idOwner.id.conflicts + 1));
    return fromAccount && idOwner.id.conflicts <= MAX_THEFT_REFUTATIONS
      ? Math.max(odds, PRIOR_BITS.clonedInAccount)
      : odds;
  }
  // A young environment has few devices, but any device in the world may send the event: add the imaginary ones.
  const stranger = -Math.log2(pool.deviceCount + WORLD_DEVICES) + (accountKey === null ? 0 : PRIOR_BITS.otherAccount);
  const base = fromAccount ? PRIOR_BITS.account : stranger;
  if (presented) return base + idBits(fromAccount, atHome || !isElsewhere(device, network.narrow));
  return !fromAccount && isWebKit(device) ? base + PRIOR_BITS.webKitStranger : base;
}

function idBits(fromAccount: boolean, atHome: boolean): number {
  if (atHome) return PRIOR_BITS.persistentId;
  return fromAccount ? PRIOR_BITS.persistentIdAway : PRIOR_BITS.persistentIdStranger;
}

/**
 * How much likelier than usual this device is to arrive at home without its id. Applied at home only: a copy elsewhere
 * does not inherit the device's habits.
 */
function lossBits(device: DeviceRecord, at: number): number {
  const expired = isWebKit(device) && at - device.lastSeenAt >= WEBKIT_STORAGE_DAYS * DAY;
  const habit = unstableOf(device.profile).includes('persistent_id');
  return Math.max(expired ? PRIOR_BITS.storageExpired : 0, habit ? PRIOR_BITS.losesIds : 0);
}

/** Upper limit of all agreement together, because copies and identical factory machines exist. */
const MAX_AGREEMENT = AGREEMENT_CAPS.hardware + AGREEMENT_CAPS.fonts + AGREEMENT_CAPS.screen + AGREEMENT_CAPS.render;

function isWebKit(device: DeviceRecord): boolean {
  const os = device.profile.os_family;
  return os === 'iOS' || os === 'iPadOS' || device.profile.browser_family === 'Safari';
}

/**
 * Posterior of each candidate against the others and against "none of these" (whose odds are 1), best first, and the
 * probability of "none of these".
 */
export function posteriors(candidates: ScoredCandidate[]): { ranked: ScoredCandidate[]; none: number } {
  // A double cannot represent 1 next to odds beyond 2^60, and no decision depends on larger odds.
  const odds = candidates.map((candidate) => 2 ** Math.min(60, candidate.bits));
  const sum = 1 + odds.reduce((total, one) => total + one, 0);
  const ranked = candidates.map((candidate, index) => ({ ...candidate, probability: (odds[index] as number) / sum }));
  // Break ties by the last visit, then by id, so that the order never depends on storage.
  ranked.sort(
    (one, other) =>
      other.bits - one.bits ||
      other.device.lastSeenAt - one.device.lastSeenAt ||
      (one.device.id < other.device.id ? -1 : 1),
  );
  return { ranked, none: 1 / sum };
}
