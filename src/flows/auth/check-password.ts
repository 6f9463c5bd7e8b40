// Whether a member who is logged in knows their password: asked before what a stolen session must not do.
import { type Failure, invalid } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';

/** Returns what is kept of it. Not a 401: the session is right, the field is wrong. @throws Failure `invalid` at `pointer`. */
export async function checkPassword(
  context: Context,
  memberId: string,
  password: string,
  pointer: string,
): Promise<string> {
  const hashed = await context.store.members.passwordHash(memberId);
  if (hashed !== null && (await context.passwords.verify(hashed, password))) return hashed;
  throw wrongPassword(pointer);
}

export function wrongPassword(pointer: string): Failure {
  return invalid({ pointer, code: 'wrong_password', detail: 'This is not your current password.' });
}
