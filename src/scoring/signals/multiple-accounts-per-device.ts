// MULTIPLE_ACCOUNTS_PER_DEVICE: one device signs in to one account after the other.
import { DAY } from '../../vocabulary/clock.ts';
import { defineSignal } from '../signal.ts';
import { distinct } from '../windows.ts';
import { counted } from '../wording.ts';

const SPAN = DAY;
const THRESHOLD = 4;

// Evidence: 0.03 % of benign log-ins, likelihood ratio 18 (17 points by the rule); 25 because farmed accounts keep coming.
// Not for a pair the account recognises: families and kiosks share devices for years. Castle counts the same.
export const multipleAccountsPerDevice = defineSignal({
  code: 'MULTIPLE_ACCOUNTS_PER_DEVICE',
  weight: 25,
  scope: 'acting',
  when: 'at least 4 accounts signed in or up on the device within 24 hours, and this account does not recognise it',
  windows: [{ key: 'device', span: SPAN }],
  fires({ recognised, eventClass, input }) {
    if (recognised || eventClass === 'passive') return null;
    const isOwn = input.type === 'login' || input.type === 'signup';
    const accounts = distinct(
      input.history.device,
      input.at - SPAN,
      (row) => (row.type === 'login' || row.type === 'signup' ? row.account : null),
      isOwn ? input.accountKey : null,
    );
    if (accounts.size < THRESHOLD) return null;
    return { accounts: accounts.size, threshold: THRESHOLD, window_ms: SPAN };
  },
  describe: ({ accounts }) => `${counted(accounts, 'account')} signed in or up on this device within 24 hours.`,
});
