// How many deliveries of one webhook endpoint may be under way at once, so that a bad receiver delays nobody else.

/** Attempts in flight per endpoint, over all processes. */
export const ENDPOINT_CAP = 4;
/** The same for an endpoint that keeps failing: a time-out holds a connection for ten seconds, a refusal costs a turn of storage. */
export const SLOW_ENDPOINT_CAP = 1;
/** Time-outs in a row after which an endpoint counts as slow. */
export const SLOW_AFTER_TIMEOUTS = 5;
/** Failures of any kind in a row after which it does: the backlog of a dead endpoint took the whole processor, four at a time. */
export const SLOW_AFTER_FAILURES = 20;
