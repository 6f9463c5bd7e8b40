// Storage contract for dashboard sessions.
import type { AuditEvent } from './audit.ts';
import type { Member } from './member.ts';
import type { Environment } from './tenants.ts';

export interface Session {
  id: string;
  memberId: string;
  createdAt: number;
  lastUsedAt: number;
  /** Absolute expiry, ms; a session also expires after the configured idle time since `lastUsedAt`. */
  expiresAt: number;
}

export interface SessionStore {
  /**
   * `digest` is the SHA-256 (hex) of the opaque token. Returns false, and writes nothing, when the member was removed or
   * their password hash is no longer `passwordHash`, the one that was verified: verification takes long enough for both.
   */
  create(session: Session, digest: string, passwordHash: string, auditEvent?: AuditEvent): Promise<boolean>;
  /** The session with its member and all current environments of the organization: one indexed read per request. */
  find(digest: string): Promise<{ session: Session; member: Member; environments: Environment[] } | null>;
  /** Sets `lastUsedAt`. */
  touch(id: string, at: number): Promise<void>;
  /** Ends a session at its own request; does nothing if the session is unknown. */
  end(id: string): Promise<void>;
  /** All stored sessions of a member, expired ones included. */
  list(memberId: string): Promise<Session[]>;
  /**
   * Deletes the sessions that expired before `now` (ms). Those that a clock began which was more than a day ahead begin now, and end after
   * `longest` ms.
   */
  prune(now: number, longest: number): Promise<void>;
  /** The id of the member whose session this is, or null. */
  owner(id: string): Promise<string | null>;
  /** Ends a session and writes the audit entry. Returns false when there is no such session. */
  revoke(id: string, auditEvent: AuditEvent): Promise<boolean>;
}
