// The written contract for what happens to members after the first: invitations, roles, passwords, sessions.
import type { Role } from '../vocabulary/words.ts';
import type { AuditEvent } from './audit.ts';
import type { Member, Session } from './sessions.ts';

/** A member who was invited has no password yet. */
export interface ListedMember extends Member {
  status: 'active' | 'invited';
}

/** A link that sets a password once. */
export interface PasswordLink {
  /** SHA-256 (hex) of the link's token. */
  digest: string;
  createdAt: number;
  expiresAt: number;
}

/** Every method keeps its change in the trail together with what it does, or does nothing. */
export interface MemberStore {
  list(organizationId: string): Promise<ListedMember[]>;
  /** Whoever the organization is: the caller decides between 403 and 404. */
  find(id: string): Promise<ListedMember | null>;
  passwordHash(id: string): Promise<string | null>;
  /** @throws Failure `conflict` `email_taken`. */
  invite(member: Member, link: PasswordLink, change: AuditEvent): Promise<void>;
  /** The new link takes the place of one that was not used. Returns false when the member is gone. */
  issueLink(id: string, link: PasswordLink, change: AuditEvent): Promise<boolean>;
  /** The member of a link that stands and has not expired at `at`. */
  linkOwner(digest: string, at: number): Promise<Member | null>;
  /**
   * Uses the link up: sets the password, ends all sessions, takes the second factor away. Null when the link is unknown,
   * used or expired; of two at once one succeeds.
   */
  redeemLink(digest: string, at: number, passwordHash: string, change: AuditEvent): Promise<Member | null>;
  /**
   * Returns the member after the change, or null when there is none of this id. The same role again keeps nothing.
   * `describe` is told what the member was when their turn came: of two changes at once the second names the first's role.
   * @throws Failure `conflict` `last_owner` when nobody would be left who manages members.
   */
  changeRole(
    organizationId: string,
    id: string,
    role: Role,
    describe: (before: ListedMember) => AuditEvent,
  ): Promise<ListedMember | null>;
  /** Ends their sessions too; `describe` as above. @throws Failure `conflict` `last_owner`. */
  remove(organizationId: string, id: string, describe: (before: ListedMember) => AuditEvent): Promise<boolean>;
  /**
   * All sessions end; `session` begins in their place. False, and nothing changes, when the password is no longer the one
   * that was proven (`provenHash`).
   */
  changePassword(
    provenHash: string,
    passwordHash: string,
    session: Session,
    digest: string,
    change: AuditEvent,
  ): Promise<boolean>;
  /** All sessions and the link that waits end. Returns false when the member is gone. */
  setPassword(id: string, passwordHash: string, change: AuditEvent): Promise<boolean>;
  sessions(userId: string): Promise<Session[]>;
  /** The member whose session this is, or null. */
  sessionOwner(id: string): Promise<string | null>;
  revokeSession(id: string, change: AuditEvent): Promise<boolean>;
}
