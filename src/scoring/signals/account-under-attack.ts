// ACCOUNT_UNDER_ATTACK: unrecognized sources are guessing the account's password while a new source acts on the account.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { formatDuration, formatMinimum } from '../format.ts';
import { ATTACK_PER_DAY, ATTACK_PER_HOUR, reachedOnAccount } from '../login-failures.ts';
import { MOST_STORED } from '../most-stored.ts';
import { defineSignal } from '../signal.ts';

// Evidence: 0.02 % of benign logins; too rare for a ratio. With 25 points a legitimate new device is challenged at
// most. Anyone can send failures about any account, so this is target evidence and never affects a recognized source.
export const accountUnderAttack = defineSignal({
  code: 'ACCOUNT_UNDER_ATTACK',
  title: 'Account under attack',
  summary: "Unrecognized sources are guessing the account's password while a new source acts on the account.",
  weight: 25,
  scope: 'target',
  when:
    'an event other than a failed login comes from an unrecognized source while unrecognized sources have failed ' +
    `${ATTACK_PER_HOUR} times in 1 hour or ${ATTACK_PER_DAY} times in 24 hours on the account`,
  windows: [
    { key: 'account', span: HOUR },
    { key: 'account', span: DAY },
  ],
  yieldsTo: ['BRUTE_FORCE_SUSPECTED'],
  fires(facts) {
    if (facts.recognized || facts.isFailure) return null;
    return reachedOnAccount(facts);
  },
  describe: ({ failures, window_ms }) =>
    `The account is under attack: ${formatMinimum(failures, MOST_STORED.failures, 'failed login')} by unrecognized sources within ${formatDuration(window_ms)}.`,
});
