// POST /v1/auth/login: exchanges an email, a password and, if enabled, a second factor for a session token.
import { credentialDigest, formatSessionToken, TOKEN_BYTES } from '../../access/credential.ts';
import type { AuditEvent, JsonObject } from '../../records/audit.ts';
import type { Member } from '../../records/member.ts';
import type { Session } from '../../records/sessions.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { startTicks } from './rejection-ticks.ts';
import { checkSecondFactor } from './second-factor.ts';

/** A new session. The plain token is returned once and never stored. */
export interface NewSession {
  token: string;
  session: Session;
  member: Member;
}

export interface LoginAttempt {
  email: string;
  password: string;
  /** The code of the second factor. */
  code?: string | undefined;
  /** The client's address, masked, for the audit log. */
  address?: string | null;
}

const WRONG_CREDENTIALS = 'wrong_credentials';

/** Verified for an unknown email, so that it costs as much as a wrong password. Computed once per process. */
let decoyHash: Promise<string> | null = null;

/**
 * @throws Failure `unauthenticated` with the same code, text and timing for an unknown email and for a wrong password,
 *   so that guessing does not reveal who is a member. A member of several organizations takes longer: one check for each.
 */
export async function logIn(context: Context, attempt: LoginAttempt): Promise<NewSession> {
  const ticks = startTicks();
  try {
    return await checkAttempt(context, attempt);
  } catch (error) {
    if (error instanceof Failure && error.code === WRONG_CREDENTIALS) await ticks.next();
    throw error;
  } finally {
    ticks.stop();
  }
}

async function checkAttempt(context: Context, { email, password, code, address = null }: LoginAttempt) {
  const { candidates, matching } = await findMatching(context, email.toLowerCase(), password);
  const actorOf = ({ id, organizationId, email: name }: Member): AuditActor => {
    return { organizationId, actor: { type: 'user', id, name }, address };
  };
  if (matching === undefined) {
    const error = wrongCredentials();
    for (const { member } of candidates) auditRejection(context, actorOf(member), error);
    throw error;
  }
  const { member, passwordHash } = matching;
  const actor = actorOf(member);
  try {
    await checkSecondFactor(context, actor, member, code);
    const started = await startSession(context, member, passwordHash, sessionEvent(context, actor, 'session.started'));
    if (started === null) throw wrongCredentials();
    return started;
  } catch (error) {
    auditRejection(context, actor, error);
    throw error;
  }
}

/**
 * The member with this email and password. A person who is a member of several organizations has a password in each, and the
 * password selects the organization; a wrong one is reported for each: it could be meant for any. Every email costs at least one check.
 */
async function findMatching({ store, passwords }: Context, email: string, password: string) {
  // For every email, and before the lookup: if only unknown emails waited for it, afterwards, a member's check would overtake those of
  // unknown emails that arrived at the same moment. With SQLite on a busy machine, a member behind five of them was rejected 60 to 100 ms
  // sooner than a sixth unknown email.
  const decoy = await decoyOf({ passwords });
  const candidates = await store.members.findByEmail(email);
  const active = candidates.flatMap(({ member, passwordHash }) =>
    passwordHash === null ? [] : [{ member, passwordHash }],
  );
  if (active.length === 0) await passwords.verify(decoy, password);
  for (const matching of active) {
    if (await passwords.verify(matching.passwordHash, password)) return { candidates, matching };
  }
  return { candidates, matching: undefined };
}

/**
 * Records a rejected attempt without waiting for the database, which could take longer than a tick: attempts for unknown emails are not
 * recorded. A password without its code is a step of a normal login.
 */
function auditRejection(context: Context, actor: AuditActor, error: unknown): void {
  if (!(error instanceof Failure) || error.kind !== 'unauthenticated' || error.code === 'second_factor_required')
    return;
  const auditEvent = sessionEvent(context, actor, 'session.rejected', { reason: error.code });
  void context.store.audit.append(auditEvent).catch(() => undefined);
}

function sessionEvent(
  context: Context,
  actor: AuditActor,
  action: 'session.started' | 'session.rejected',
  more: JsonObject = {},
): AuditEvent {
  const { id, name } = actor.actor;
  const target = { type: 'member', id };
  return newAuditEvent(context, actor, { action, target, before: null, after: { email: name, ...more } });
}

function decoyOf(context: Pick<Context, 'passwords'>): Promise<string> {
  const decoy = decoyHash ?? context.passwords.hash('nobody has this password');
  decoyHash = decoy;
  // Hashing is refused while too many passwords are being checked; the next login tries again.
  decoy.catch(() => {
    if (decoyHash === decoy) decoyHash = null;
  });
  return decoy;
}

function wrongCredentials(): Failure {
  return new Failure('unauthenticated', WRONG_CREDENTIALS, 'The email or the password is wrong.');
}

/** Stores a session of a member whose password was verified against `passwordHash`; null if the hash has changed since. */
export async function startSession(
  context: Context,
  member: Member,
  passwordHash: string,
  auditEvent?: AuditEvent,
): Promise<NewSession | null> {
  const started = newSession(context, member);
  const { sessions } = context.store;
  const digest = credentialDigest(started.token);
  return (await sessions.create(started.session, digest, passwordHash, auditEvent)) ? started : null;
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
