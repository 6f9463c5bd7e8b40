// Scores the devices that an observation might be, and turns scores into probabilities.
import { DAY } from '../vocabulary/clock.ts';
import { type Differences, findDifferences, noisySignals } from './differences.ts';
import { agreementBits, sumOf } from './evidence.ts';
import type { CandidatePool, DeviceRecord, IdHolder, Observation } from './observation.ts';
import { AGREES, NETWORK, PRIOR } from './weights.ts';

export interface Scored {
  device: DeviceRecord;
  fromAccount: boolean;
  /** Whether this device holds the presented id, and the id still is an identity. */
  holdsId: boolean;
  networkKnown: boolean;
  differences: Differences;
  /** Log2 of the odds against "none of these", prior included; -Infinity after a hard conflict. */
  bits: number;
  /** Probability that it is this device. */
  probability: number;
}

export interface Holder {
  id: IdHolder;
  device: DeviceRecord;
  /** Whether the event's account has used this device before; null or absent when not known. */
  usedByAccount?: boolean | null;
}

/** Compares one device with an observation at time `at`. */
export function differencesOf(device: DeviceRecord, observation: Observation, at: number): Differences {
  const days = Math.max(0, at - device.lastSeenAt) / DAY;
  return findDifferences(
    device.profile,
    observation.profile,
    days,
    noisySignals(device.previousProfile, device.profile),
  );
}

export function scoreCandidate(
  device: DeviceRecord,
  fromAccount: boolean,
  holder: Holder | null,
  input: { observation: Observation; at: number; narrow: string | null; pool: CandidatePool },
): Scored {
  const differences = differencesOf(device, input.observation, input.at);
  const networkKnown = input.narrow !== null && device.networks.includes(input.narrow);
  const presented = holder !== null && holder.device.id === device.id;
  const holdsId = presented && !(holder as Holder).id.cloned;
  const scored = { device, fromAccount, holdsId, networkKnown, differences, probability: 0 };
  if (differences.hard) return { ...scored, bits: Number.NEGATIVE_INFINITY };
  const agreement = agreementBits(device.profile, input.observation.profile, differences, {
    counts: input.pool,
    frequencyKeys: input.observation.frequencyKeys,
    fromAccount,
  });
  let bits = fromAccount ? PRIOR.account : -Math.log2(Math.max(1, input.pool.deviceCount));
  if (holdsId) bits += PRIOR.persistentId;
  else if (presented) bits += clonedIdBits(holder as Holder);
  else if (!fromAccount && isWebKit(device)) bits += PRIOR.webKitStranger;
  bits += Math.min(sumOf(agreement), AGREES_TOTAL) + differences.bits;
  if (input.narrow !== null) bits += networkKnown ? NETWORK.known : NETWORK.unknown;
  return { ...scored, bits };
}

/** No sum of agreements is more than this: copies and factory twins exist. */
const AGREES_TOTAL = AGREES.hardware + AGREES.fonts + AGREES.screen + AGREES.render;

/** A cloned id still says "one of those machines": the more refutations beside the holder's own visits, the less. */
function clonedIdBits(holder: Holder): number {
  return Math.max(0, Math.log2(holder.device.eventCount / (holder.id.conflicts + 1)));
}

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
