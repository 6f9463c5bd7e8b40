// LOGIN_FAILURES_ELEVATED: more failed logins than usual, but fewer than in an attack.
import { LOGIN_TYPES } from '../../vocabulary/event-types.ts';
import type { Facts } from '../facts.ts';
import { formatDuration, formatMinimum, startSentence } from '../format.ts';
import { LONG_WINDOW, type ReachedThreshold, reachedBySource, SHORT_WINDOW } from '../login-failures.ts';
import { MOST_STORED } from '../most-stored.ts';
import { defineSignal } from '../signal.ts';
import { unrecognizedFailuresOnAccount } from '../windows.ts';

const RECOGNIZED_SHORT = 5;
const UNRECOGNIZED_SHORT = 3;
const ON_ACCOUNT_DAY = 5;

// Evidence: 0.4 % of benign logins, likelihood ratio 4, hence 5 points: people mistype. The signal is a warning and
// does not change the decision by itself.
export const loginFailuresElevated = defineSignal({
  code: 'LOGIN_FAILURES_ELEVATED',
  title: 'Several failed logins',
  summary: 'More logins failed than usual.',
  weight: 5,
  scope: 'acting',
  types: LOGIN_TYPES,
  when:
    `a recognized source has failed at least ${RECOGNIZED_SHORT} times in ${formatDuration(SHORT_WINDOW)}, or an unrecognized one ` +
    `${UNRECOGNIZED_SHORT} times; or unrecognized sources have failed ${ON_ACCOUNT_DAY} times on the account in ` +
    formatDuration(LONG_WINDOW),
  windows: [
    { key: 'account', span: SHORT_WINDOW },
    { key: 'account', span: LONG_WINDOW },
  ],
  yieldsTo: ['BRUTE_FORCE_SUSPECTED', 'ACCOUNT_UNDER_ATTACK'],
  fires(facts: Facts): ReachedThreshold | null {
    const short = facts.recognized ? RECOGNIZED_SHORT : UNRECOGNIZED_SHORT;
    const bySource = reachedBySource(facts, { short, long: Number.POSITIVE_INFINITY });
    if (bySource !== null || facts.recognized) return bySource;
    const failures = unrecognizedFailuresOnAccount(facts, LONG_WINDOW);
    if (failures < ON_ACCOUNT_DAY) return null;
    return { failures, threshold: ON_ACCOUNT_DAY, window_ms: LONG_WINDOW, about: 'account' };
  },
  describe: ({ failures, window_ms, about }) => {
    const count = startSentence(formatMinimum(failures, MOST_STORED.failures, 'failed login'));
    const where = about === 'source' ? 'from this source' : 'on this account by unrecognized sources';
    return `${count} ${where} within ${formatDuration(window_ms)}.`;
  },
});
