// Finds the member that events are to be assigned to.
import { allows } from '../../access/permission.ts';
import type { NamedMember } from '../../records/notes.ts';
import { type Failure, invalid } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { lookupId } from '../tenants/own-resource.ts';

/** Assignees must be able to label, because an event is work. @throws Failure `invalid` `unknown_member` or `cannot_label`. */
export async function findAssignee(context: Context, organizationId: string, id: string): Promise<NamedMember> {
  const member = await context.store.members.find(lookupId('user', id));
  if (member === null || member.organizationId !== organizationId) throw unknownMember();
  if (!allows(member.role, 'record_outcome')) {
    const detail = `${member.email} is a ${member.role} and cannot label events.`;
    throw invalid({ pointer: '/member_id', code: 'cannot_label', detail });
  }
  return { id: member.id, name: member.email };
}

/** Also for a member who is removed between `findAssignee` and the assignment. */
export function unknownMember(): Failure {
  const detail = 'Your organization has no member with this id.';
  return invalid({ pointer: '/member_id', code: 'unknown_member', detail });
}
