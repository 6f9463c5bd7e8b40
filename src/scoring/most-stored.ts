// How many rows that count as the same a window stores: from these numbers on, a count is a minimum, and its sentence says so.

/**
 * Failures: twenty is the highest threshold of any count of them. Attempts: the thresholds of resets and failed payments are 4 within
 * an hour. Of an account: resets or failed payments of one account. Of a type: all rows of one type together, so that an hour of three
 * types stays below the cap of their partition.
 */
export const MOST_STORED = { failures: 20, attempts: 8, ofAccount: 20, ofType: 60 } as const;
