// MULTIPLE_ACCOUNTS_PER_DEVICE: one device logs in to one account after another.
import { DAY } from '../../vocabulary/clock.ts';
import { formatDuration, formatMinimum, startSentence } from '../format.ts';
import { MOST_STORED } from '../most-stored.ts';
import { defineSignal } from '../signal.ts';
import { distinct } from '../windows.ts';

const SPAN = DAY;
const THRESHOLD = 4;

// Evidence: 0.03 % of benign logins, likelihood ratio 5.2 (10 points by formula). 5, because with 25 the nine accounts
// of one public kiosk scored above attacks; with 5, no scenario lost a challenge. Only accounts that do not recognize
// the device count, because families and kiosks share devices for years. Castle counts in the same way.
export const multipleAccountsPerDevice = defineSignal({
  code: 'MULTIPLE_ACCOUNTS_PER_DEVICE',
  title: 'Many accounts on one device',
  summary: 'One device logs in to one account after another.',
  weight: 5,
  scope: 'acting',
  when:
    `at least ${THRESHOLD} accounts that do not recognize the device, this one included, logged in or signed up on it ` +
    `within ${formatDuration(SPAN)}`,
  windows: [{ key: 'device', span: SPAN }],
  fires({ recognized, input }) {
    if (recognized) return null;
    const isOwn = input.type === 'login' || input.type === 'signup';
    const { device } = input.history;
    const since = input.at - SPAN;
    const accounts = distinct(
      device,
      since,
      (row) => (row.type === 'login' || row.type === 'signup' ? row.account : null),
      isOwn ? input.accountKey : null,
    );
    for (const account of distinct(device, since, (row) => (row.recognized ? row.account : null)))
      accounts.delete(account);
    if (accounts.size < THRESHOLD) return null;
    return { accounts: accounts.size, threshold: THRESHOLD, window_ms: SPAN };
  },
  describe: ({ accounts, window_ms }) =>
    `${startSentence(formatMinimum(accounts, MOST_STORED.ofType, 'account'))} that do not recognize this device logged in or signed up on it within ${formatDuration(window_ms)}.`,
});
