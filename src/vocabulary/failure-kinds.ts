// The failures counted for a whole environment, so that a wave of them can be told from a usual hour.

/**
 * The order is stored: the number of a kind is its position in this list. `claimed_payment`: failed payments under the public key, which
 * counted as `payment` before they had their own kind. `corrected_login`: failed logins that their source followed with a successful
 * one, counted by minute only, at the time of the failure.
 */
export const COUNTED_FAILURE_KINDS = ['login', 'payment', 'claimed_payment', 'corrected_login'] as const;
export type CountedFailureKind = (typeof COUNTED_FAILURE_KINDS)[number];

/** Complete hours before an event from which its usual hour is computed: seven days. */
export const BASELINE_HOURS = 168;
