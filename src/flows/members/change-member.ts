// PATCH and DELETE /v1/members/{id}, and new passwords set by operators. Changes take effect on the member's next request.
import type { ListedMember } from '../../records/members.ts';
import type { Role } from '../../vocabulary/words.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import { hashNewPassword } from '../auth/hash-new-password.ts';
import type { Context } from '../context.ts';
import { lookupId, notFound, requireOwn } from '../tenants/own-resource.ts';

/** @throws Failure `not_found` when the member does not exist, `forbidden` when it belongs to another organization. */
export async function findMember(context: Context, organizationId: string, id: string): Promise<ListedMember> {
  const found = await context.store.members.find(lookupId('user', id));
  return requireOwn('user', found, (member) => (member.organizationId === organizationId ? member : undefined));
}

/** @throws Failure `conflict` `last_owner`; `forbidden` or `not_found` for the member. */
export async function changeRole(context: Context, actor: AuditActor, id: string, role: Role): Promise<ListedMember> {
  const { organizationId } = actor;
  await findMember(context, organizationId, id);
  const describe = (before: ListedMember) =>
    newAuditEvent(context, actor, {
      action: 'member.role_changed',
      target: { type: 'member', id },
      before: { email: before.email, role: before.role },
      after: { email: before.email, role },
    });
  const after = await context.store.members.changeRole(organizationId, id, role, describe);
  if (after === null) throw notFound('user');
  return after;
}

/** @throws Failure `conflict` `last_owner`; `forbidden` or `not_found` for the member. */
export async function removeMember(context: Context, actor: AuditActor, id: string): Promise<void> {
  const { organizationId } = actor;
  await findMember(context, organizationId, id);
  const describe = ({ email, role }: ListedMember) =>
    newAuditEvent(context, actor, {
      action: 'member.removed',
      target: { type: 'member', id },
      before: { email, role },
      after: null,
    });
  if (!(await context.store.members.remove(organizationId, id, describe))) throw notFound('user');
}

/**
 * Sets a password without the old one, for an operator when no owner can issue a link. Ends the member's sessions and
 * voids an unused link; a second factor stays enabled.
 * @throws Failure `forbidden` or `not_found` for the member.
 */
export async function setPassword(context: Context, actor: AuditActor, id: string, password: string): Promise<void> {
  const { email } = await findMember(context, actor.organizationId, id);
  const passwordHash = await hashNewPassword(context, password, '/password');
  const auditEvent = newAuditEvent(context, actor, {
    action: 'member.password_changed',
    target: { type: 'member', id },
    before: null,
    after: { email },
  });
  if (!(await context.store.members.setPassword(id, passwordHash, auditEvent))) throw notFound('user');
}
