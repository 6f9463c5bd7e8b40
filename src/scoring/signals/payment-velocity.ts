// PAYMENT_VELOCITY: payment after payment fails, as in card testing.
import { HOUR } from '../../vocabulary/clock.ts';
import { formatCount } from '../format.ts';
import type { PastEvent } from '../history.ts';
import { defineSignal } from '../signal.ts';
import { countRows } from '../windows.ts';

const SPAN = HOUR;
const THRESHOLD = 4;

const isFailure = (row: PastEvent): boolean => row.type === 'payment_failed';

// Evidence: no benign login, likelihood ratio 1315 (42 points by formula); 50 so that it challenges alone: card testers
// use fresh accounts, which have no other context. For a recognized device only its own failures count.
export const paymentVelocity = defineSignal({
  code: 'PAYMENT_VELOCITY',
  title: 'Too many failed payments',
  summary: 'Payment after payment fails, as in card testing.',
  weight: 50,
  scope: 'acting',
  when: 'at least 4 payments failed in 1 hour on the device; or, for an unrecognized source, on the account or with the same fingerprint on one address',
  windows: [
    { key: 'device', span: SPAN },
    { key: 'account', span: SPAN },
    { key: 'fingerprint', span: SPAN },
  ],
  fires({ input, eventClass, recognized, network, addressRows }) {
    if (eventClass !== 'payment') return null;
    const own = input.type === 'payment_failed' ? 1 : 0;
    const since = input.at - SPAN;
    const { device, account, fingerprint } = input.history;
    const onDevice = own + countRows(device, since, (row) => isFailure(row) && row.recognized === recognized);
    if (onDevice >= THRESHOLD) return { key: 'device', failures: onDevice, threshold: THRESHOLD, window_ms: SPAN };
    if (recognized) return null;
    const isAlike = (row: PastEvent) =>
      isFailure(row) &&
      !row.recognized &&
      row.counterAddress === input.network.counterKey &&
      row.fingerprint === input.fingerprint;
    // The address tells what a flood with the same fingerprint hides in the fingerprint's window.
    const alike = Math.max(
      countRows(network.usable ? fingerprint : [], since, isAlike),
      input.fingerprint === null ? 0 : countRows(addressRows, since, isAlike),
    );
    if (own + alike >= THRESHOLD) {
      return { key: 'fingerprint', failures: own + alike, threshold: THRESHOLD, window_ms: SPAN };
    }
    const onAccount = own + countRows(account, since, (row) => isFailure(row) && !row.recognized);
    if (onAccount >= THRESHOLD) return { key: 'account', failures: onAccount, threshold: THRESHOLD, window_ms: SPAN };
    return null;
  },
  blockCapable: ({ key }) => key !== 'account',
  describe: ({ key, failures }) =>
    `${formatCount(failures, 'failed payment')} ${key === 'account' ? 'on this account by unrecognized sources' : `from this ${key}`} within 1 hour.`,
});
