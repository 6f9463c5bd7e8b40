// From a claimed delivery to the end of its attempt: opens the secret, sends, and says what comes next.
import type { AttemptResult, ClaimedDelivery } from '../records/webhooks.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { IdSource } from '../vocabulary/ids.ts';
import { type AttemptError, classify, nextStep } from '../webhooks/retry.ts';
import { decryptSecret, type KeyRing } from '../webhooks/secret-encryption.ts';
import type { ConnectOptions } from './connect.ts';
import { type AttemptReport, send } from './send.ts';

/** An attempt that took its process down this often is not begun again: it counts as failed and the ladder goes on. */
export const MAX_RUNS = 5;

export interface AttemptOptions {
  clock: Clock;
  newId: IdSource;
  /** The keys that endpoint secrets are sealed with. */
  keys: KeyRing;
  connect: ConnectOptions;
  /** Told about what an operator must see: a secret that cannot be opened. */
  onError: (error: unknown) => void;
}

/** Never throws. */
export async function runAttempt(claim: ClaimedDelivery, options: AttemptOptions): Promise<AttemptResult> {
  const { clock, newId } = options;
  const startedAt = clock();
  const { end, durationMs, snippet } = await sendOrRefuse(claim, startedAt, options);
  const endedAt = clock();
  const outcome = classify(end);
  return {
    delivery: claim,
    attemptId: newId('attempt', startedAt),
    startedAt,
    endedAt,
    durationMs,
    end,
    snippet,
    outcome,
    next: nextStep(claim.scheduledAttempt ?? 1, outcome, endedAt),
  };
}

async function sendOrRefuse(claim: ClaimedDelivery, at: number, options: AttemptOptions): Promise<AttemptReport> {
  if (claim.runs > MAX_RUNS) return unsent('interrupted');
  let secret: string;
  try {
    secret = decryptSecret(claim.encryptedSecret, claim.endpointId, options.keys);
  } catch (error) {
    options.onError(error);
    return unsent('secret_unreadable');
  }
  return send({ id: claim.id, url: claim.url, secret, body: claim.body, at }, options.connect);
}

function unsent(error: AttemptError): AttemptReport {
  return { end: { httpStatus: null, error }, durationMs: 0, snippet: null };
}
