// Stores members with their invitations, roles and passwords, for both engines.
import type { AuditEvent } from '../../records/audit.ts';
import type { Member } from '../../records/member.ts';
import type { ListedMember, MemberStore, PasswordLink } from '../../records/members.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Engine, Querier, Reader, Row } from '../engine.ts';
import { first } from '../reads.ts';
import { deleteFrom, insertInto, placeholders, select, sql, update } from '../sql.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { LOCK_ORGANIZATION } from '../tenants/tenants.ts';
import { lockPassword, replaceSessions } from './sessions.ts';
import { emailOf, sharedEmailBounds, storedEmails } from './stored-email.ts';

const MEMBER = sql`u.id, u.organization_id, u.email, u.role, u.created_at, u.password_hash`;
const INSERT = insertInto('users')`(id, organization_id, email, role, created_at, password_hash)
  VALUES (${placeholders(6)}) ON CONFLICT (email) DO NOTHING`;
const LIST = select`${MEMBER} FROM users u WHERE u.organization_id = ?`;
const FIND = select`${MEMBER} FROM users u WHERE u.id = ?`;
const FIND_BY_EMAIL = select`${MEMBER} FROM users u WHERE u.email = ? OR (u.email > ? AND u.email < ?)
  ORDER BY u.created_at, u.id`;
const IN_ORGANIZATION = select`id FROM users WHERE organization_id = ? AND email IN (?, ?)`;
const SAVE_LINK = insertInto('invitations')`(user_id, digest, created_at, expires_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (user_id) DO UPDATE SET digest = excluded.digest, created_at = excluded.created_at,
  expires_at = excluded.expires_at`;
const LINK_OWNER = select`${MEMBER} FROM invitations i JOIN users u ON u.id = i.user_id
  WHERE i.digest = ? AND i.expires_at > ?`;
const USE_LINK = deleteFrom('invitations')`WHERE digest = ? AND expires_at > ?`;
const SET_PASSWORD = update('users')`SET password_hash = ? WHERE id = ?`;
const SET_ROLE = update('users')`SET role = ? WHERE id = ?`;
const DELETE = deleteFrom('users')`WHERE id = ?`;
const OTHER_OWNERS = select`count(*) AS count FROM users WHERE organization_id = ? AND id <> ? AND role = 'owner'
  AND password_hash IS NOT NULL`;
const DELETE_LINK = deleteFrom('invitations')`WHERE user_id = ?`;
const DELETE_ACCESS = [deleteFrom('dashboard_sessions')`WHERE user_id = ?`, DELETE_LINK] as const;
/** Deletes everything that belongs to a member explicitly, without relying on the engine's foreign keys. */
const DELETE_OWNED = [
  ...DELETE_ACCESS,
  deleteFrom('recovery_codes')`WHERE user_id = ?`,
  deleteFrom('second_factors')`WHERE user_id = ?`,
] as const;

/** By environment, because a distributed database distributes its tables by it. */
const ENVIRONMENTS = select`number FROM environments WHERE organization_id = ?`;
const DELETE_WORK = [
  deleteFrom('event_assignments')`WHERE environment_id = ? AND member_id = ?`,
  // Shared views serve other members; nobody else sees private ones.
  deleteFrom('saved_views')`WHERE environment_id = ? AND created_by_id = ? AND shared = 0`,
] as const;

