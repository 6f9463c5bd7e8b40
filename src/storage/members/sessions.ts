// Members and their dashboard sessions, written once for both engines.
import type { Member, Session, SessionStore } from '../../records/sessions.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { type Engine, first, type Row } from '../engine.ts';
import { appendAuditEvent } from '../tenants/record-change.ts';
import { ENVIRONMENT, environmentRecord } from '../tenants/tenants.ts';

const MEMBER = 'u.id, u.organization_id, u.email, u.role, u.created_at, u.password_hash';
export const INSERT_MEMBER = `INSERT INTO users (id, organization_id, email, role, created_at, password_hash)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (email) DO NOTHING`;
const BY_EMAIL = `SELECT ${MEMBER} FROM users u WHERE u.email = ?`;
const BY_ORGANIZATION = `SELECT ${MEMBER} FROM users u WHERE u.organization_id = ? ORDER BY u.id`;
/** Held until the commit: whoever changes the password meanwhile then ends what was begun with the old one. */
export const HOLD_PASSWORD = 'SELECT id FROM users WHERE id = ? AND password_hash = ? {{lock_rows}}';
export const INSERT_SESSION = `INSERT INTO dashboard_sessions (id, user_id, digest, created_at, last_used_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?)`;
/** One row for each environment of the organization: the caller and all they may see in one read. */
const FIND_SESSION = `SELECT s.id AS session_id, s.user_id, s.created_at AS session_created_at, s.last_used_at,
  s.expires_at, u.organization_id AS member_organization_id, u.email, u.role, u.created_at AS member_created_at,
  ${ENVIRONMENT}
  FROM dashboard_sessions s JOIN users u ON u.id = s.user_id
  JOIN environments e ON e.organization_id = u.organization_id WHERE s.digest = ? ORDER BY e.number`;

export function sessionStore(engine: Engine): SessionStore {
  const { read } = engine;
  return {
    createMember: (member, passwordHash, change) =>
      engine.write(async (querier) => {
        const { id, organizationId, email, role, createdAt } = member;
        const made = await querier.run(INSERT_MEMBER, id, organizationId, email, role, createdAt, passwordHash);
        if (made === 0) throw new Failure('conflict', 'email_taken', 'A member with this e-mail exists already.');
        if (change !== undefined) await appendAuditEvent(querier, change);
      }),
    memberByEmail: async (email) => {
      const row = await first(read.all(BY_EMAIL, email));
      return row === null ? null : { member: memberRecord(row), passwordHash: row.password_hash as string | null };
    },
    members: async (organizationId) => (await read.all(BY_ORGANIZATION, organizationId)).map(memberRecord),
    createSession: (session, digest, passwordHash) =>
      engine.write(async (querier) => {
        const { id, userId, createdAt, lastUsedAt, expiresAt } = session;
        if ((await first(querier.all(HOLD_PASSWORD, userId, passwordHash))) === null) return false;
        await querier.run(INSERT_SESSION, id, userId, digest, createdAt, lastUsedAt, expiresAt);
        return true;
      }),
    findSession: async (digest) => {
      const rows = await read.all(FIND_SESSION, digest);
      const row = rows[0];
      if (row === undefined) return null;
      const member: Member = {
        id: row.user_id as string,
        organizationId: row.member_organization_id as string,
        email: row.email as string,
        role: row.role as Member['role'],
        createdAt: row.member_created_at as number,
      };
      return { session: sessionRecord(row), member, environments: rows.map(environmentRecord) };
    },
    touchSession: (id, at) =>
      engine.write(async (querier) => {
        await querier.run('UPDATE dashboard_sessions SET last_used_at = ? WHERE id = ?', at, id);
      }),
    endSession: (id) =>
      engine.write(async (querier) => {
        await querier.run('DELETE FROM dashboard_sessions WHERE id = ?', id);
      }),
  };
}

export function memberRecord(row: Row): Member {
  return {
    id: row.id as string,
    organizationId: row.organization_id as string,
    email: row.email as string,
    role: row.role as Member['role'],
    createdAt: row.created_at as number,
  };
}

export function sessionRecord(row: Row): Session {
  return {
    id: row.session_id as string,
    userId: row.user_id as string,
    createdAt: row.session_created_at as number,
    lastUsedAt: row.last_used_at as number,
    expiresAt: row.expires_at as number,
  };
}
