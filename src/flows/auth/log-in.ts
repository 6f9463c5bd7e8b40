// POST /v1/auth/login: exchanges an email, a password and, if enabled, a second factor for a session token.
import { credentialDigest, formatSessionToken, TOKEN_BYTES } from '../../access/credential.ts';
import type { Member } from '../../records/member.ts';
import type { Session } from '../../records/sessions.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { checkSecondFactor } from './second-factor.ts';

/** A new session. The plain token is returned once and never stored. */
export interface NewSession {
  token: string;
  session: Session;
  member: Member;
}

/** Verified for an unknown email, so that it takes as long as a wrong password. Computed once per process. */
let decoyHash: Promise<string> | null = null;

/**
 * @throws Failure `unauthenticated` with the same code, text and timing for an unknown email and for a wrong password,
 *   so that guessing does not reveal who is a member.
 */
export async function logIn(context: Context, email: string, password: string, code?: string): Promise<NewSession> {
  const decoy = decoyOf(context);
  const found = await context.store.members.findByEmail(email.toLowerCase());
  const matches = await context.passwords.verify(found?.passwordHash ?? (await decoy), password);
  if (found === null || found.passwordHash === null || !matches) throw wrongCredentials();
  await checkSecondFactor(context, found.member.id, code);
  const started = await startSession(context, found.member, found.passwordHash);
  if (started === null) throw wrongCredentials();
  return started;
}

function decoyOf(context: Context): Promise<string> {
  const decoy = decoyHash ?? context.passwords.hash('nobody has this password');
  decoyHash = decoy;
  // Hashing is refused while too many passwords are being checked; the next login tries again.
  decoy.catch(() => {
    if (decoyHash === decoy) decoyHash = null;
  });
  return decoy;
}

function wrongCredentials(): Failure {
  return new Failure('unauthenticated', 'wrong_credentials', 'The email or the password is wrong.');
}

/** Stores a session of a member whose password was verified against `passwordHash`; null when the hash has changed since. */
export async function startSession(context: Context, member: Member, passwordHash: string): Promise<NewSession | null> {
  const started = newSession(context, member);
  const { sessions } = context.store;
  return (await sessions.create(started.session, credentialDigest(started.token), passwordHash)) ? started : null;
}

/** A session that is not stored yet. */
export function newSession(context: Context, member: Member): NewSession {
  const now = context.clock();
  const token = formatSessionToken(context.randomBytes(TOKEN_BYTES));
  const session: Session = {
    id: context.newId('session', now),
    memberId: member.id,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + context.limits.sessionAbsolute,
  };
  return { token, session, member };
}
