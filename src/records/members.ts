// Storage contract for the members of an organization: accounts, invitations, roles and passwords.
import type { Role } from '../vocabulary/words.ts';
import type { AuditEvent } from './audit.ts';
import type { Member } from './member.ts';
import type { Session } from './sessions.ts';

/** An invited member has no password yet. */
export interface ListedMember extends Member {
  status: 'active' | 'invited';
}

/** A one-time link for setting a password. */
export interface PasswordLink {
  /** SHA-256 (hex) of the link's token. */
  digest: string;
  createdAt: number;
  expiresAt: number;
}

/** Every method that takes an audit event writes it together with the change, or writes neither. */
export interface MemberStore {
  /**
   * Creates a member who can log in immediately. `passwordHash` is an argon2id string.
   * @throws Failure `conflict` `email_taken` if the organization has a member with this email. Members of other organizations do not
   *   count: an invitation must not reveal who they are.
   */
  create(member: Member, passwordHash: string, auditEvent?: AuditEvent): Promise<void>;
  /** The members of the organization. */
  list(organizationId: string): Promise<ListedMember[]>;
  /** The member of this id in any organization: the caller decides between 403 and 404. */
  find(id: string): Promise<ListedMember | null>;
  /** At most one member in each organization. `passwordHash` is null until the member has used the invitation. */
  findByEmail(email: string): Promise<{ member: Member; passwordHash: string | null }[]>;
  passwordHash(id: string): Promise<string | null>;
  /** Creates a member without a password. @throws Failure `conflict` `email_taken` as `create` does. */
  invite(member: Member, link: PasswordLink, auditEvent: AuditEvent): Promise<void>;
  /** Issues a link that replaces any unused one. Returns false when the member does not exist. */
  issueLink(id: string, link: PasswordLink, auditEvent: AuditEvent): Promise<boolean>;
  /** The member whose unused link expires after `at`, or null. */
  linkOwner(digest: string, at: number): Promise<Member | null>;
  /**
   * Consumes the link: sets the password, ends all sessions and removes the second factor. Returns null when the link is
   * unknown, used or expired; of two concurrent calls one succeeds.
   */
  redeemLink(digest: string, at: number, passwordHash: string, auditEvent: AuditEvent): Promise<Member | null>;
  /**
   * Returns the member after the change, or null when the organization has no such member. Setting the same role again
   * writes nothing. `describe` receives the member as read inside the transaction, so the second of two concurrent
   * changes reports the first one's role as its "before".
   * @throws Failure `conflict` `last_owner` when no owner who can log in would be left.
   */
  changeRole(
    organizationId: string,
    id: string,
    role: Role,
    describe: (before: ListedMember) => AuditEvent,
  ): Promise<ListedMember | null>;
  /**
   * Removes the member and ends their sessions; `describe` as in `changeRole`. Returns false when there is no such member.
   * @throws Failure `conflict` `last_owner`.
   */
  remove(organizationId: string, id: string, describe: (before: ListedMember) => AuditEvent): Promise<boolean>;
  /**
   * Sets a new password, revokes any unused link, ends all sessions and starts `session` instead. Returns false, and changes
   * nothing, when the stored hash is no longer `verifiedHash`, the one the caller verified.
   */
  changePassword(
    verifiedHash: string,
    passwordHash: string,
    session: Session,
    digest: string,
    auditEvent: AuditEvent,
  ): Promise<boolean>;
  /** Sets a password, ends all sessions and revokes any unused link. Returns false when the member does not exist. */
  setPassword(id: string, passwordHash: string, auditEvent: AuditEvent): Promise<boolean>;
}
