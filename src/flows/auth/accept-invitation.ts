// POST /v1/invitations/accept: a one-time link and a new password become a session.
import { credentialDigest } from '../../access/credential.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import { beginSession, type NewSession } from './log-in.ts';

/**
 * Sets the password, ends every older session and takes away a second factor: whoever lost both gets in by an owner's link.
 * @throws Failure `invalid` when the link is unknown, used or expired: the three look alike.
 */
export async function acceptInvitation(
  context: Context,
  { token, password, address }: { token: string; password: string; address: string | null },
): Promise<NewSession> {
  const digest = credentialDigest(token);
  // Looked up before the slow hash, which would otherwise be anybody's to ask for.
  const holder = await context.store.members.linkOwner(digest, context.clock());
  if (holder === null) throw linkSpent();
  const { id, email, organizationId } = holder;
  const author: AuditActor = { organizationId, actor: { type: 'user', id, name: email }, address };
  const change = auditEvent(context, author, {
    action: 'member.joined',
    target: { type: 'member', id },
    before: null,
    after: { email },
  });
  const passwordHash = await context.passwords.hash(password);
  const member = await context.store.members.redeemLink(digest, context.clock(), passwordHash, change);
  if (member === null) throw linkSpent();
  const begun = await beginSession(context, member, passwordHash);
  if (begun === null) throw linkSpent();
  return begun;
}

function linkSpent() {
  const detail = 'This link is wrong, was used already or has expired. Ask an owner for a new one.';
  return invalid({ pointer: '/token', code: 'link_spent', detail });
}
