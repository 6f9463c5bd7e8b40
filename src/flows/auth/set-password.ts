// An operator gives a member a new password, where no owner can hand out a link.
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import { findMember, memberGone } from '../members/change-member.ts';

/**
 * Ends every session of the member and the link that waits; a second factor stays.
 * @throws Failure `forbidden` or `not_found` for the member.
 */
export async function setPassword(context: Context, author: AuditActor, id: string, password: string): Promise<void> {
  const { email } = await findMember(context, author.organizationId, id);
  const passwordHash = await context.passwords.hash(password);
  const change = auditEvent(context, author, {
    action: 'member.password_changed',
    target: { type: 'member', id },
    before: null,
    after: { email },
  });
  if (!(await context.store.members.setPassword(id, passwordHash, change))) throw memberGone();
}
