// Counts the accounts that are at home on an address or with a fingerprint: recognized for more than a day.
import { partitionOf } from '../vocabulary/windows.ts';
import type { PastEvent } from './history.ts';
import { distinct } from './windows.ts';

/**
 * Distinct accounts with a login or second factor there from a source recognized for more than a day. Signups never count, whoever
 * reports them.
 */
export function oldCustomers(rows: readonly PastEvent[], since: number): number {
  return distinct(rows, since, (row) => (row.settled && partitionOf(row.type) === 'success' ? row.account : null)).size;
}
