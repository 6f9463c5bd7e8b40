// ACCOUNT_UNDER_ATTACK: strangers are guessing this account's password while a new source succeeds or asks for a change.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { accountReached } from '../login-failures.ts';
import { defineSignal } from '../signal.ts';
import { counted, spanned } from '../wording.ts';

// Evidence: 0.02 % of benign log-ins; too rare for a ratio. 25 warns a legitimate new device with at most a challenge:
// anyone may send failures about any account, so it is target evidence and never touches a recognized source.
export const accountUnderAttack = defineSignal({
  code: 'ACCOUNT_UNDER_ATTACK',
  weight: 25,
  scope: 'target',
  when: 'an unrecognized source, not itself a failure, while strangers failed 10 times in 1 hour or 15 in 24 hours on the account',
  windows: [
    { key: 'account', span: HOUR },
    { key: 'account', span: DAY },
  ],
  yieldsTo: ['BRUTE_FORCE_SUSPECTED'],
  fires(facts) {
    if (facts.recognized || facts.isFailure || facts.eventClass === 'passive') return null;
    return accountReached(facts);
  },
  describe: ({ failures, window_ms }) =>
    `The account is under attack: ${counted(failures, 'failed log-in')} by unrecognized sources within ${spanned(window_ms)}.`,
});
