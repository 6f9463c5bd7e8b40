// POST /v1/auth/password: changes the password, ends all sessions and the unused link of the member, and starts a new session.
import { credentialDigest } from '../../access/credential.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import type { SessionCaller } from './authenticate.ts';
import { checkPassword, wrongPassword } from './check-password.ts';
import { hashNewPassword } from './hash-new-password.ts';
import { type NewSession, newSession } from './log-in.ts';

/** @throws Failure `invalid` when the current password is wrong. */
export async function changePassword(
  context: Context,
  actor: AuditActor,
  { member }: SessionCaller,
  { current, next }: { current: string; next: string },
): Promise<NewSession> {
  const verifiedHash = await checkPassword(context, actor, member, current, '/current_password');
  const started = newSession(context, member);
  const auditEvent = newAuditEvent(context, actor, {
    action: 'member.password_changed',
    target: { type: 'member', id: member.id },
    before: null,
    after: { email: member.email },
  });
  const passwordHash = await hashNewPassword(context, next, '/new_password');
  const digest = credentialDigest(started.token);
  const { members } = context.store;
  // Fails if an owner's link or the command line set another password in the meantime: that password stays.
  if (await members.changePassword(verifiedHash, passwordHash, started.session, digest, auditEvent)) return started;
  throw wrongPassword('/current_password');
}
