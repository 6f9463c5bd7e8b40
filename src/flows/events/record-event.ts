// POST /v1/events in a straight line: read what is known, recognize the device, score, decide, keep. One transaction.
import { createHash } from 'node:crypto';
import type { Policy } from '../../policy/policy.ts';
import type { IngestTransaction, Replay } from '../../records/ingest.ts';
import type { Environment } from '../../records/tenants.ts';
import { DAY } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Subscriber } from '../../webhooks/announce.ts';
import type { Context } from '../context.ts';
import { assessEvent } from './assess-event.ts';
import type { EventInput, RecordedEvent } from './event-input.ts';
import { eventWrites } from './event-writes.ts';
import { type ObservedEvent, observeEvent } from './observe-event.ts';

/** How long an idempotency key answers again (contract 3). */
const IDEMPOTENCY_WINDOW = DAY;

/**
 * Recognizes, scores, decides and keeps one event; resolves after it is durable.
 * `replayed` is true when the idempotency key was used before with the same body: then nothing was written.
 * @throws Failure `conflict` when the idempotency key stands for another body or is still in flight,
 *   `unavailable` when storage cannot take the write.
 */
export async function recordEvent(
  context: Context,
  environment: Environment,
  input: EventInput,
): Promise<{ recorded: RecordedEvent; replayed: boolean }> {
  if (input.idempotency === null) return record(context, environment, input);
  const claim = `${environment.id}/${input.idempotency.key}`;
  if (context.inFlight.has(claim)) {
    throw new Failure(
      'conflict',
      'idempotency_key_in_flight',
      'A request with this idempotency key is still running.',
      {
        retryAfter: 1,
      },
    );
  }
  context.inFlight.add(claim);
  try {
    return await record(context, environment, input);
  } finally {
    context.inFlight.delete(claim);
  }
}

async function record(context: Context, environment: Environment, input: EventInput) {
  const [policy, subscribers] = await Promise.all([context.policyOf(environment), context.subscribersOf(environment)]);
  const now = context.clock();
  const observed = observeEvent(environment, input, now);
  const ready = { environment, policy, subscribers, input, observed, now };
  const keep = (transaction: IngestTransaction) => recordEventWithin(transaction, context, ready);
  const outcome = await context.store.ingest(keep, observed.eventKeys);
  if (outcome.announced > 0) context.deliveriesQueued();
  return outcome;
}

/** An event with what is known before its transaction begins. */
export interface ReadyEvent {
  environment: Environment;
  policy: Policy;
  subscribers: readonly Subscriber[];
  input: EventInput;
  observed: ObservedEvent;
  /** The arrival, ms. */
  now: number;
}

/** The same in a transaction of the caller's, which sees what was recorded in it before: import keeps many in one. */
export async function recordEventWithin(
  transaction: IngestTransaction,
  context: Context,
  { environment, policy, subscribers, input, observed, now }: ReadyEvent,
): Promise<{ recorded: RecordedEvent; replayed: boolean; announced: number }> {
  const known = await transaction.loadHistory(observed.eventKeys);
  const earlier = replayOf(known.replay, input, now);
  if (earlier !== null) return { recorded: earlier, replayed: true, announced: 0 };
  const judged = await assessEvent(transaction, observed, known, policy, environment, input);
  const { writes, recorded } = eventWrites(context, { environment, input, observed, known, judged, subscribers });
  await transaction.save(writes);
  return { recorded, replayed: false, announced: writes.deliveries.length };
}

function replayOf(replay: Replay | null, input: EventInput, now: number): RecordedEvent | null {
  if (replay === null || input.idempotency === null || replay.createdAt <= now - IDEMPOTENCY_WINDOW) return null;
  if (replay.requestDigest !== input.idempotency.requestDigest) {
    throw new Failure(
      'conflict',
      'idempotency_key_reused',
      'This idempotency key was used within the last 24 hours with another body.',
    );
  }
  return JSON.parse(replay.response) as RecordedEvent;
}

/** SHA-256 of a request body, base64url: what an idempotency key is bound to. */
export function requestDigest(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('base64url');
}
