// POST /v1/auth/password: a new password ends every session and begins one, for the member who changed it.
import { credentialDigest } from '../../access/credential.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import type { SessionCaller } from './authenticate.ts';
import { checkPassword, wrongPassword } from './check-password.ts';
import { type NewSession, newSession } from './log-in.ts';

/** @throws Failure `invalid` when the current password is wrong. */
export async function changePassword(
  context: Context,
  author: AuditActor,
  { member }: SessionCaller,
  { current, next }: { current: string; next: string },
): Promise<NewSession> {
  const proven = await checkPassword(context, member.id, current, '/current_password');
  const begun = newSession(context, member);
  const change = auditEvent(context, author, {
    action: 'member.password_changed',
    target: { type: 'member', id: member.id },
    before: null,
    after: { email: member.email },
  });
  const passwordHash = await context.passwords.hash(next);
  const digest = credentialDigest(begun.token);
  // An owner's link or the command line may have set another one meanwhile: theirs stands.
  if (await context.store.members.changePassword(proven, passwordHash, begun.session, digest, change)) return begun;
  throw wrongPassword('/current_password');
}
