// What an attempt's end means, and when the next one is due (specification 3.4 and 6.5).
import { MINUTE, SECOND } from '../vocabulary/clock.ts';
import type { DeliveryStatus } from '../vocabulary/words.ts';

/** Milliseconds from the end of attempt n to attempt n + 1: 1 minute, 5 minutes, 30 minutes, 2 hours. */
export const RETRY_DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE] as const;

/** To connect, names and TLS included, and for the whole attempt until the last byte of the answer that is read. */
export const CONNECT_TIMEOUT = 5 * SECOND;
export const REQUEST_TIMEOUT = 10 * SECOND;

/**
 * Why an attempt without a usable answer failed. `target_refused` is the only permanent one: the address is forbidden.
 * `interrupted`: the process died while it ran, more often than an attempt may be run again. `secret_unreadable`: the
 * operator's encryption key is not the one that sealed the endpoint's secret, so nothing could be signed.
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

/** How an attempt ended: with the head of an answer, or without. */
export type AttemptOutcome = { httpStatus: number; error: null } | { httpStatus: number | null; error: AttemptError };

export type AttemptClass = 'success' | 'retryable' | 'permanent';

/** A complete 2xx head is success; a status outside 100 to 599 is a broken answer, so it is tried again. */
export function classify(end: AttemptOutcome): AttemptClass {
  if (end.error !== null) return end.error === 'target_refused' ? 'permanent' : 'retryable';
  const status = end.httpStatus;
  if (status >= 200 && status <= 299) return 'success';
  if (status >= 300 && status <= 499) return status === 408 || status === 429 ? 'retryable' : 'permanent';
  return 'retryable';
}

export interface NextStep {
  status: DeliveryStatus;
  /** When the next attempt is due, ms; null when there is none. */
  nextAttemptAt: number | null;
}

/** What becomes of a delivery after its attempt `number` (1 to 5) ended at `endedAt`. */
export function nextStep(number: number, outcome: AttemptClass, endedAt: number): NextStep {
  if (outcome === 'success') return { status: 'delivered', nextAttemptAt: null };
  if (outcome === 'permanent') return { status: 'failed', nextAttemptAt: null };
  const delay = RETRY_DELAYS[number - 1];
  if (delay === undefined) return { status: 'exhausted', nextAttemptAt: null };
  return { status: 'pending', nextAttemptAt: endedAt + delay };
}
