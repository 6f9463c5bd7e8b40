// PUT /v1/events/{event}/assignee: gives an event to a member, or takes it back.
import { allows } from '../../access/permission.ts';
import type { Assignment } from '../../records/assignments.ts';
import type { NamedMember } from '../../records/notes.ts';
import type { Environment } from '../../records/tenants.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';
import { lookupId } from '../tenants/own-resource.ts';

/**
 * Returns the assignment afterwards, null for nobody. A repetition is neither saved nor audited.
 * @param memberId null takes the event back.
 * @param expected who has it as far as the caller knows; undefined to assign it whoever has it.
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
  return context.store.assignments.assign(environment.number, eventId, next, expected, (before) =>
    newAuditEvent(context, actor, {
      action: next === null ? 'event.unassigned' : 'event.assigned',
      target: { type: 'event', id: eventId },
      environmentId: environment.id,
      before: before === null ? null : { assigned_to: before.member.name },
      after: next === null ? null : { assigned_to: next.member.name },
    }),
  );
}

/** An event is work, so only those get one who can label it. */
async function findAssignee(context: Context, organizationId: string, id: string): Promise<NamedMember> {
  const member = await context.store.members.find(lookupId('user', id));
  if (member === null || member.organizationId !== organizationId) {
    const detail = 'Your organization has no member with this id.';
    throw invalid({ pointer: '/member_id', code: 'unknown_member', detail });
  }
  if (!allows(member.role, 'record_outcome')) {
    const detail = `${member.email} is a ${member.role} and cannot label events.`;
    throw invalid({ pointer: '/member_id', code: 'cannot_label', detail });
  }
  return { id: member.id, name: member.email };
}
