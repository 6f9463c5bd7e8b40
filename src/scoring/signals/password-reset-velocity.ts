// PASSWORD_RESET_VELOCITY: password resets of account after account, or repeatedly of one account.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { eventClass, typesOfClass } from '../../vocabulary/event-types.ts';
import type { Facts } from '../facts.ts';
import { formatDuration, formatMinimum, startSentence } from '../format.ts';
import type { PastEvent } from '../history.ts';
import { MOST_STORED } from '../most-stored.ts';
import { oldCustomers } from '../old-customers.ts';
import { defineSignal } from '../signal.ts';
import { countRows, distinct } from '../windows.ts';

const SPAN = HOUR;
const THRESHOLD = 4;

const isReset = (row: PastEvent): boolean => eventClass(row.type) === 'recovery';

function accountsOn(facts: Facts, rows: readonly PastEvent[]): number {
  const { input } = facts;
  return distinct(rows, input.at - SPAN, (row) => (isReset(row) ? row.account : null), input.accountKey).size;
}

/**
 * Accounts on the address with resets: from any source if they outnumber the old customers there, else those with the event's
 * fingerprint if they outnumber the old customers who show it; otherwise 0. A campus or a carrier always has four people who forgot
 * their password within an hour; the attempts of a tool behind its address all look alike.
 */
function accountsOnAddress(facts: Facts): number {
  const { input, addressRows } = facts;
  const since = input.at - DAY;
  const all = accountsOn(facts, addressRows);
  if (all < THRESHOLD || all > oldCustomers(addressRows, since)) return all;
  const alikeRows = addressRows.filter((row) => row.fingerprint === input.fingerprint);
  const alike = accountsOn(facts, alikeRows);
  return alike > oldCustomers(alikeRows, since) ? alike : 0;
}

// Evidence: no benign login, likelihood ratio 1476 (42 points by formula). 35, because on the day when passwords
// expire, many honest people in one office reset theirs. Attackers use resets to find out which accounts exist. Resets
// of one account by unrecognized sources (`key` is `account`) cannot block, because anyone can request a reset for any
// account.
export const passwordResetVelocity = defineSignal({
  code: 'PASSWORD_RESET_VELOCITY',
  title: 'Too many password resets',
  summary: 'Many password resets are requested.',
  weight: 35,
  scope: 'acting',
  types: typesOfClass('recovery'),
  when:
    `an unrecognized source resets a password, and one of these counts is reached in ${formatDuration(SPAN)}: resets of ${THRESHOLD} ` +
    `accounts from its device; resets of ${THRESHOLD} accounts from its address, or from its address with its fingerprint, if they ` +
    `outnumber the old customers there; or ${THRESHOLD} resets of this account by unrecognized sources`,
  windows: [
    { key: 'address', span: SPAN },
    { key: 'address', span: DAY },
    { key: 'device', span: SPAN },
    { key: 'account', span: SPAN },
  ],
  fires(facts) {
    const { input } = facts;
    if (facts.recognized) return null;
    const device = accountsOn(facts, input.history.device);
    if (device >= THRESHOLD) return { key: 'device', count: device, threshold: THRESHOLD, window_ms: SPAN };
    const address = accountsOnAddress(facts);
    if (address >= THRESHOLD) return { key: 'address', count: address, threshold: THRESHOLD, window_ms: SPAN };
    const resets = 1 + countRows(input.history.account, input.at - SPAN, (row) => isReset(row) && !row.recognized);
    if (resets >= THRESHOLD) return { key: 'account', count: resets, threshold: THRESHOLD, window_ms: SPAN };
    return null;
  },
  blockCapable: ({ key }) => key !== 'account',
  describe: ({ key, count, window_ms }) =>
    key === 'account'
      ? `${startSentence(formatMinimum(count, MOST_STORED.ofAccount, 'password reset'))} on this account by unrecognized sources within ${formatDuration(window_ms)}.`
      : `Password resets of ${formatMinimum(count, MOST_STORED.ofType, 'account')} from this ${key} within ${formatDuration(window_ms)}.`,
});
