// PAYMENT_VELOCITY: payment after payment fails, as in card testing.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { typesOfClass } from '../../vocabulary/event-types.ts';
import type { Facts } from '../facts.ts';
import {
  FAILED_PAYMENTS_PER_DAY,
  failedPaymentsOfDevice,
  failedPaymentsOfKnownDevices,
  isFailedPayment,
  isKnownByNetwork,
  ownFailure,
  reachedInADay,
} from '../failed-payments.ts';
import { formatDuration, formatMinimum, startSentence } from '../format.ts';
import { isSettledDevice } from '../fresh-device.ts';
import type { PastEvent } from '../history.ts';
import { MOST_STORED } from '../most-stored.ts';
import { defineSignal } from '../signal.ts';
import { countRows } from '../windows.ts';

const SPAN = HOUR;
const THRESHOLD = 4;

/** The threshold that the failures on `key` reached within an hour or a day; null if neither. */
function reached(key: 'device' | 'network' | 'account' | 'devices', failuresWithin: (span: number) => number) {
  const hour = failuresWithin(SPAN);
  if (hour >= THRESHOLD) return { key, failures: hour, threshold: THRESHOLD, window_ms: SPAN };
  return reachedInADay(key, failuresWithin(DAY));
}

/** The threshold that failures on the account reached, of unrecognized sources or of all devices that it recognizes; null if neither. */
function reachedOnAccount({ input }: Facts, key: 'account' | 'devices') {
  const own = ownFailure(input);
  const isCounted = (row: PastEvent) => isFailedPayment(row) && row.recognized === (key === 'devices');
  return reached(key, (span) => own + countRows(input.history.account, input.at - span, isCounted));
}

/** Only within a day: in a household whose cards are declined, two known devices may well have four failures within an hour. */
function reachedOnKnownDevices(facts: Facts) {
  return reachedInADay('devices', failedPaymentsOfKnownDevices(facts));
}

// Evidence: no benign login, likelihood ratio 1315 (42 points by formula). 50, so that the signal challenges alone:
// card testers use new accounts, which have no other context. For a known device, only its own failures count, and ten
// in a day on all known devices. Ten failures in a day count as well, because three an hour were 72 cards a day on one
// device, all of them allowed.
export const paymentVelocity = defineSignal({
  code: 'PAYMENT_VELOCITY',
  title: 'Too many failed payments',
  summary: 'Payment after payment fails, as in card testing.',
  weight: 50,
  scope: 'acting',
  types: typesOfClass('payment'),
  when:
    `at least ${THRESHOLD} payments failed in ${formatDuration(SPAN)}, or ${FAILED_PAYMENTS_PER_DAY} in 24 hours, on the device (of an ` +
    'account that is recognized by its network: on the account, in the /16 or /32), for a device that the account has known for under ' +
    'a day on all devices that it recognizes, or for an unrecognized source on the account; or ' +
    `${FAILED_PAYMENTS_PER_DAY} in 24 hours, for a device that the account has known for a day, on all such devices; or, for an ` +
    `unrecognized source, ${THRESHOLD} payments failed in ${formatDuration(SPAN)} with the same fingerprint on one address`,
  windows: [
    { key: 'device', span: SPAN },
    { key: 'device', span: DAY },
    { key: 'account', span: SPAN },
    { key: 'account', span: DAY },
    { key: 'fingerprint', span: SPAN },
  ],
  fires(facts) {
    const { input, recognized, network, addressRows } = facts;
    const own = ownFailure(input);
    const since = input.at - SPAN;
    const key = isKnownByNetwork(facts) ? 'network' : 'device';
    const onDevice = reached(key, (span) => failedPaymentsOfDevice(facts, span));
    if (onDevice !== null) return onDevice;
    if (recognized) {
      if (key === 'network') return null;
      // With another look and a login for each card, one account tried sixty cards an hour from its address (25, allowed).
      return isSettledDevice(input) ? reachedOnKnownDevices(facts) : reachedOnAccount(facts, 'devices');
    }
    const isAlike = (row: PastEvent) =>
      isFailedPayment(row) &&
      !row.recognized &&
      row.counterAddress === input.network.counterKey &&
      row.fingerprint === input.fingerprint;
    // The address shows what a flood with the same fingerprint pushes out of the fingerprint's window.
    const alike = Math.max(
      countRows(network.usable ? input.history.fingerprint : [], since, isAlike),
      input.fingerprint === null ? 0 : countRows(addressRows, since, isAlike),
    );
    if (own + alike >= THRESHOLD) {
      return { key: 'fingerprint', failures: own + alike, threshold: THRESHOLD, window_ms: SPAN };
    }
    return reachedOnAccount(facts, 'account');
  },
  blockCapable: ({ key }) => key !== 'account' && key !== 'devices',
  describe: ({ key, failures, window_ms }) => {
    const count = startSentence(formatMinimum(failures, MOST_STORED.attempts, 'failed payment'));
    if (key === 'account' || key === 'devices') {
      const by = key === 'account' ? 'unrecognized sources' : 'devices that it recognizes';
      return `${count} on this account by ${by} within ${formatDuration(window_ms)}.`;
    }
    return `${count} from this ${key} within ${formatDuration(window_ms)}.`;
  },
});
