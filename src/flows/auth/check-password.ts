// Verifies the current password of a logged-in member, before actions that a stolen session must not be able to take.
import type { Member } from '../../records/member.ts';
import { type Failure, invalid } from '../../vocabulary/failure.ts';
import type { AuditActor } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { auditRejectedVerification } from './audit-rejected-verification.ts';

/**
 * Returns the stored hash of the password; records a wrong password in the audit log.
 * @throws Failure `invalid` at `pointer` when it is wrong; not `unauthenticated`, because the session itself is valid.
 */
export async function checkPassword(
  context: Context,
  actor: AuditActor,
  member: Pick<Member, 'id' | 'email'>,
  password: string,
  pointer: string,
): Promise<string> {
  const hashed = await context.store.members.passwordHash(member.id);
  if (hashed !== null && (await context.passwords.verify(hashed, password))) return hashed;
  await auditRejectedVerification(context, actor, member, 'wrong_password');
  throw wrongPassword(pointer);
}

export function wrongPassword(pointer: string): Failure {
  return invalid({ pointer, code: 'wrong_password', detail: 'This is not your current password.' });
}
