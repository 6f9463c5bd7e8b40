// Counts the accounts that are at home on an address or with a fingerprint: recognized for more than a day.
import { PARTITION_CAP, partitionOf } from '../vocabulary/windows.ts';
import type { PastEvent } from './history.ts';
import { countRows, distinct } from './windows.ts';

/** A login or a second factor, not a signup. */
export const isSuccess = (row: PastEvent): boolean => partitionOf(row.type) === 'success';

/**
 * Whether a customer's payment shows that the customer is at home there: from a device that the account has known for a day or, of a server that
 * sends no signals, from a network that it has proven. A new account has its own look after one login.
 */
export const isByCustomer = (row: PastEvent): boolean => row.byId || (row.settled && row.fingerprint === null);

/**
 * A success or a payment. Customers who stay signed in for months only pay: without them, eleven declined cards of an office challenged its
 * newcomers (70).
 */
export const isVisit = (row: PastEvent): boolean =>
  isSuccess(row) || (row.type === 'payment_attempt' && isByCustomer(row));

/**
 * Distinct accounts with a login or second factor there, or another event that counts, from a source recognized for more than a day.
 * Signups never count, whoever reports them.
 */
export function oldCustomers(
  rows: readonly PastEvent[],
  since: number,
  counts: (row: PastEvent) => boolean = isSuccess,
): number {
  return distinct(rows, since, (row) => (row.settled && counts(row) ? row.account : null)).size;
}

/**
 * With this many old customers, a full window may have lost others. When any full window counted as such, thirteen aged accounts
 * filled it with eight logins each, half an hour apart, and any number of signups followed.
 */
export const UNCOUNTED_CUSTOMERS = (PARTITION_CAP.success * 3) / 4;

/** Whether the window is full of different customers, so that it may lack earlier ones of the period. */
export function mayLackCustomers(rows: readonly PastEvent[], since: number): boolean {
  if (countRows(rows, since, isSuccess) < PARTITION_CAP.success) return false;
  return oldCustomers(rows, since) >= UNCOUNTED_CUSTOMERS;
}
