// Hashes passwords with argon2id and the parameters of the OWASP password storage cheat sheet (19 MiB, 2 passes, 1 lane).
import type { Passwords } from '../flows/context.ts';
import { Failure } from '../vocabulary/failure.ts';
import { runOnPasswordThread } from './password-thread.ts';

/** An argon2id string with its salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  // The library's default algorithm is argon2id; its enum has no value at run time under isolated modules.
  return runOnPasswordThread({ hash: [password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }] });
}

/**
 * Whether the password matches the hash. An invalid hash matches no password.
 * @throws Failure `unavailable` when the password could not be checked.
 */
async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return runOnPasswordThread<boolean>({ verify: [hashed, password] }).catch((error) => {
    if (error instanceof Failure) throw error;
    return false;
  });
}

let commonPasswords: Promise<ReadonlySet<string>> | null = null;

/** The 49,000 most common passwords; loaded when the first password is set. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set<string>(dictionary['passwords-common']);
}

/** Compares without case, and also without trailing digits and signs, the first things that attackers append. */
async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  const common = await commonPasswords;
  const lower = password.toLowerCase();
  return common.has(lower) || common.has(lower.replace(/[^\p{L}]+$/u, ''));
}

export const passwords: Passwords = { hash: hashPassword, verify: verifyPassword, isCommon: isCommonPassword };
