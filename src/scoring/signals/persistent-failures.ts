// PERSISTENT_FAILURES: the same source keeps guessing where a person would have reset the password.
import { LOGIN_TYPES } from '../../vocabulary/event-types.ts';
import type { Facts } from '../facts.ts';
import { formatDuration, formatMinimum } from '../format.ts';
import { AT_HOME_PER_DAY, AWAY_PER_DAY, LONG_WINDOW, reachedBySource, SHORT_WINDOW } from '../login-failures.ts';
import { MOST_STORED } from '../most-stored.ts';
import { defineSignal } from '../signal.ts';

const THRESHOLDS = { short: 10, long: 20 } as const;

// Evidence: no benign login, likelihood ratio 10893 (54 points by formula). 25 is enough, because the signal always
// adds to BRUTE_FORCE_SUSPECTED: the tenth wrong password from an unknown device and network blocks (20+10+20+39+25).
export const persistentFailures = defineSignal({
  code: 'PERSISTENT_FAILURES',
  title: 'Persistent failed logins',
  summary: 'The same source keeps guessing where a person would have reset the password.',
  weight: 25,
  scope: 'acting',
  types: LOGIN_TYPES,
  when:
    `this source has failed on this account at least ${THRESHOLDS.short} times in ${formatDuration(SHORT_WINDOW)} or ` +
    `${THRESHOLDS.long} times in ${formatDuration(LONG_WINDOW)}; or a ` +
    `recognized device has failed ${AWAY_PER_DAY} times from all addresses, or ${AT_HOME_PER_DAY} times in a network that the account ` +
    'has known for a day. Adds to BRUTE_FORCE_SUSPECTED',
  windows: [
    { key: 'account', span: SHORT_WINDOW },
    { key: 'account', span: LONG_WINDOW },
  ],
  blockCapable: () => true,
  fires: (facts: Facts) => reachedBySource(facts, THRESHOLDS),
  describe: ({ failures, window_ms }) =>
    `The same source keeps failing: ${formatMinimum(failures, MOST_STORED.failures, 'time')} on this account within ${formatDuration(window_ms)}.`,
});
