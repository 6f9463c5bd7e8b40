// Detects several devices that are one client in succession, because the client repeatedly lost its id.
import type { ScoredCandidate } from './candidates.ts';
import { DECISION } from './weights.ts';

/**
 * Earlier devices of the event's client within one account, newest first: the ones that the evidence cannot distinguish
 * from the best (within the runner-up ratio) and older ones, provided that each was last seen before the next was first
 * seen. Two phones used in parallel overlap in time and are never a succession. The newest must share a network with the
 * event or with an earlier one; otherwise a client that copies a victim's signals would have its device continued as the
 * victim's. Null when the best candidate has no indistinguishable predecessor, or its rivals are separate devices.
 */
export function successionOf(
  ranked: readonly ScoredCandidate[],
  narrow: string | null,
): readonly ScoredCandidate[] | null {
  const best = ranked[0];
  if (best === undefined) return null;
  const near = ranked.filter((candidate) => best.probability < DECISION.runnerUp * candidate.probability);
  if (!near.every((candidate) => candidate.fromAccount && !candidate.device.isTrusted)) return null;
  const oldest = Math.min(...near.map(({ device }) => device.firstSeenAt));
  const before = ranked.filter(
    ({ device, fromAccount }) => fromAccount && !device.isTrusted && device.lastSeenAt < oldest,
  );
  const newestFirst = [...near, ...before].sort((one, other) => other.device.firstSeenAt - one.device.firstSeenAt);
  const follows = near.length === 1 || newestFirst.slice(0, near.length).every(isFollowed);
  return newestFirst.length > 1 && follows && isLinked(newestFirst, narrow) ? newestFirst : null;
}

function isFollowed(candidate: ScoredCandidate, index: number, newestFirst: readonly ScoredCandidate[]): boolean {
  const earlier = newestFirst[index + 1];
  return earlier === undefined || earlier.device.lastSeenAt < candidate.device.firstSeenAt;
}

function isLinked([newest, ...earlier]: readonly ScoredCandidate[], narrow: string | null): boolean {
  const networks = newest?.device.networks ?? [];
  if (narrow !== null && networks.includes(narrow)) return true;
  return earlier.some(({ device }) => device.networks.some((network) => networks.includes(network)));
}

/**
 * Replaces a succession by one candidate: its newest device with the odds of the best member. The odds are not summed,
 * because the members are one hypothesis and a client that lost its id ten times is not ten times as likely.
 */
export function mergeSuccession(
  ranked: readonly ScoredCandidate[],
  succession: readonly ScoredCandidate[],
): ScoredCandidate[] {
  const best = ranked[0] as ScoredCandidate;
  const newest = succession[0] as ScoredCandidate;
  const networkKnown = succession.some((candidate) => candidate.networkKnown);
  const members = new Set(succession);
  const rest = ranked.filter((candidate) => !members.has(candidate));
  const atHome = networkKnown || newest.atHome;
  return [{ ...newest, bits: best.bits, networkKnown, atHome, away: newest.away && !atHome }, ...rest];
}
