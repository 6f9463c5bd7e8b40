// The failures that are counted for a whole environment, so that a wave of them is told from a usual hour.

/**
 * Their order is stored: the number of a kind is its position in this list. `claimed_payment`: under the public key. Before it was a kind of
 * its own, such failures counted as `payment`. `corrected_login`: failed logins that their source followed with a right one, counted by
 * minute only, at the time of the failure.
 */
export const COUNTED_FAILURE_KINDS = ['login', 'payment', 'claimed_payment', 'corrected_login'] as const;
export type CountedFailureKind = (typeof COUNTED_FAILURE_KINDS)[number];

/** Complete hours before an event that its usual hour is computed from: seven days. */
export const BASELINE_HOURS = 168;
