// PUT /v1/events/{event}/assignee: assigns an event to a member, or unassigns it.
import type { Assignment } from '../../records/assignments.ts';
import type { Environment } from '../../records/tenants.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';
import { findAssignee, unknownMember } from './find-assignee.ts';

/**
 * Returns the assignment afterwards, null for nobody. A repetition is neither saved nor audited.
 * @param memberId null unassigns the event.
 * @param expected the current assignee as far as the caller knows; undefined to assign the event whoever has it.
 * @throws Failure `not_found` or `forbidden` for the event, `invalid` for the member, `conflict` `assignee_changed`.
 */
export async function assignEvent(
  context: Context,
  actor: AuditActor,
  environments: readonly Environment[],
  eventId: string,
  memberId: string | null,
  expected: string | null | undefined,
): Promise<Assignment | null> {
  const environment = await findOwner(context, environments, 'event', eventId);
  const member = memberId === null ? null : await findAssignee(context, actor.organizationId, memberId);
  const next = member === null ? null : { member, assignedAt: context.clock() };
  const result = await context.store.assignments.assign(environment.number, eventId, next, expected, (before) =>
    newAuditEvent(context, actor, {
      action: next === null ? 'event.unassigned' : 'event.assigned',
      target: { type: 'event', id: eventId },
      environmentId: environment.id,
      before: before === null ? null : { assigned_to: before.member.name },
      after: next === null ? null : { assigned_to: next.member.name },
    }),
  );
  if (result === 'member_gone') throw unknownMember();
  return result;
}
