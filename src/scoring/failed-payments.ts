// Counts the failed payments of a device, of the known devices of an account, or of an address, within an hour or a day.
import { DAY } from '../vocabulary/clock.ts';
import { meanPerDay } from './baseline.ts';
import type { Facts, ScoringInput } from './facts.ts';
import { isSettledDevice } from './fresh-device.ts';
import type { PastEvent } from './history.ts';
import { isVisit, oldCustomers } from './old-customers.ts';
import { countRows, isSameSource } from './windows.ts';

/** Nobody in six populations failed to pay more than twice a day. Three cards an hour are 72 a day; all of them were allowed. */
export const FAILED_PAYMENTS_PER_DAY = 10;

export const isFailedPayment = (row: PastEvent): boolean => row.type === 'payment_failed';

/** 1 for a failed payment, which counts itself; 0 for other events. */
export const ownFailure = ({ type }: Pick<ScoringInput, 'type'>): number => (type === 'payment_failed' ? 1 : 0);

/** The day's threshold, if the failures on `key` have reached it; null if not. */
export function reachedInADay<K extends string>(key: K, failures: number) {
  if (failures < FAILED_PAYMENTS_PER_DAY) return null;
  return { key, failures, threshold: FAILED_PAYMENTS_PER_DAY, window_ms: DAY };
}

/**
 * Failed payments of the event's device within `span` milliseconds, this event included. The larger of two windows counts: resets of
 * made-up accounts push such rows out of the device's window, but not out of the account's.
 */
export function failedPaymentsOfDevice(
  facts: Facts,
  span: number,
  counts: (row: PastEvent) => boolean = () => true,
): number {
  const { history, at } = facts.input;
  const isOfDevice = rowsOfDevice(facts);
  const isCounted = (row: PastEvent) => isFailedPayment(row) && isOfDevice(row) && counts(row);
  const past = [history.device, history.account].map((rows) => countRows(rows, at - span, isCounted));
  return ownFailure(facts.input) + Math.max(...past);
}

/**
 * Which rows count for the device: those of the account from its network if nothing but the network recognizes it. There, each User-Agent is a
 * device: with another one for each card, a tester's own account paid forty times an hour (0, allowed) instead of four.
 */
function rowsOfDevice(facts: Facts): (row: PastEvent) => boolean {
  const { input, recognized } = facts;
  if (isKnownByNetwork(facts)) return (row) => row.account === input.accountKey && isSameSource(facts, row);
  return (row) => row.device === input.device.id && row.recognized === recognized;
}

/** Whether failed payments are counted by the network, because the server sends no signals. */
export function isKnownByNetwork({ state }: Facts): boolean {
  return state === 'network_only';
}

/**
 * Whether the account has failed to pay on this device, or on its known devices, as often as only card testers do; null if not. Counted
 * per account, so that a telephone salesman's declined customers do not count. A claim from a source that looks like the owner's device
 * in the owner's network counts as recognized, but not here: it could challenge the owner.
 */
export function cardsTestedByAccount(facts: Facts) {
  const { accountKey } = facts.input;
  const isCertain = (row: PastEvent) => row.credential === 'secret' || !row.recognized;
  const onDevice = failedPaymentsOfDevice(facts, DAY, (row) => row.account === accountKey && isCertain(row));
  return (
    reachedInADay(isKnownByNetwork(facts) ? 'network' : 'device', onDevice) ??
    reachedInADay('devices', failedPaymentsOfKnownDevices(facts))
  );
}

/**
 * Failed payments within a day that the server reported on all devices that the account had known for a day, this event included; 0 if
 * the event's device is not one of them. When each device counted alone, an account that had logged in once with eight looks paid
 * seventy-two times a day (0, allowed). Newer devices may be a thief's, so what fails there does not count against the owner's.
 */
export function failedPaymentsOfKnownDevices(facts: Facts): number {
  const { input, recognized } = facts;
  if (!recognized || isKnownByNetwork(facts) || !isSettledDevice(input)) return 0;
  const isCounted = (row: PastEvent) => isFailedPayment(row) && row.settled && row.credential === 'secret';
  return ownFailure(input) + countRows(input.history.account, input.at - DAY, isCounted);
}

/** Share of the failed payments of new accounts in the environment, on a usual day, that no carrier's address has. */
const MOST_OF_USUAL_DAY = 1 / 4;

/**
 * Whether as many payments have failed at the event's address as one tester may try cards, more than it has old customers, and more than
 * the guests of a shop who share a carrier's address; null if not. With a new account for each card, a tester behind one address has
 * nothing else in common without signals, with another look each time, or after a login on each account: 168 cards a day, too few an hour
 * for a wave, were allowed (0). What fails on a device that its account has known for a day does not count. What only looks like such a device
 * does, and any network of an account without signals: after a login on each account, a private window paid (0, allowed, any number).
 */
export function cardsTestedAtAddress({ input, addressRows }: Facts) {
  const { byHour } = input.history.environment.failures[input.credential === 'secret' ? 'payment' : 'claimed_payment'];
  const threshold = Math.max(FAILED_PAYMENTS_PER_DAY, Math.ceil(meanPerDay(byHour) * MOST_OF_USUAL_DAY));
  const since = input.at - DAY;
  const isNew = (row: PastEvent) => isFailedPayment(row) && !row.byId;
  const failures = ownFailure(input) + countRows(addressRows, since, isNew);
  if (failures < threshold || failures <= oldCustomers(addressRows, since, isVisit)) return null;
  return { failures, threshold, window_ms: DAY };
}
