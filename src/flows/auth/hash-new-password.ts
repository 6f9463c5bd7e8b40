// Hashes a password that a member or an operator chose, unless it is one that attackers try first.
import { invalid } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';

/** @throws Failure `invalid` at `pointer` for a common password. */
export async function hashNewPassword(context: Context, password: string, pointer: string): Promise<string> {
  if (await context.passwords.isCommon(password)) {
    const detail = 'This is one of the most common passwords. Choose one that is hard to guess; a sentence works best.';
    throw invalid({ pointer, code: 'common_password', detail });
  }
  return context.passwords.hash(password);
}
