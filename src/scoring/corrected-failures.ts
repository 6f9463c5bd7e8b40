// Finds the failed logins that their source has corrected: typing errors, which do not belong to a wave.
import { HOUR } from '../vocabulary/clock.ts';
import { partitionOf } from '../vocabulary/windows.ts';
import type { ScoringInput } from './facts.ts';
import type { PastEvent } from './history.ts';
import { isVoidClaim } from './void-claim.ts';

/**
 * With more successes than this since the failure, the window may have lost the one that corrected it. Nobody logs in that often within
 * an hour, but an attacker can fill the partition with a hundred logins to their own account, each from another network.
 */
const MOST_SUCCESSES = 40;

/**
 * Times of the failed logins of the last hour that this login corrects: those of its device on the account, after the device's previous
 * login there. In the busiest hour of a sale, one login in three was mistyped and then right, which looked like a wave of guesses. A
 * guesser cannot correct failures on other people's accounts. Each failure is corrected once: the window of the account always stores a
 * login that corrects one (`window-membership.ts`), and a login reported after later events of the pair corrects nothing. Claims
 * correct claims only. Without a stored id the address must match, too: a device without signals stands for everybody who sends none.
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
