// Verifies the current password of a logged-in member, before actions that a stolen session must not be able to take.
import { type Failure, invalid } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';

/**
 * Returns the stored hash of the password.
 * @throws Failure `invalid` at `pointer` when it is wrong; not `unauthenticated`, because the session itself is valid.
 */
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
