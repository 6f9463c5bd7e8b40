// BRUTE_FORCE_SUSPECTED: one source guesses one account's password, or many unrecognized sources do.
import { LOGIN_TYPES } from '../../vocabulary/event-types.ts';
import type { Facts } from '../facts.ts';
import { formatDuration, formatMinimum, startSentence } from '../format.ts';
import {
  AT_HOME_PER_DAY,
  ATTACK_PER_DAY,
  ATTACK_PER_HOUR,
  AWAY_PER_DAY,
  LONG_WINDOW,
  NEARBY_PER_DAY,
  type ReachedThreshold,
  reachedBySource,
  reachedNearby,
  reachedOnAccount,
  SHORT_WINDOW,
  UNUSED_PER_DAY,
} from '../login-failures.ts';
import { MOST_STORED } from '../most-stored.ts';
import { defineSignal } from '../signal.ts';

const UNFAMILIAR = { short: 5, long: 10 } as const;
const FAMILIAR = { short: 10, long: 20 } as const;

// Evidence: 0.01 % of benign logins, likelihood ratio 2357 (45 points by formula). Limited to 39: with the context of a
// new device on a new network the score is 89, a challenge. Alone, the signal never blocks. Entra counts familiar and
// unfamiliar locations separately, so the account's own networks have the higher thresholds. Auth0 and Entra lock at
// 10. Failures by other unrecognized sources (`about` is `account`) cannot block, because anyone can send failures
// about any account.
export const bruteForceSuspected = defineSignal({
  code: 'BRUTE_FORCE_SUSPECTED',
  title: 'Suspected brute force',
  summary: "One source guesses one account's password, or many unrecognized sources do.",
  weight: 39,
  scope: 'acting',
  types: LOGIN_TYPES,
  when:
    `(1) this source has failed on this account ${UNFAMILIAR.short} times in 10 minutes or ${UNFAMILIAR.long} times in 24 hours ` +
    `(${FAMILIAR.short} or ${FAMILIAR.long} times for a recognized source or a known network); or (2) a recognized device has failed ` +
    `${AWAY_PER_DAY} times in 24 hours from all addresses or, in a network that the account has known for a day, ${AT_HOME_PER_DAY} ` +
    'times from its /16 (or /32); or (3) a login from an unrecognized source fails after unrecognized sources have failed on the ' +
    `account ${ATTACK_PER_HOUR} times in 1 hour or ${ATTACK_PER_DAY} times in 24 hours; or (4) a login from an unrecognized source ` +
    'succeeds, in a network of the account or on an account without any, after unrecognized sources have failed ' +
    `${NEARBY_PER_DAY} times in 24 hours from its /16 (or /32), or ${UNUSED_PER_DAY} times from anywhere on an account without any network`,
  windows: [
    { key: 'account', span: SHORT_WINDOW },
    { key: 'account', span: LONG_WINDOW },
  ],
  webhook: 'security.brute_force',
  blockCapable: ({ about }) => about === 'source',
  fires(facts: Facts): ReachedThreshold | null {
    const bySource = reachedBySource(facts, facts.recognized || facts.network.known ? FAMILIAR : UNFAMILIAR);
    if (bySource !== null) return bySource;
    return facts.isUnrecognizedFailure ? reachedOnAccount(facts) : reachedNearby(facts);
  },
  describe: ({ failures, threshold, window_ms, about }) => {
    const source = about === 'source' ? 'from this source' : 'by unrecognized sources';
    const count = startSentence(formatMinimum(failures, MOST_STORED.failures, 'failed login'));
    return `${count} on this account ${source} within ${formatDuration(window_ms)} (threshold ${threshold}).`;
  },
});
