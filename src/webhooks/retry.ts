// Classifies the outcome of a delivery attempt and schedules the next one.
import { MINUTE, SECOND } from '../vocabulary/clock.ts';
import type { DeliveryStatus } from '../vocabulary/words.ts';

/** Milliseconds from the end of attempt n to attempt n + 1: 1 minute, 5 minutes, 30 minutes, 2 hours. */
export const RETRY_DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE] as const;

/** Time to connect, including DNS and TLS. */
export const CONNECT_TIMEOUT = 5 * SECOND;
/** Time for the whole attempt, up to the last byte that is read of the response. */
export const REQUEST_TIMEOUT = 10 * SECOND;

/**
 * Why an attempt without a usable response failed. Only `target_refused` is permanent: the address is forbidden.
 * `interrupted`: the process died during the attempt, more often than an attempt may be repeated. `secret_unreadable`: the
 * operator's encryption key is not the one that encrypted the endpoint's secret, so nothing could be signed.
 */
export const ATTEMPT_ERRORS = [
  'dns_failed',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'request_timeout',
  'connection_lost',
  'protocol_error',
  'target_refused',
  'interrupted',
  'secret_unreadable',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** How an attempt ended: with a response head, or with an error. */
export type AttemptOutcome = { httpStatus: number; error: null } | { httpStatus: number | null; error: AttemptError };

export type AttemptClass = 'success' | 'retryable' | 'permanent';

/** A complete 2xx head is a success. A status outside 100 to 599 is a broken response, so the attempt is retried. */
export function classify(outcome: AttemptOutcome): AttemptClass {
  if (outcome.error !== null) return outcome.error === 'target_refused' ? 'permanent' : 'retryable';
  const status = outcome.httpStatus;
  if (status >= 200 && status <= 299) return 'success';
  if (status >= 300 && status <= 499) return status === 408 || status === 429 ? 'retryable' : 'permanent';
  return 'retryable';
}

export interface NextStep {
  status: DeliveryStatus;
  /** When the next attempt is due, in milliseconds since the epoch; null when there is none. */
  nextAttemptAt: number | null;
}

/** The status of a delivery and its next attempt, after attempt `number` (1 to 5) ended at `endedAt`. */
export function nextStep(number: number, attemptClass: AttemptClass, endedAt: number): NextStep {
  if (attemptClass === 'success') return { status: 'delivered', nextAttemptAt: null };
  if (attemptClass === 'permanent') return { status: 'failed', nextAttemptAt: null };
  const delay = RETRY_DELAYS[number - 1];
  if (delay === undefined) return { status: 'exhausted', nextAttemptAt: null };
  return { status: 'pending', nextAttemptAt: endedAt + delay };
}
