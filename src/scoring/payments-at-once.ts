// Counts payments of the same minute: none of them may have a result yet, and all may be declined.
import { DAY, MINUTE } from '../vocabulary/clock.ts';
import type { Facts, ScoringInput } from './facts.ts';
import { FAILED_PAYMENTS_PER_DAY } from './failed-payments.ts';
import type { PastEvent } from './history.ts';
import { isNewcomer } from './newcomer.ts';
import { isByCustomer, isVisit, oldCustomers } from './old-customers.ts';
import { countRows } from './windows.ts';

/** As many as may be declined in a day: if all of them are, the next one is challenged anyway. Nobody enters a card every six seconds. */
export const PAYMENTS_AT_ONCE = FAILED_PAYMENTS_PER_DAY;
export const AT_ONCE_SPAN = MINUTE;

/** What browsers claim does not count: anyone could challenge the owner's new phone. */
const isReported = ({ type, credential }: Pick<ScoringInput, 'type' | 'credential'>): boolean =>
  type === 'payment_attempt' && credential === 'secret';

/** Payments of the account within a minute, this event included. A thief's new device does not count against the owner's known one. */
export function paymentsAtOnceOnAccount({ input, recognized }: Facts): number {
  if (!isReported(input) || input.accountKey === null) return 0;
  const isAlike = (row: PastEvent) => isReported(row) && row.recognized === recognized;
  return 1 + countRows(input.history.account, input.at - AT_ONCE_SPAN, isAlike);
}

/** The same for new accounts at one address: a guest account for each card. 0 if they do not outnumber its old customers. */
export function paymentsAtOnceAtAddress({ input, addressRows }: Facts): number {
  if (!isReported(input) || !isNewcomer(input)) return 0;
  const isNew = (row: PastEvent) => isReported(row) && !isByCustomer(row);
  const payments = 1 + countRows(addressRows, input.at - AT_ONCE_SPAN, isNew);
  if (payments < PAYMENTS_AT_ONCE) return 0;
  return payments > oldCustomers(addressRows, input.at - DAY, isVisit) ? payments : 0;
}
