// POST /v1/auth/login: an e-mail and a password become a session token, shown once.
import { credentialDigest, formatSessionToken, TOKEN_BYTES } from '../../access/credential.ts';
import type { Member } from '../../records/members.ts';
import type { Session } from '../../records/sessions.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { checkSecondFactor } from './second-factor.ts';

/** A session that has just begun; the token is never kept in plain text. */
export interface NewSession {
  token: string;
  session: Session;
  member: Member;
}

/** What an unknown e-mail is verified against, so that it takes as long as a wrong password. Made once per process. */
let nobody: Promise<string> | null = null;

/**
 * @throws Failure `unauthenticated` with one and the same code, text and duration for an unknown e-mail and for a wrong
 *   password: whoever guesses learns nothing about who is a member.
 */
export async function logIn(context: Context, email: string, password: string, code?: string): Promise<NewSession> {
  nobody ??= context.passwords.hash('nobody has this password');
  const found = await context.store.members.findByEmail(email.toLowerCase());
  const matches = await context.passwords.verify(found?.passwordHash ?? (await nobody), password);
  if (found === null || found.passwordHash === null || !matches) throw wrongCredentials();
  await checkSecondFactor(context, found.member.id, code);
  const begun = await beginSession(context, found.member, found.passwordHash);
  if (begun === null) throw wrongCredentials();
  return begun;
}

function wrongCredentials(): Failure {
  return new Failure('unauthenticated', 'wrong_credentials', 'The e-mail or the password is wrong.');
}

/** A new session of a member who has proven that password, or null when it is theirs no longer. */
export async function beginSession(context: Context, member: Member, passwordHash: string): Promise<NewSession | null> {
  const begun = newSession(context, member);
  const { sessions } = context.store;
  return (await sessions.create(begun.session, credentialDigest(begun.token), passwordHash)) ? begun : null;
}

/** A session that is not kept yet. */
export function newSession(context: Context, member: Member): NewSession {
  const now = context.clock();
  const token = formatSessionToken(context.randomBytes(TOKEN_BYTES));
  const session: Session = {
    id: context.newId('session', now),
    userId: member.id,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + context.limits.sessionAbsolute,
  };
  return { token, session, member };
}
