// POST /v1/invitations/accept: exchanges a one-time link and a new password for a session.
import { credentialDigest } from '../../access/credential.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { hashNewPassword } from './hash-new-password.ts';
import { type NewSession, startSession } from './log-in.ts';

/**
 * Sets the password, ends all older sessions and removes the second factor: an owner's link thus restores access for a
 * member who lost both.
 * @throws Failure `invalid` when the link is unknown, used or expired, with the same error for all three.
 */
export async function acceptInvitation(
  context: Context,
  { token, password, address }: { token: string; password: string; address: string | null },
): Promise<NewSession> {
  const digest = credentialDigest(token);
  // Looked up before the slow hash, which an unauthenticated caller could otherwise trigger at will.
  const owner = await context.store.members.linkOwner(digest, context.clock());
  if (owner === null) throw linkSpent();
  const { id, email, organizationId } = owner;
  const actor: AuditActor = { organizationId, actor: { type: 'user', id, name: email }, address };
  const auditEvent = newAuditEvent(context, actor, {
    action: 'member.joined',
    target: { type: 'member', id },
    before: null,
    after: { email },
  });
  const passwordHash = await hashNewPassword(context, password, '/password');
  const member = await context.store.members.redeemLink(digest, context.clock(), passwordHash, auditEvent);
  if (member === null) throw linkSpent();
  const started = await startSession(context, member, passwordHash);
  if (started === null) throw linkSpent();
  return started;
}

function linkSpent() {
  const detail = 'This link is invalid, expired or already used. Ask an owner for a new one.';
  return invalid({ pointer: '/token', code: 'link_spent', detail });
}
