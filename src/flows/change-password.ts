// POST /v1/auth/password: a new password ends every session and begins one, for the member who changed it.
import { credentialDigest } from '../access/credential.ts';
import { invalid } from '../vocabulary/failure.ts';
import type { SessionCaller } from './authenticate.ts';
import { type Author, changeBy } from './author.ts';
import type { Context } from './context.ts';
import { type NewSession, newSession } from './log-in.ts';

/** @throws Failure `invalid` when the current password is wrong. */
export async function changePassword(
  context: Context,
  author: Author,
  { member }: SessionCaller,
  { current, next }: { current: string; next: string },
): Promise<NewSession> {
  await provePassword(context, member.id, current, '/current_password');
  const begun = newSession(context, member);
  const change = changeBy(context, author, {
    action: 'member.password_changed',
    target: { type: 'member', id: member.id },
    before: null,
    after: { email: member.email },
  });
  const passwordHash = await context.passwords.hash(next);
  await context.store.members.changePassword(passwordHash, begun.session, credentialDigest(begun.token), change);
  return begun;
}

/** Not a 401: the session is right, the field is wrong. @throws Failure `invalid` at `pointer`. */
export async function provePassword(
  context: Context,
  memberId: string,
  password: string,
  pointer: string,
): Promise<void> {
  const hashed = await context.store.members.passwordHash(memberId);
  if (hashed !== null && (await context.passwords.verify(hashed, password))) return;
  throw invalid({ pointer, code: 'wrong_password', detail: 'This is not your current password.' });
}
