// Claims and ends of attempts as a dispatcher makes them, for tests of the queue itself.
import assert from 'node:assert/strict';
import { LEASE } from '../../src/delivery/delivery-worker.ts';
import type { AttemptResult, ClaimedDelivery } from '../../src/records/webhooks.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { type AttemptOutcome, classify, nextStep } from '../../src/webhooks/retry.ts';
import { NOON, newId, type World } from './engines.ts';

export const OK: AttemptOutcome = { httpStatus: 200, error: null };
export const BROKEN: AttemptOutcome = { httpStatus: 500, error: null };
export const TIMEOUT: AttemptOutcome = { httpStatus: null, error: 'request_timeout' };

export function ended(claim: ClaimedDelivery, end: AttemptOutcome, at: number): AttemptResult {
  const outcome = classify(end);
  return {
    delivery: claim,
    attemptId: newId('attempt', at),
    startedAt: at,
    endedAt: at,
    durationMs: 3,
    end,
    snippet: 'said',
    outcome,
    next: nextStep(claim.scheduledAttempt ?? 1, outcome, at),
  };
}

let tokens = 0;

export async function claim({ store, environment }: World, endpointId: string, now = NOON, limit = 100) {
  const lease = { token: `t${++tokens}`, now, until: now + LEASE };
  return store.webhooks.queue.completeAndClaim(environment, [], [{ endpointId, limit }], lease);
}

export async function end({ store, environment }: World, ends: AttemptResult[]) {
  await store.webhooks.queue.completeAndClaim(environment, ends, [], { token: 'none', now: NOON, until: NOON });
}

/** Claims one and ends it; returns the delivery as its log shows it. */
export async function attempt(world: World, endpointId: string, result: AttemptOutcome, now: number) {
  const [claimed] = await claim(world, endpointId, now, 1);
  assert.ok(claimed, `nothing to claim at +${(now - NOON) / MINUTE} min`);
  await end(world, [ended(claimed, result, now)]);
  return { claimed, found: await world.store.webhooks.log.find(world.environment, endpointId, claimed.id) };
}
