// An operator gives a member a new password, where no owner can hand out a link.
import { type Author, changeBy } from '../audit/audit-actor.ts';
import { findMember, memberGone } from '../members/change-member.ts';
import type { Context } from '../context.ts';

/**
 * Ends every session of the member and the link that waits; a second factor stays.
 * @throws Failure `forbidden` or `not_found` for the member.
 */
export async function setPassword(context: Context, author: Author, id: string, password: string): Promise<void> {
  const { email } = await findMember(context, author.organizationId, id);
  const passwordHash = await context.passwords.hash(password);
  const change = changeBy(context, author, {
    action: 'member.password_changed',
    target: { type: 'member', id },
    before: null,
    after: { email },
  });
  if (!(await context.store.members.setPassword(id, passwordHash, change))) throw memberGone();
}
