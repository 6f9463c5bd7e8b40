// Runs one delivery attempt: decrypts the endpoint's secret, sends the request, and computes the next step.
import type { AttemptResult, ClaimedDelivery } from '../records/webhooks.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { KeyRing } from '../vocabulary/key-ring.ts';
import { type AttemptError, classify, nextStep } from '../webhooks/retry.ts';
import { decryptSecret } from '../webhooks/secret-encryption.ts';
import type { ConnectOptions } from './connect.ts';
import type { AttemptReport } from './post.ts';
import { send } from './send.ts';

/**
 * An attempt that was started this often without a result probably crashes the process. It is not started again: it
 * counts as failed, and the backoff schedule continues.
 */
export const MAX_RUNS = 5;

export interface AttemptOptions {
  clock: Clock;
  /** Decrypts endpoint secrets. */
  keys: KeyRing;
  connect: ConnectOptions;
  /** Called with errors that need an operator, such as a secret that cannot be decrypted. */
  onError: (error: unknown) => void;
}

/** Never throws. */
export async function runAttempt(claim: ClaimedDelivery, options: AttemptOptions): Promise<AttemptResult> {
  const { clock } = options;
  const startedAt = clock();
  const { outcome, durationMs, snippet } = await sendIfPossible(claim, startedAt, options);
  const endedAt = clock();
  const attemptClass = classify(outcome);
  return {
    delivery: claim,
    startedAt,
    endedAt,
    durationMs,
    outcome,
    snippet,
    attemptClass,
    next: nextStep(claim.scheduledAttempt ?? 1, attemptClass, endedAt),
  };
}

async function sendIfPossible(claim: ClaimedDelivery, at: number, options: AttemptOptions): Promise<AttemptReport> {
  if (claim.runs > MAX_RUNS) return unsent('interrupted');
  let secret: string;
  try {
    secret = decryptSecret(claim.encryptedSecret, claim.endpointId, options.keys);
  } catch (error) {
    options.onError(error);
    return unsent('secret_unreadable');
  }
  const { id, url, body, traceparent } = claim;
  return send({ id, url, secret, body, traceparent, at }, options.connect);
}

function unsent(error: AttemptError): AttemptReport {
  return { outcome: { httpStatus: null, error }, durationMs: 0, snippet: null };
}
