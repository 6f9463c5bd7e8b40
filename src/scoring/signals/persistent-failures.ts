// PERSISTENT_FAILURES: the same source goes on guessing where a person would have asked for a new password.
import type { Facts } from '../facts.ts';
import { LONG, SHORT, sourceReached } from '../login-failures.ts';
import { defineSignal } from '../signal.ts';
import { counted, spanned } from '../wording.ts';

const THRESHOLDS = { short: 10, long: 20 } as const;

// Evidence: no benign log-in, likelihood ratio 10893 (54 points by the rule). 25, because it always comes on top of
// BRUTE_FORCE_SUSPECTED: the tenth wrong password from a strange device and network blocks (20+10+20+39+25).
export const persistentFailures = defineSignal({
  code: 'PERSISTENT_FAILURES',
  weight: 25,
  scope: 'acting',
  when: 'at least 10 failures of this source on this account in 10 minutes or 20 in 24 hours; adds to BRUTE_FORCE_SUSPECTED',
  windows: [
    { key: 'account', span: SHORT },
    { key: 'account', span: LONG },
  ],
  blockCapable: () => true,
  fires: (facts: Facts) => (facts.isLogin ? sourceReached(facts, THRESHOLDS) : null),
  describe: ({ failures, window_ms }) =>
    `The same source keeps failing: ${counted(failures, 'time')} on this account within ${spanned(window_ms)}.`,
});
