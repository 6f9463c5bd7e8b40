// Who asks: a credential's digest becomes a caller. One indexed read and nothing cached, so that a revoked key, an ended
// session and a changed role count on the very next request, on every process.
import type { Member } from '../../records/members.ts';
import type { Session } from '../../records/sessions.ts';
import type { Environment, Key } from '../../records/tenants.ts';
import { MINUTE } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';

export interface KeyCaller {
  kind: 'public' | 'secret';
  key: Key;
  /** The one environment the key speaks for. */
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

/** The live key of this SHA-256 (hex), or null when it is unknown or revoked. */
export async function authenticateKey(context: Context, digest: string): Promise<KeyCaller | null> {
  const found = await context.store.tenants.findKey(digest);
  if (found === null) return null;
  const now = context.clock();
  // "Last used" is for people: a minute is fine, and a write for every request is not.
  if (found.key.lastUsedAt === null || now - found.key.lastUsedAt > MINUTE) {
    void context.store.tenants.touchKey(found.key.id, now).catch(() => undefined);
  }
  return { kind: found.key.kind, key: found.key, environments: [found.environment] };
}

/** The session of this SHA-256 (hex), or null when it is unknown, ended, idle for too long or expired. */
export async function authenticateSession(context: Context, digest: string): Promise<SessionCaller | null> {
  const found = await context.store.sessions.find(digest);
  if (found === null) return null;
  const now = context.clock();
  const { session, member, environments } = found;
  if (now >= session.expiresAt || now - session.lastUsedAt >= context.limits.sessionIdle) return null;
  // Awaited: a session in use must not look idle to the process that is asked next.
  if (now - session.lastUsedAt > MINUTE) await context.store.sessions.touch(session.id, now);
  return { kind: 'session', session, member, environments };
}
