// Invitations, roles, passwords and the sessions of members, written once for both engines.
import type { ListedMember, MemberStore, PasswordLink } from '../../records/members.ts';
import type { Member } from '../../records/sessions.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { type Engine, first, type Querier, type Row } from '../engine.ts';
import { appendAuditEvent } from '../tenants/record-change.ts';
import { HOLD_PASSWORD, INSERT_MEMBER, INSERT_SESSION, memberRecord, sessionRecord } from './sessions.ts';

const MEMBER = 'u.id, u.organization_id, u.email, u.role, u.created_at, u.password_hash';
const LIST = `SELECT ${MEMBER} FROM users u WHERE u.organization_id = ?`;
const FIND = `SELECT ${MEMBER} FROM users u WHERE u.id = ?`;
const KEEP_LINK = `INSERT INTO invitations (user_id, digest, created_at, expires_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (user_id) DO UPDATE SET digest = excluded.digest, created_at = excluded.created_at,
  expires_at = excluded.expires_at`;
const HOLDER = `SELECT ${MEMBER} FROM invitations i JOIN users u ON u.id = i.user_id
  WHERE i.digest = ? AND i.expires_at > ?`;
const USE_LINK = 'DELETE FROM invitations WHERE digest = ? AND expires_at > ?';
const SET_PASSWORD = 'UPDATE users SET password_hash = ? WHERE id = ?';
const OTHER_OWNERS = `SELECT count(*) AS count FROM users WHERE organization_id = ? AND id <> ? AND role = 'owner'
  AND password_hash IS NOT NULL`;
const SESSIONS = `SELECT id AS session_id, user_id, created_at AS session_created_at, last_used_at, expires_at
  FROM dashboard_sessions WHERE user_id = ?`;
/** Removed by name, whether or not the engine was told to follow its references. */
const OWNED = ['dashboard_sessions', 'invitations', 'recovery_codes', 'second_factors'] as const;

export function memberStore(engine: Engine): MemberStore {
  const { read } = engine;
  return {
    list: async (organizationId) => (await read.all(LIST, organizationId)).map(listedMember),
    find: (id) => find(read, id),
    passwordHash: async (id) => ((await first(read.all(FIND, id)))?.password_hash as string | null | undefined) ?? null,
    invite: (member, link, change) =>
      engine.write(async (querier) => {
        const { id, organizationId, email, role, createdAt } = member;
        const made = await querier.run(INSERT_MEMBER, id, organizationId, email, role, createdAt, null);
        if (made === 0) throw new Failure('conflict', 'email_taken', 'A member with this e-mail exists already.');
        await keepLink(querier, id, link);
        await appendAuditEvent(querier, change);
      }),
    issueLink: (id, link, change) =>
      engine.write(async (querier) => {
        if ((await find(querier, id)) === null) return false;
        await keepLink(querier, id, link);
        await appendAuditEvent(querier, change);
        return true;
      }),
    linkOwner: async (digest, at) => {
      const row = await first(read.all(HOLDER, digest, at));
      return row === null ? null : memberRecord(row);
    },
    redeemLink: (digest, at, passwordHash, change) =>
      engine.write((q) => redeemLink(q, digest, at, passwordHash, change)),
    changeRole: (organizationId, id, role, describe) =>
      engine.write(async (querier) => {
        const member = await takeMember(querier, organizationId, id);
        if (member === null || member.role === role) return member;
        if (member.role === 'owner') await refuseLastOwner(querier, member);
        await querier.run('UPDATE users SET role = ? WHERE id = ?', role, id);
        await appendAuditEvent(querier, describe(member));
        return { ...member, role };
      }),
    remove: (organizationId, id, describe) =>
      engine.write(async (querier) => {
        const member = await takeMember(querier, organizationId, id);
        if (member === null) return false;
        if (member.role === 'owner') await refuseLastOwner(querier, member);
        for (const table of OWNED) await querier.run(`DELETE FROM ${table} WHERE user_id = ?`, id);
        await querier.run('DELETE FROM users WHERE id = ?', id);
        await appendAuditEvent(querier, describe(member));
        return true;
      }),
    changePassword: (provenHash, passwordHash, session, digest, change) =>
      engine.write(async (querier) => {
        const { id, userId, createdAt, lastUsedAt, expiresAt } = session;
        if ((await first(querier.all(HOLD_PASSWORD, userId, provenHash))) === null) return false;
        await querier.run(SET_PASSWORD, passwordHash, userId);
        await querier.run('DELETE FROM dashboard_sessions WHERE user_id = ?', userId);
        await querier.run(INSERT_SESSION, id, userId, digest, createdAt, lastUsedAt, expiresAt);
        await appendAuditEvent(querier, change);
        return true;
      }),
    setPassword: (id, passwordHash, change) =>
      engine.write(async (querier) => {
        if ((await querier.run(SET_PASSWORD, passwordHash, id)) === 0) return false;
        for (const table of ['dashboard_sessions', 'invitations']) {
          await querier.run(`DELETE FROM ${table} WHERE user_id = ?`, id);
        }
        await appendAuditEvent(querier, change);
        return true;
      }),
    sessions: async (userId) => (await read.all(SESSIONS, userId)).map(sessionRecord),
    sessionOwner: async (id) => {
      const row = await first(read.all('SELECT user_id FROM dashboard_sessions WHERE id = ?', id));
      return (row?.user_id as string | undefined) ?? null;
    },
    revokeSession: (id, change) =>
      engine.write(async (querier) => {
        if ((await querier.run('DELETE FROM dashboard_sessions WHERE id = ?', id)) === 0) return false;
        await appendAuditEvent(querier, change);
        return true;
      }),
  };
}

async function redeemLink(
  querier: Querier,
  digest: string,
  at: number,
  passwordHash: string,
  change: Parameters<MemberStore['redeemLink']>[3],
): Promise<Member | null> {
  const row = await first(querier.all(HOLDER, digest, at));
  if (row === null || (await querier.run(USE_LINK, digest, at)) === 0) return null;
  const member = memberRecord(row);
  await querier.run(SET_PASSWORD, passwordHash, member.id);
  for (const table of OWNED) await querier.run(`DELETE FROM ${table} WHERE user_id = ?`, member.id);
  await appendAuditEvent(querier, change);
  return member;
}

async function find(querier: Querier, id: string): Promise<ListedMember | null> {
  const row = await first(querier.all(FIND, id));
  return row === null ? null : listedMember(row);
}

/** Takes the organization's row first: of two owners who remove each other, one comes too late. */
async function takeMember(querier: Querier, organizationId: string, id: string): Promise<ListedMember | null> {
  await querier.run('UPDATE organizations SET name = name WHERE id = ?', organizationId);
  const member = await find(querier, id);
  return member?.organizationId === organizationId ? member : null;
}

async function refuseLastOwner(querier: Querier, { organizationId, id }: Member): Promise<void> {
  const others = await first(querier.all<{ count: number }>(OTHER_OWNERS, organizationId, id));
  if ((others?.count ?? 0) > 0) return;
  throw new Failure('conflict', 'last_owner', 'An organization keeps at least one owner who can log in.');
}

async function keepLink(querier: Querier, userId: string, { digest, createdAt, expiresAt }: PasswordLink) {
  await querier.run(KEEP_LINK, userId, digest, createdAt, expiresAt);
}

function listedMember(row: Row): ListedMember {
  return { ...memberRecord(row), status: row.password_hash === null ? 'invited' : 'active' };
}
