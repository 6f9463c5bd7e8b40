// LOGIN_FAILURES_ELEVATED: more failed log-ins than usual, fewer than an attack.
import type { Facts } from '../facts.ts';
import { LONG, type Reached, SHORT, sourceReached } from '../login-failures.ts';
import { defineSignal } from '../signal.ts';
import { unrecognizedFailuresOnAccount } from '../windows.ts';
import { counted, spanned } from '../wording.ts';

const RECOGNIZED_SHORT = 5;
const UNRECOGNIZED_SHORT = 3;
const ON_ACCOUNT_DAY = 5;

// Evidence: 0.4 % of benign log-ins, likelihood ratio 4, so 5 points: people mistype. It warns; it decides nothing.
export const loginFailuresElevated = defineSignal({
  code: 'LOGIN_FAILURES_ELEVATED',
  weight: 5,
  scope: 'acting',
  when: 'in 10 minutes at least 5 failures of a recognized or 3 of an unrecognized source; or 5 by strangers on the account in 24 hours',
  windows: [
    { key: 'account', span: SHORT },
    { key: 'account', span: LONG },
  ],
  yieldsTo: ['BRUTE_FORCE_SUSPECTED', 'ACCOUNT_UNDER_ATTACK'],
  fires(facts: Facts): Reached | null {
    if (!facts.isLogin) return null;
    const short = facts.recognized ? RECOGNIZED_SHORT : UNRECOGNIZED_SHORT;
    const own = sourceReached(facts, { short, long: Number.POSITIVE_INFINITY });
    if (own !== null || facts.recognized) return own;
    const failures = unrecognizedFailuresOnAccount(facts, LONG);
    if (failures < ON_ACCOUNT_DAY) return null;
    return { failures, threshold: ON_ACCOUNT_DAY, window_ms: LONG, about: 'account' };
  },
  describe: ({ failures, window_ms, about }) =>
    about === 'source'
      ? `${counted(failures, 'failed log-in')} from this source within ${spanned(window_ms)}.`
      : `${counted(failures, 'failed log-in')} on this account by unrecognized sources within ${spanned(window_ms)}.`,
});
