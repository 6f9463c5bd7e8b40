// Claims deliveries and completes attempts as a dispatcher does, for tests of the queue itself.
import assert from 'node:assert/strict';
import { LEASE } from '../../src/delivery/delivery-worker.ts';
import type { AttemptResult, ClaimedDelivery } from '../../src/records/webhooks.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { type AttemptOutcome, classify, nextStep } from '../../src/webhooks/retry.ts';
import { type Fixture, NOON, newId } from './fixture.ts';

export const OK: AttemptOutcome = { httpStatus: 200, error: null };
export const SERVER_ERROR: AttemptOutcome = { httpStatus: 500, error: null };
export const TIMEOUT: AttemptOutcome = { httpStatus: null, error: 'request_timeout' };

/** The result of a claimed attempt that ended at `at`, as the dispatcher computes it. */
export function resultOf(claim: ClaimedDelivery, outcome: AttemptOutcome, at: number): AttemptResult {
  const attemptClass = classify(outcome);
  return {
    delivery: claim,
    startedAt: at,
    endedAt: at,
    durationMs: 3,
    outcome,
    snippet: 'response text',
    attemptClass,
    next: nextStep(claim.scheduledAttempt ?? 1, attemptClass, at),
  };
}

let tokens = 0;

export async function claim({ store, environmentNumber }: Fixture, endpointId: string, now = NOON, limit = 100) {
  const lease = { token: `t${++tokens}`, now, until: now + LEASE, newAttemptId: () => newId('attempt', now) };
  return store.webhooks.queue.completeAndClaim(environmentNumber, [], [{ endpointId, limit }], lease);
}

export async function complete({ store, environmentNumber }: Fixture, results: AttemptResult[]) {
  await store.webhooks.queue.completeAndClaim(environmentNumber, results, [], {
    token: 'none',
    now: NOON,
    until: NOON,
    newAttemptId: () => newId('attempt', NOON),
  });
}

/** Claims and completes one delivery; returns the claim and the delivery's log entry. */
export async function attempt(fixture: Fixture, endpointId: string, outcome: AttemptOutcome, now: number) {
  const [claimed] = await claim(fixture, endpointId, now, 1);
  assert.ok(claimed, `nothing to claim at +${(now - NOON) / MINUTE} min`);
  await complete(fixture, [resultOf(claimed, outcome, now)]);
  return { claimed, found: await fixture.store.webhooks.log.find(fixture.environmentNumber, endpointId, claimed.id) };
}
