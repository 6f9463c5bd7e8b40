// POST /v1/members and POST /v1/members/{id}/link: one-time links by which a member sets a password.
import { credentialDigest, formatLinkToken, TOKEN_BYTES } from '../../access/credential.ts';
import type { Member, PasswordLink } from '../../records/members.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { Role } from '../../vocabulary/words.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import { findMember, memberGone } from './change-member.ts';

/** Long enough for a holiday, short enough that a forgotten mail opens nothing next year. */
const LINK_LIFE = 7 * DAY;

/** @throws Failure `conflict` `email_taken`. */
export async function inviteMember(
  context: Context,
  author: AuditActor,
  { email, role }: { email: string; role: Role },
): Promise<{ member: Member; token: string }> {
  const createdAt = context.clock();
  const { organizationId } = author;
  const member = { id: context.newId('user', createdAt), organizationId, email: email.toLowerCase(), role, createdAt };
  const { token, link } = newLink(context);
  const change = auditEvent(context, author, {
    action: 'member.invited',
    target: { type: 'member', id: member.id },
    before: null,
    after: { email: member.email, role },
  });
  await context.store.members.invite(member, link, change);
  return { member, token };
}

/**
 * A way back in for a member who lost the password, the second factor or the invitation. Nothing changes until it is used.
 * @throws Failure `forbidden` or `not_found` for the member.
 */
export async function issueLink(
  context: Context,
  author: AuditActor,
  id: string,
): Promise<{ member: Member; token: string }> {
  const member = await findMember(context, author.organizationId, id);
  const { token, link } = newLink(context);
  const change = auditEvent(context, author, {
    action: 'member.link_issued',
    target: { type: 'member', id },
    before: null,
    after: { email: member.email },
  });
  if (!(await context.store.members.issueLink(id, link, change))) throw memberGone();
  return { member, token };
}

/** Below the hash, where the token reaches no server's log. `baseUrl` has no slash at its end. */
export function invitationUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/#/invitation?token=${token}`;
}

function newLink(context: Context): { token: string; link: PasswordLink } {
  const token = formatLinkToken(context.randomBytes(TOKEN_BYTES));
  const createdAt = context.clock();
  return { token, link: { digest: credentialDigest(token), createdAt, expiresAt: createdAt + LINK_LIFE } };
}
