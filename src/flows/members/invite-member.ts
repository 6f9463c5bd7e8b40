// POST /v1/members and POST /v1/members/{id}/link: one-time links with which members set their password.
import { credentialDigest, formatLinkToken, TOKEN_BYTES } from '../../access/credential.ts';
import type { Member } from '../../records/member.ts';
import type { PasswordLink } from '../../records/members.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { Role } from '../../vocabulary/words.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { notFound } from '../tenants/own-resource.ts';
import { findMember } from './change-member.ts';

/** Long enough for a vacation, short enough that a link in an old email no longer works. */
const LINK_LIFETIME = 7 * DAY;

/** @throws Failure `conflict` `email_taken`. */
export async function inviteMember(
  context: Context,
  actor: AuditActor,
  { email, role }: { email: string; role: Role },
): Promise<{ member: Member; token: string }> {
  const createdAt = context.clock();
  const { organizationId } = actor;
  const member = { id: context.newId('user', createdAt), organizationId, email: email.toLowerCase(), role, createdAt };
  const { token, link } = newLink(context);
  const auditEvent = newAuditEvent(context, actor, {
    action: 'member.invited',
    target: { type: 'member', id: member.id },
    before: null,
    after: { email: member.email, role },
  });
  await context.store.members.invite(member, link, auditEvent);
  return { member, token };
}

/**
 * Restores access for a member who lost the password, the second factor or the invitation. Nothing changes until the
 * link is used.
 * @throws Failure `forbidden` or `not_found` for the member.
 */
export async function issueLink(
  context: Context,
  actor: AuditActor,
  id: string,
): Promise<{ member: Member; token: string }> {
  const member = await findMember(context, actor.organizationId, id);
  const { token, link } = newLink(context);
  const auditEvent = newAuditEvent(context, actor, {
    action: 'member.link_issued',
    target: { type: 'member', id },
    before: null,
    after: { email: member.email },
  });
  if (!(await context.store.members.issueLink(id, link, auditEvent))) throw notFound('user');
  return { member, token };
}

/**
 * The token is in the URL fragment, which browsers do not send, so it appears in no server log. `baseUrl` has no
 * trailing slash.
 */
export function invitationUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/#/invitation?token=${token}`;
}

function newLink(context: Context): { token: string; link: PasswordLink } {
  const token = formatLinkToken(context.randomBytes(TOKEN_BYTES));
  const createdAt = context.clock();
  return { token, link: { digest: credentialDigest(token), createdAt, expiresAt: createdAt + LINK_LIFETIME } };
}
