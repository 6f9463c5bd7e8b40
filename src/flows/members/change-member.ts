// PATCH and DELETE /v1/members/{id}: roles and removal; both count on the member's next request.
import type { ListedMember } from '../../records/members.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { isId } from '../../vocabulary/ids.ts';
import type { Role } from '../../vocabulary/words.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';

const NOBODY = 'usr_00000000000000000000000000';

/** @throws Failure `forbidden` when the member is somebody else's, `not_found` when there is none of this id. */
export async function findMember(context: Context, organizationId: string, id: string): Promise<ListedMember> {
  const member = await context.store.members.find(isId('user', id) ? id : NOBODY);
  if (member === null) throw memberGone();
  if (member.organizationId === organizationId) return member;
  throw new Failure('forbidden', 'foreign_resource', 'This member belongs to another organization.');
}

export function memberGone(): Failure {
  return new Failure('not_found', 'member_not_found', 'There is no member of this id.');
}

/** @throws Failure `conflict` `last_owner`; `forbidden` or `not_found` for the member. */
export async function changeRole(context: Context, author: AuditActor, id: string, role: Role): Promise<ListedMember> {
  const { organizationId } = author;
  await findMember(context, organizationId, id);
  const describe = (before: ListedMember) =>
    auditEvent(context, author, {
      action: 'member.role_changed',
      target: { type: 'member', id },
      before: { email: before.email, role: before.role },
      after: { email: before.email, role },
    });
  const after = await context.store.members.changeRole(organizationId, id, role, describe);
  if (after === null) throw memberGone();
  return after;
}

/** @throws Failure `conflict` `last_owner`; `forbidden` or `not_found` for the member. */
export async function removeMember(context: Context, author: AuditActor, id: string): Promise<void> {
  const { organizationId } = author;
  await findMember(context, organizationId, id);
  const describe = ({ email, role }: ListedMember) =>
    auditEvent(context, author, {
      action: 'member.removed',
      target: { type: 'member', id },
      before: { email, role },
      after: null,
    });
  if (!(await context.store.members.remove(organizationId, id, describe))) throw memberGone();
}
