// Limits concurrent deliveries per webhook endpoint, so that a failing receiver does not delay the others.

/** Concurrent attempts per endpoint, over all processes. */
export const ENDPOINT_CAP = 4;
/** The same for a slow endpoint: a timeout occupies a connection for ten seconds, a refused connection costs a transaction. */
export const SLOW_ENDPOINT_CAP = 1;
/** Consecutive timeouts after which an endpoint counts as slow. */
export const SLOW_AFTER_TIMEOUTS = 5;
/** Consecutive failures of any kind after which it does, too: at four at a time, the backlog of a dead endpoint used the whole CPU. */
export const SLOW_AFTER_FAILURES = 20;
