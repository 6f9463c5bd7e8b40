// Several devices that were one client all along: it lost its id, again and again, and followed itself in time.
import type { Scored } from './candidates.ts';
import { DECISION } from './weights.ts';

/**
 * The devices of one account that the event's client was before, newest first: those the evidence cannot tell apart from
 * the best (within the runner-up's ratio) and older ones, when they followed each other in time, each last seen before
 * the next began. Two phones in use side by side overlap and are never a succession. The newest must share a network with
 * the event or an earlier one: else whoever copies a victim's signals would have his own device continued as the
 * victim's. Null when the best stands alone or its rivals are real ones.
 */
export function successionOf(ranked: readonly Scored[], narrow: string | null): readonly Scored[] | null {
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

function isFollowed(candidate: Scored, index: number, newestFirst: readonly Scored[]): boolean {
  const earlier = newestFirst[index + 1];
  return earlier === undefined || earlier.device.lastSeenAt < candidate.device.firstSeenAt;
}

function isLinked([newest, ...earlier]: readonly Scored[], narrow: string | null): boolean {
  const networks = newest?.device.networks ?? [];
  if (narrow !== null && networks.includes(narrow)) return true;
  return earlier.some(({ device }) => device.networks.some((network) => networks.includes(network)));
}

/**
 * One candidate for a whole succession: its newest device with the best member's odds, not their sum, because the members
 * are one hypothesis and a client that lost its id ten times is not ten times as likely.
 */
export function merged(ranked: readonly Scored[], succession: readonly Scored[]): Scored[] {
  const best = ranked[0] as Scored;
  const newest = succession[0] as Scored;
  const networkKnown = succession.some((candidate) => candidate.networkKnown);
  const members = new Set(succession);
  const rest = ranked.filter((candidate) => !members.has(candidate));
  const atHome = networkKnown || newest.atHome;
  return [{ ...newest, bits: best.bits, networkKnown, atHome, away: newest.away && !atHome }, ...rest];
}
