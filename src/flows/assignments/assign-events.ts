// POST /v1/environments/{env}/assignments: assigns many events to a member at once, or unassigns them.
import type { AssignedEvents } from '../../records/assignments.ts';
import type { Environment } from '../../records/tenants.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { requireEvents } from '../outcomes/outcome-batch.ts';
import { findAssignee, unknownMember } from './find-assignee.ts';

/** Event ids listed in the audit entry: 3 KB. The entry counts all of them. */
const AUDITED_IDS = 100;

export interface AssignmentRequest {
  eventIds: readonly string[];
  /** Null unassigns the events. */
  memberId: string | null;
  /** Whether events of other members are reassigned, too. */
  replace: boolean;
}

/**
 * Assigns all events in one transaction. Without `replace`, events of members other than the caller keep their member and are
 * returned as `skipped`, so if two analysts take the same events at once, each event goes to one. Writes one audit entry, or none
 * if nothing changed.
 * @throws Failure `invalid` for an id that is not an event of the environment, or for the member; nothing is written then.
 */
export async function assignEvents(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  { eventIds, memberId, replace }: AssignmentRequest,
): Promise<AssignedEvents> {
  const ids = await requireEvents(context, environment, eventIds);
  const member = memberId === null ? null : await findAssignee(context, actor.organizationId, memberId);
  const next = member === null ? null : { member, assignedAt: context.clock() };
  const takenFrom = replace ? null : actor.actor.id;
  const result = await context.store.assignments.assignMany(environment.number, ids, next, takenFrom, (changed) => {
    const what = { events: changed.length, event_ids: changed.slice(0, AUDITED_IDS) };
    return newAuditEvent(context, actor, {
      action: next === null ? 'events.unassigned' : 'events.assigned',
      target: { type: 'environment', id: environment.id },
      environmentId: environment.id,
      before: next === null ? what : null,
      after: next === null ? null : { assigned_to: next.member.name, ...what },
    });
  });
  if (result === 'member_gone') throw unknownMember();
  return result;
}
