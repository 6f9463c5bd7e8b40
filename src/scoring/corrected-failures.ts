// Finds the failed logins that their source has corrected: typing errors, which are no part of a wave.
import { HOUR } from '../vocabulary/clock.ts';
import { partitionOf } from '../vocabulary/windows.ts';
import type { ScoringInput } from './facts.ts';
import type { PastEvent } from './history.ts';
import { isVoidClaim } from './void-claim.ts';

/**
 * More successes than this since the failure, and the window may have lost the one that corrected it: nobody logs in so often within an
 * hour, but a hundred logins to an account of one's own, each from another network, fill the partition.
 */
const MOST_SUCCESSES = 40;

/**
 * Times of the failed logins of the last hour that this login corrects: those of its device on the account, after the last login
 * there. In the hour of a sale one login in three is mistyped and then right, and looked like a wave of guesses. A guesser cannot
 * correct what fails on other people's accounts. Each failure is corrected once: a login that does is always kept in the account's
 * window (`window-membership.ts`), and nothing is corrected by a login that is reported after later events of the pair. Claims
 * correct claims only. A device without a stored id must have the same address: without signals it stands for everybody who sends none.
 */
export function correctedFailures(input: ScoringInput): readonly number[] {
  const { at, type, credential, device, resolution, network, history } = input;
  if (type !== 'login' || history.pair === null || history.pair.lastSeenAt >= at) return [];
  if (isVoidClaim(credential, history.environment)) return [];
  const isById = resolution.method === 'persistent_id';
  const isOfSource = (row: PastEvent) =>
    row.device === device.id &&
    (isById || (network.counterKey !== null && row.counterAddress === network.counterKey)) &&
    (credential === 'secret' || row.credential === 'public');
  const times: number[] = [];
  let successes = 0;
  for (const row of history.account) {
    if (row.at <= at - HOUR) break;
    if (partitionOf(row.type) === 'success') {
      successes += 1;
      if (row.device === device.id || successes > MOST_SUCCESSES) break;
    } else if (row.type === 'login_failed' && !row.recognized && isOfSource(row)) times.push(row.at);
  }
  return times;
}
