// Counts the failed payments of a device, within an hour and within a day.
import { DAY } from '../vocabulary/clock.ts';
import type { Facts } from './facts.ts';
import type { PastEvent } from './history.ts';
import { countRows } from './windows.ts';

/** Nobody in six populations failed to pay more than twice a day. Three cards an hour are 72 a day; all of them were allowed. */
export const FAILED_PAYMENTS_PER_DAY = 10;

export const isFailedPayment = (row: PastEvent): boolean => row.type === 'payment_failed';

/**
 * Failed payments of the event's device within `span` milliseconds, this event included. The larger of two windows counts: resets of
 * made-up accounts push such rows out of the device's window, but not out of the account's.
 */
export function failedPaymentsOfDevice(
  { input, recognized }: Facts,
  span: number,
  counts: (row: PastEvent) => boolean = () => true,
): number {
  const { history, device, at, type } = input;
  const isCounted = (row: PastEvent) =>
    isFailedPayment(row) && row.device === device.id && row.recognized === recognized && counts(row);
  const past = [history.device, history.account].map((rows) => countRows(rows, at - span, isCounted));
  return (type === 'payment_failed' ? 1 : 0) + Math.max(...past);
}

/**
 * Whether the account has failed to pay on this device as often as only card testers do; null if not. Counted per account, so that
 * a telephone salesman's declined customers do not count. A claim from a source that looks like the owner's device in the owner's
 * network counts as recognized, but not here: it could challenge the owner.
 */
export function cardsTestedOnDevice(facts: Facts) {
  const { accountKey } = facts.input;
  const isCertain = (row: PastEvent) => row.credential === 'secret' || !row.recognized;
  const failures = failedPaymentsOfDevice(facts, DAY, (row) => row.account === accountKey && isCertain(row));
  if (failures < FAILED_PAYMENTS_PER_DAY) return null;
  return { failures, threshold: FAILED_PAYMENTS_PER_DAY, window_ms: DAY };
}
