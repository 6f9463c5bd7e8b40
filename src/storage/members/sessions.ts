// Stores dashboard sessions, for both engines.
import type { Member } from '../../records/member.ts';
import type { Session, SessionStore } from '../../records/sessions.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { Engine, Querier, Row } from '../engine.ts';
import { first } from '../reads.ts';
import { deleteFrom, insertInto, placeholders, select, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { changeAudited } from '../tenants/change-audited.ts';
import { ENVIRONMENT, environmentRecord } from '../tenants/tenants.ts';
import { emailOf } from './stored-email.ts';

/**
 * Locks the member's row until the commit: a concurrent password change waits, and then ends the session just started.
 */
const LOCK_PASSWORD = select`id FROM users WHERE id = ? AND password_hash = ? ${macro.lock_rows}`;
const INSERT = insertInto('dashboard_sessions')`(id, user_id, digest, created_at, last_used_at, expires_at)
  VALUES (${placeholders(6)})`;
/** One row for each environment of the organization: the member and all accessible environments in one read. */
const FIND = select`s.id AS session_id, s.user_id, s.created_at AS session_created_at, s.last_used_at,
  s.expires_at, u.organization_id AS member_organization_id, u.email, u.role, u.created_at AS member_created_at,
  ${ENVIRONMENT}
  FROM dashboard_sessions s JOIN users u ON u.id = s.user_id
  JOIN environments e ON e.organization_id = u.organization_id WHERE s.digest = ? ORDER BY e.number`;
const LIST = select`id AS session_id, user_id, created_at AS session_created_at, last_used_at, expires_at
  FROM dashboard_sessions WHERE user_id = ?`;
const OWNER = select`user_id FROM dashboard_sessions WHERE id = ?`;
const TOUCH = update('dashboard_sessions')`SET last_used_at = ? WHERE id = ?`;
const DELETE = deleteFrom('dashboard_sessions')`WHERE id = ?`;
/** Without an index: there is a row for each login to the dashboard. */
const PRUNE = deleteFrom('dashboard_sessions')`WHERE expires_at < ?`;
/** Not those of a process whose clock is ahead by less than a day. */
const SHORTEN = update('dashboard_sessions')`SET last_used_at = ?, expires_at = ? WHERE expires_at > ?`;
const DELETE_ALL = deleteFrom('dashboard_sessions')`WHERE user_id = ?`;

export function sessionStore(engine: Engine): SessionStore {
  const { read } = engine;
  return {
    create: (session, digest, passwordHash, auditEvent) =>
      engine.write(async (querier) => {
        if (!(await lockPassword(querier, session.memberId, passwordHash))) return false;
        await insertSession(querier, session, digest);
        if (auditEvent !== undefined) await appendAuditEvent(querier, auditEvent);
        return true;
      }),
    find: async (digest) => {
      const rows = await read.all(FIND, digest);
      const row = rows[0];
      if (row === undefined) return null;
      const member: Member = {
        id: row.user_id as string,
        organizationId: row.member_organization_id as string,
        email: emailOf(row.email as string),
        role: row.role as Member['role'],
        createdAt: row.member_created_at as number,
      };
      return { session: sessionRecord(row), member, environments: rows.map(environmentRecord) };
    },
    touch: (id, at) =>
      engine.write(async (querier) => {
        await querier.run(TOUCH, at, id);
      }),
    end: (id) =>
      engine.write(async (querier) => {
        await querier.run(DELETE, id);
      }),
    list: async (memberId) => (await read.all(LIST, memberId)).map(sessionRecord),
    prune: (now, longest) =>
      engine.write(async (querier) => {
        const latest = now + longest;
        await querier.run(PRUNE, now);
        await querier.run(SHORTEN, now, latest, latest + DAY);
      }),
    owner: async (id) => (await first(read.all<{ user_id: string }>(OWNER, id)))?.user_id ?? null,
    revoke: (id, auditEvent) => changeAudited(engine, auditEvent, DELETE, id),
  };
}

/** Whether `passwordHash` is still the member's; if so, it stays so until the commit. */
export async function lockPassword(querier: Querier, memberId: string, passwordHash: string): Promise<boolean> {
  return (await first(querier.all(LOCK_PASSWORD, memberId, passwordHash))) !== null;
}

/** Replaces all sessions of the member with one. */
export async function replaceSessions(querier: Querier, session: Session, digest: string): Promise<void> {
  await querier.run(DELETE_ALL, session.memberId);
  await insertSession(querier, session, digest);
}

async function insertSession(querier: Querier, session: Session, digest: string): Promise<void> {
  const { id, memberId, createdAt, lastUsedAt, expiresAt } = session;
  await querier.run(INSERT, id, memberId, digest, createdAt, lastUsedAt, expiresAt);
}

function sessionRecord(row: Row): Session {
  return {
    id: row.session_id as string,
    memberId: row.user_id as string,
    createdAt: row.session_created_at as number,
    lastUsedAt: row.last_used_at as number,
    expiresAt: row.expires_at as number,
  };
}
