// POST /v1/events in one transaction: load the history, resolve the device, score, decide, save.
import { createHash } from 'node:crypto';
import type { IngestTransaction, Replay } from '../../records/ingest.ts';
import type { Environment } from '../../records/tenants.ts';
import { DAY } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { assessEvent, readsOf, resolveEvent } from './assess-event.ts';
import type { EventInput, RecordedEvent } from './event-input.ts';
import { eventWrites } from './event-writes.ts';
import { type PreparedEvent, prepareEvent } from './prepared-event.ts';

/** How long the stored response is replayed for a repeated idempotency key. */
export const IDEMPOTENCY_WINDOW = DAY;

interface Recorded {
  recorded: RecordedEvent;
  replayed: boolean;
  /** Deliveries of webhooks. */
  announced: number;
}

/**
 * Assesses and stores one event; resolves after it is durable. `waitedMs` is how long its request has waited for storage before.
 * `replayed` is true when the idempotency key was already used with the same body: then nothing was written.
 * @throws Failure `conflict` when the idempotency key was already used with a different body or its request is still in
 *   progress, `unavailable` when storage cannot accept the write.
 */
export async function recordEvent(
  context: Context,
  environment: Environment,
  input: EventInput,
  waitedMs = 0,
): Promise<{ recorded: RecordedEvent; replayed: boolean }> {
  const record = () =>
    context.store.withinDeadline(waitedMs, (remainingMs) => recordAlone(context, environment, input, remainingMs));
  if (input.idempotency === null) return record();
  const inFlightKey = `${environment.id}/${input.idempotency.key}`;
  if (context.inFlight.has(inFlightKey)) {
    const detail = 'A request with this idempotency key is still in progress.';
    throw new Failure('conflict', 'idempotency_key_in_flight', detail, { retryAfter: 1 });
  }
  context.inFlight.add(inFlightKey);
  try {
    return await record();
  } finally {
    context.inFlight.delete(inFlightKey);
  }
}

async function recordAlone(
  context: Context,
  environment: Environment,
  input: EventInput,
  remainingMs: () => number,
): Promise<Recorded> {
  const [policy, subscribers] = await Promise.all([context.policyOf(environment), context.subscribersOf(environment)]);
  const prepared = prepareEvent(context, { environment, policy, subscribers }, input, context.clock());
  const { observed } = prepared;
  const work = async (transaction: IngestTransaction) => {
    // The caller has its answer.
    if (remainingMs() <= 0) throw new Failure('unavailable', 'storage_unavailable', 'the request took too long');
    return recordEventWithin(transaction, context, prepared);
  };
  const result = await context.store.ingest(work, observed.eventKeys, readsOf(observed), remainingMs());
  if (result.announced > 0) context.deliveriesQueued();
  return result;
}

/** Records an event in the caller's transaction, which includes the events recorded in it before. Imports record many at once. */
export async function recordEventWithin(
  transaction: IngestTransaction,
  context: Context,
  event: PreparedEvent,
): Promise<Recorded> {
  const history = await transaction.loadHistory(event.observed.eventKeys);
  const earlier = replayOf(history.replay, event.input, event.now);
  if (earlier !== null) return { recorded: earlier, replayed: true, announced: 0 };
  const resolved = await resolveEvent(transaction, event.observed, history);
  const assessed = assessEvent(event, transaction.withAssessed(history), resolved);
  const { writes, recorded } = eventWrites(context, { ...event, history, assessed });
  await transaction.save(writes);
  return { recorded, replayed: false, announced: writes.deliveries.length };
}

function replayOf(replay: Replay | null, input: EventInput, now: number): RecordedEvent | null {
  if (replay === null || input.idempotency === null || replay.createdAt <= now - IDEMPOTENCY_WINDOW) return null;
  if (replay.requestDigest !== input.idempotency.requestDigest) {
    const detail = 'This idempotency key was already used with a different body within the last 24 hours.';
    throw new Failure('conflict', 'idempotency_key_reused', detail);
  }
  return JSON.parse(replay.response) as RecordedEvent;
}

/** SHA-256 of a request body, base64url. An idempotency key is valid only for one such digest. */
export function requestDigest(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('base64url');
}
