// POST and DELETE …/outcome-batches: labels many events at once with one audit entry, and takes the labels back.
import type { OutcomeBatch } from '../../records/outcome-batches.ts';
import type { OutcomeRow } from '../../records/outcomes.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure, invalid } from '../../vocabulary/failure.ts';
import { LABELS, type Label } from '../../vocabulary/words.ts';
import type { EventFacts } from '../../webhooks/envelope.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { SessionCaller } from '../auth/authenticate.ts';
import type { Context } from '../context.ts';
import { lookupId, notFoundHere } from '../tenants/own-resource.ts';
import { chunkTurn } from './chunk-turn.ts';
import { nextRevision, type Submission } from './record-outcome.ts';

/** Events of one batch. */
export const MAX_BATCH = 10_000;
/** Events per transaction: 20 to 40 ms of SQLite's single thread. */
const CHUNK = 100;

export interface BatchRequest {
  eventIds: readonly string[];
  label: Label;
  reason: string | null;
}

/**
 * Gives every event the label, without changing its authentication outcome. Stored in transactions of 100 events: after a crash,
 * the same request labels the rest. Returns how many rows were written; events that already have the label get none.
 * @throws Failure `invalid` for an id that is not an event of the environment; nothing is written then.
 */
export async function recordBatch(
  context: Context,
  actor: AuditActor,
  caller: SessionCaller,
  environment: Environment,
  { eventIds, label, reason }: BatchRequest,
): Promise<{ batch: OutcomeBatch; written: number }> {
  const ids = await requireEvents(context, environment, eventIds);
  const now = context.clock();
  const id = context.newId('outcomeBatch', now);
  const batch = { id, submittedAt: now, submittedById: caller.member.id, undoneAt: null, eventIds: ids };
  const auditEvent = newAuditEvent(context, actor, {
    action: 'outcomes.recorded',
    target: { type: 'outcome_batch', id },
    environmentId: environment.id,
    before: null,
    after: { label, reason, events: ids.length },
  });
  await context.store.outcomeBatches.create(environment.number, batch, auditEvent);
  const written = await reviseAll(context, caller, environment, ids, (current) => {
    const previous = current?.label ?? null;
    const metadata = { batch: id, ...(previous !== null && { previous_label: previous }) };
    return { label, authenticationOutcome: current?.authenticationOutcome ?? null, reason, metadata };
  });
  return { batch, written };
}

/** The ids, each once. @throws Failure `invalid` for an id that is not an event of the environment. */
export async function requireEvents(
  context: Context,
  environment: Environment,
  eventIds: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(eventIds)];
  const [unknown] = await context.store.outcomes.unknownEvents(environment.number, ids);
  if (unknown === undefined) return ids;
  const detail = `${unknown} is no event of this environment.`;
  throw invalid({ pointer: `/event_ids/${eventIds.indexOf(unknown)}`, code: 'unknown_event', detail });
}

/**
 * Gives every event of the batch the label it had before, or none. An event that was labeled again since keeps its new label.
 * After a crash, the same request takes back the rest.
 * @throws Failure `not_found` or `forbidden` for the batch, `conflict` when it was undone before and no label is left.
 */
export async function undoBatch(
  context: Context,
  actor: AuditActor,
  caller: SessionCaller,
  environment: Environment,
  batchId: string,
): Promise<{ batch: OutcomeBatch; written: number }> {
  const { outcomeBatches } = context.store;
  const id = lookupId('outcomeBatch', batchId);
  const batch = await outcomeBatches.find(environment.number, id);
  if (batch === null) throw notFoundHere('outcomeBatch', await outcomeBatches.locate(id));
  const now = context.clock();
  const auditEvent = newAuditEvent(context, actor, {
    action: 'outcomes.undone',
    target: { type: 'outcome_batch', id },
    environmentId: environment.id,
    before: { events: batch.eventIds.length },
    after: null,
  });
  const isFirst = await outcomeBatches.markUndone(environment.number, id, now, auditEvent);
  const written = await reviseAll(context, caller, environment, batch.eventIds, (current) => undoing(batch, current));
  if (!isFirst && written === 0) {
    throw new Failure('conflict', 'already_undone', 'This batch of outcomes was undone before.');
  }
  return { batch: { ...batch, undoneAt: isFirst ? now : batch.undoneAt }, written };
}

/**
 * The submission that undoes the batch's row. Metadata alone proves nothing: it comes from whoever submitted the outcome, and the
 * label in it could be any text.
 */
function undoing({ id, submittedById }: OutcomeBatch, current: OutcomeRow | null): Submission | null {
  if (current === null || current.metadata?.batch !== id || current.submittedBy.id !== submittedById) return null;
  const label = LABELS.find((one) => one === current.metadata?.previous_label) ?? null;
  const metadata = { undone_batch: id };
  return { label, authenticationOutcome: current.authenticationOutcome, reason: 'Batch undone', metadata };
}

/** Revises the events, 100 in a transaction; returns the number of rows written. */
async function reviseAll(
  context: Context,
  { member }: SessionCaller,
  environment: Environment,
  eventIds: readonly string[],
  next: (current: OutcomeRow | null) => Submission | null,
): Promise<number> {
  const subscribers = await context.subscribersOf(environment);
  const submitter = { type: 'user', id: member.id, name: member.email } as const;
  const revise = (event: EventFacts, current: OutcomeRow | null) => {
    const submission = next(current);
    if (submission === null) return null;
    return nextRevision(context, event, current, submission, submitter, subscribers);
  };
  let written = 0;
  for (let start = 0; start < eventIds.length; start += CHUNK) {
    const chunk = eventIds.slice(start, start + CHUNK);
    written += await chunkTurn(() => context.store.outcomes.reviseEach(environment.number, chunk, revise));
    if (subscribers.length > 0) context.deliveriesQueued();
  }
  return written;
}
