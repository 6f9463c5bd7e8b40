// The written contract for people: members of an organization and their dashboard sessions.
import type { Role } from '../vocabulary/words.ts';
import type { AuditEvent } from './audit.ts';
import type { Environment } from './tenants.ts';

export interface Member {
  id: string;
  organizationId: string;
  /** Lower case; unique on the installation. */
  email: string;
  role: Role;
  createdAt: number;
}

export interface Session {
  id: string;
  userId: string;
  createdAt: number;
  lastUsedAt: number;
  /** Absolute end; the idle end is `lastUsedAt` plus the configured time. */
  expiresAt: number;
}

export interface SessionStore {
  /** `passwordHash` is an argon2id string. Throws `Failure('conflict', 'email_taken')` when the e-mail is in use. */
  createMember(member: Member, passwordHash: string, change?: AuditEvent): Promise<void>;
  /** `passwordHash` is null while the member has not used the invitation. */
  memberByEmail(email: string): Promise<{ member: Member; passwordHash: string | null } | null>;
  members(organizationId: string): Promise<Member[]>;
  /**
   * `digest` is the SHA-256 (hex) of the opaque token. False, and nothing is kept, when the member's password is no longer
   * the one that was proven (`passwordHash`), or the member is gone: verifying takes long enough for both to happen.
   */
  createSession(session: Session, digest: string, passwordHash: string): Promise<boolean>;
  /** One indexed read for every request: the session with its member and all environments of the organization, as of now. */
  findSession(digest: string): Promise<{ session: Session; member: Member; environments: Environment[] } | null>;
  touchSession(id: string, at: number): Promise<void>;
  endSession(id: string): Promise<void>;
}
