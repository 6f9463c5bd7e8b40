// The failures that are counted for a whole environment, so that a wave of them is told from a usual hour.

/** Their order is stored: a kind's number is its place in this list. */
export const FAILURE_KINDS = ['login', 'payment'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];
