// PASSWORD_RESET_VELOCITY: resets for account after account, or again and again for one.
import { HOUR } from '../../vocabulary/clock.ts';
import { eventClass } from '../../vocabulary/event-types.ts';
import type { Facts } from '../facts.ts';
import type { PastEvent } from '../history.ts';
import { defineSignal } from '../signal.ts';
import { countRows, distinct } from '../windows.ts';
import { counted } from '../wording.ts';

const SPAN = HOUR;
const THRESHOLD = 4;

const isReset = (row: PastEvent): boolean => eventClass(row.type) === 'recovery';

function accountsOn(facts: Facts, rows: readonly PastEvent[]): number {
  const { input } = facts;
  return distinct(rows, input.at - SPAN, (row) => (isReset(row) ? row.account : null), input.accountKey).size;
}

// Evidence: no benign log-in, likelihood ratio 1476 (42 points by the rule); 35 because an expiry day sends honest people
// from one office. Resets are how attackers find out which accounts exist. By strangers on one account (branch
// `account`) it cannot block: anyone may ask for anybody's reset.
export const passwordResetVelocity = defineSignal({
  code: 'PASSWORD_RESET_VELOCITY',
  weight: 35,
  scope: 'acting',
  when: 'resets of at least 4 accounts in 1 hour from an unrecognized address or device, or 4 by strangers on this account',
  windows: [
    { key: 'address', span: SPAN },
    { key: 'device', span: SPAN },
    { key: 'account', span: SPAN },
  ],
  fires(facts) {
    const { input } = facts;
    if (facts.recognized || facts.eventClass !== 'recovery') return null;
    const device = accountsOn(facts, input.history.device);
    if (device >= THRESHOLD) return { key: 'device', count: device, threshold: THRESHOLD, window_ms: SPAN };
    const address = accountsOn(facts, facts.addressRows);
    if (address >= THRESHOLD) return { key: 'address', count: address, threshold: THRESHOLD, window_ms: SPAN };
    const resets = 1 + countRows(input.history.account, input.at - SPAN, (row) => isReset(row) && !row.recognized);
    if (resets >= THRESHOLD) return { key: 'account', count: resets, threshold: THRESHOLD, window_ms: SPAN };
    return null;
  },
  blockCapable: ({ key }) => key !== 'account',
  describe: ({ key, count }) =>
    key === 'account'
      ? `${counted(count, 'password reset')} on this account by unrecognized sources within 1 hour.`
      : `Password resets of ${counted(count, 'account')} from this ${key} within 1 hour.`,
});
