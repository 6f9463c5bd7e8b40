// Authenticates a caller by the digest of its key or session token. One indexed read and no cache, so that a revoked key,
// an ended session or a changed role takes effect on the next request, on every process.
import type { Member } from '../../records/member.ts';
import type { Session } from '../../records/sessions.ts';
import type { Environment, Key } from '../../records/tenants.ts';
import { DAY, MINUTE } from '../../vocabulary/clock.ts';
import type { AuditActor } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';

export interface KeyCaller {
  kind: 'public' | 'secret';
  key: Key;
  /** The only environment that the key gives access to. */
  environments: readonly [Environment];
}

export interface SessionCaller {
  kind: 'session';
  session: Session;
  member: Member;
  /** All environments of the member's organization. */
  environments: readonly Environment[];
}

export type Caller = KeyCaller | SessionCaller;

/** The caller whose key has this SHA-256 digest (hex), or null when the key is unknown or revoked. */
export async function authenticateKey(context: Context, digest: string): Promise<KeyCaller | null> {
  const found = await context.store.tenants.findKey(digest);
  if (found === null) return null;
  const now = context.clock();
  // The last use is only displayed, so a resolution of one minute is enough and saves a write for every request.
  if (found.key.lastUsedAt === null || isOutdated(found.key.lastUsedAt, now, MINUTE)) {
    void context.store.tenants.touchKey(found.key.id, now).catch(() => undefined);
  }
  return { kind: found.key.kind, key: found.key, environments: [found.environment] };
}

/** The caller whose session token has this SHA-256 digest (hex), or null when the session is unknown, ended, idle or expired. */
export async function authenticateSession(context: Context, digest: string): Promise<SessionCaller | null> {
  const found = await context.store.sessions.find(digest);
  if (found === null) return null;
  const now = context.clock();
  const { session, member, environments } = found;
  if (hasEnded(context, session, now)) return null;
  // Awaited, because the next request may reach another process, which must not find an active session idle.
  const interval = recordingInterval(context);
  if (isOutdated(session.lastUsedAt, now, interval)) await context.store.sessions.touch(session.id, now);
  return { kind: 'session', session, member, environments };
}

/** Also of a use that a clock recorded which was years ahead: none would be recorded until that time. Other processes differ by less. */
const isOutdated = (usedAt: number, now: number, interval: number) => now - usedAt > interval || usedAt - now > DAY;

/** Uses within this time of a recorded one are not recorded, which saves a write for every request, ms. A session may end that early. */
const recordingInterval = ({ limits }: Context): number => Math.min(MINUTE, limits.sessionIdle / 10);

/** Whether a session has expired, or was idle for too long. */
export function hasEnded({ limits }: Context, { expiresAt, lastUsedAt }: Session, now: number): boolean {
  return now >= expiresAt || now - lastUsedAt >= limits.sessionIdle;
}

/** The member of a session as the audit log records it. Routes that make audited changes reject keys before this. */
export function memberActor(caller: Caller, address: string | null): AuditActor {
  if (caller.kind !== 'session') throw new Error('only a member changes the control plane');
  const { id, email, organizationId } = caller.member;
  return { organizationId, actor: { type: 'user', id, name: email }, address };
}