export function memberStore(engine: Engine): MemberStore {
  const { read } = engine;
  return {
    create: (member, passwordHash, auditEvent) =>
      engine.write(async (querier) => {
        await insert(querier, member, passwordHash);
        if (auditEvent !== undefined) await appendAuditEvent(querier, auditEvent);
      }),
    list: async (organizationId) => (await read.all(LIST, organizationId)).map(listedMember),
    find: (id) => find(read, id),
    findByEmail: async (email) => {
      const rows = await read.all(FIND_BY_EMAIL, email, ...sharedEmailBounds(email));
      return rows.map((row) => ({ member: memberRecord(row), passwordHash: row.password_hash as string | null }));
    },
    passwordHash: async (id) => ((await first(read.all(FIND, id)))?.password_hash as string | null | undefined) ?? null,
    invite: (member, link, auditEvent) =>
      engine.write(async (querier) => {
        await insert(querier, member, null);
        await saveLink(querier, member.id, link);
        await appendAuditEvent(querier, auditEvent);
      }),
    issueLink: (id, link, auditEvent) =>
      engine.write(async (querier) => {
        if ((await find(querier, id)) === null) return false;
        await saveLink(querier, id, link);
        await appendAuditEvent(querier, auditEvent);
        return true;
      }),
    linkOwner: async (digest, at) => {
      const row = await first(read.all(LINK_OWNER, digest, at));
      return row === null ? null : memberRecord(row);
    },
    redeemLink: (digest, at, passwordHash, auditEvent) =>
      engine.write((querier) => redeemLink(querier, digest, at, passwordHash, auditEvent)),
    changeRole: (organizationId, id, role, describe) =>
      engine.write(async (querier) => {
        const member = await lockMember(querier, organizationId, id);
        if (member === null || member.role === role) return member;
        if (member.role === 'owner') await requireAnotherOwner(querier, member);
        await querier.run(SET_ROLE, role, id);
        await appendAuditEvent(querier, describe(member));
        return { ...member, role };
      }),
    remove: (organizationId, id, describe) =>
      engine.write(async (querier) => {
        const member = await lockMember(querier, organizationId, id);
        if (member === null) return false;
        if (member.role === 'owner') await requireAnotherOwner(querier, member);
        for (const statement of DELETE_OWNED) await querier.run(statement, id);
        await querier.run(DELETE, id);
        for (const { number } of await querier.all<{ number: number }>(ENVIRONMENTS, organizationId)) {
          for (const statement of DELETE_WORK) await querier.run(statement, number, id);
        }
        await appendAuditEvent(querier, describe(member));
        return true;
      }),
    changePassword: (verifiedHash, passwordHash, session, digest, auditEvent) =>
      engine.write(async (querier) => {
        if (!(await lockPassword(querier, session.memberId, verifiedHash))) return false;
        await querier.run(SET_PASSWORD, passwordHash, session.memberId);
        // In other hands, an unused link replaced the new password and removed the second factor, for up to seven days.
        await querier.run(DELETE_LINK, session.memberId);
        await replaceSessions(querier, session, digest);
        await appendAuditEvent(querier, auditEvent);
        return true;
      }),
    setPassword: (id, passwordHash, auditEvent) =>
      engine.write(async (querier) => {
        if ((await querier.run(SET_PASSWORD, passwordHash, id)) === 0) return false;
        for (const statement of DELETE_ACCESS) await querier.run(statement, id);
        await appendAuditEvent(querier, auditEvent);
        return true;
      }),
  };
}

/** Locks the organization first: the second of two invitations of one email finds the member of the first. */
async function insert(querier: Querier, member: Member, passwordHash: string | null): Promise<void> {
  const { id, organizationId, email, role, createdAt } = member;
  const names = storedEmails(email, organizationId);
  await querier.run(LOCK_ORGANIZATION, organizationId);
  const existing = await first(querier.all(IN_ORGANIZATION, organizationId, ...names));
  const add = (name: string) => querier.run(INSERT, id, organizationId, name, role, createdAt, passwordHash);
  if (existing !== null || ((await add(names[0])) === 0 && (await add(names[1])) === 0)) {
    throw new Failure('conflict', 'email_taken', 'A member with this email exists already.');
  }
}

async function redeemLink(
  querier: Querier,
  digest: string,
  at: number,
  passwordHash: string,
  auditEvent: AuditEvent,
): Promise<Member | null> {
  const row = await first(querier.all(LINK_OWNER, digest, at));
  if (row === null || (await querier.run(USE_LINK, digest, at)) === 0) return null;
  const member = memberRecord(row);
  await querier.run(SET_PASSWORD, passwordHash, member.id);
  for (const statement of DELETE_OWNED) await querier.run(statement, member.id);
  await appendAuditEvent(querier, auditEvent);
  return member;
}

async function find(read: Reader, id: string): Promise<ListedMember | null> {
  const row = await first(read.all(FIND, id));
  return row === null ? null : listedMember(row);
}

/** Locks the organization's row first: if two owners remove each other, the second sees the first removal. */
async function lockMember(querier: Querier, organizationId: string, id: string): Promise<ListedMember | null> {
  await querier.run(LOCK_ORGANIZATION, organizationId);
  const member = await find(querier, id);
  return member?.organizationId === organizationId ? member : null;
}

async function requireAnotherOwner(querier: Querier, { organizationId, id }: Member): Promise<void> {
  const others = await first(querier.all<{ count: number }>(OTHER_OWNERS, organizationId, id));
  if ((others?.count ?? 0) > 0) return;
  throw new Failure('conflict', 'last_owner', 'An organization must keep at least one owner who can log in.');
}

async function saveLink(querier: Querier, memberId: string, { digest, createdAt, expiresAt }: PasswordLink) {
  await querier.run(SAVE_LINK, memberId, digest, createdAt, expiresAt);
}

function memberRecord(row: Row): Member {
  return {
    id: row.id as string,
    organizationId: row.organization_id as string,
    email: emailOf(row.email as string),
    role: row.role as Member['role'],
    createdAt: row.created_at as number,
  };
}

function listedMember(row: Row): ListedMember {
  return { ...memberRecord(row), status: row.password_hash === null ? 'invited' : 'active' };
}
