// POST /v1/events/{event}/outcome: appends what an event turned out to be to its outcome history.
import { evaluate } from '../../outcomes/evaluation.ts';
import { revisionOf, type Submission } from '../../outcomes/revision.ts';
import type { OutcomeRow, Submitter } from '../../records/outcomes.ts';
import type { Environment } from '../../records/tenants.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { type Announcement, announceOutcome, type Subscriber, type Trace, traced } from '../../webhooks/announce.ts';
import type { EventFacts } from '../../webhooks/envelope.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';

/** Re-exported for the HTTP schema of a submission. */
export { OUTCOME_LIMITS, type Submission } from '../../outcomes/revision.ts';

export interface RecordOptions {
  trace?: Trace;
  /** Write nothing, and return the current row, unless this is still the current row; null: unless there is still none. */
  after?: OutcomeRow | null;
}

/**
 * Records an outcome and queues its webhook deliveries in one transaction. When the current row already has the same
 * label and authentication outcome, `written` is false and nothing is stored or announced.
 * @throws Failure `invalid` without label and authentication outcome; `forbidden` or `not_found` for the event.
 */
export async function recordOutcome(
  context: Context,
  environments: readonly Environment[],
  eventId: string,
  submission: Submission,
  submitter: Submitter,
  { trace = {}, after }: RecordOptions = {},
): Promise<{ row: OutcomeRow; written: boolean }> {
  checkSubmission(submission, '');
  const environment = await findOwner(context, environments, 'event', eventId);
  const subscribers = await context.subscribersOf(environment);
  let queued = 0;
  const revised = await context.store.outcomes.revise(environment.number, eventId, (event, current) => {
    if (after !== undefined && current?.id !== after?.id) return null;
    const next = nextRevision(context, event, current, submission, submitter, subscribers);
    if (next === null) return null;
    queued = next.deliveries.length;
    return { ...next, deliveries: traced(next.deliveries, trace) };
  });
  if (revised === null) throw new Error(`event ${eventId} vanished from environment ${environment.id}`);
  if (revised.written && queued > 0) context.deliveriesQueued();
  return revised;
}

/** `pointer` is the location of the outcome in the input. @throws Failure `invalid` without label and authentication outcome. */
export function checkSubmission({ label, authenticationOutcome }: Submission, pointer: string): void {
  if (label !== null || authenticationOutcome !== null) return;
  const detail = 'An outcome needs a label, an authentication_outcome, or both.';
  throw invalid({ pointer, code: 'verdict_missing', detail });
}

/**
 * The row that follows `current`, with its deliveries; null if the submission changes nothing. Its time is later than that of
 * `current` even in the same millisecond, or by the clock of another process: times order the history, and for receivers also
 * the webhooks, which arrive in any order.
 */
export function nextRevision(
  context: Context,
  event: EventFacts,
  current: OutcomeRow | null,
  submission: Submission,
  submittedBy: Submitter,
  subscribers: readonly Subscriber[],
): { row: OutcomeRow; deliveries: Announcement[]; dueAt: number } | null {
  const revision = revisionOf(current, submission);
  if (revision === 'unchanged') return null;
  const now = context.clock();
  const submittedAt = current === null ? now : Math.max(now, current.submittedAt + 1);
  const row: OutcomeRow = {
    ...submission,
    id: context.newId('outcome', now),
    eventId: event.eventId,
    revision: (current?.revision ?? 0) + 1,
    submittedBy,
    submittedAt,
    isCurrent: true,
    decision: event.risk.decision,
    evaluation: evaluate(event.risk.decision, submission.label),
  };
  const type = revision === 'created' ? 'outcome.created' : 'outcome.updated';
  // Ids with a later time than the clock would move the ids of the events that arrive next.
  const newId = (kind: 'delivery') => context.newId(kind, now);
  const deliveries = announceOutcome(type, event, row, subscribers, newId, submittedAt);
  return { row, deliveries, dueAt: now };
}
