// GET /v1/auth/sessions and DELETE /v1/auth/sessions/{id}: the sessions of a member are seen and ended, by themselves or an operator.
import type { Member } from '../../records/members.ts';
import type { Session } from '../../records/sessions.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import type { SessionCaller } from './authenticate.ts';

/** Those that would still be let in. */
export async function listSessions(context: Context, { id }: Pick<Member, 'id'>): Promise<Session[]> {
  const now = context.clock();
  const sessions = await context.store.sessions.list(id);
  return sessions.filter(
    ({ expiresAt, lastUsedAt }) => now < expiresAt && now - lastUsedAt < context.limits.sessionIdle,
  );
}

/** @throws Failure `forbidden` when it is somebody else's, `not_found` when there is none of this id. */
export async function revokeOwnSession(
  context: Context,
  author: AuditActor,
  { member }: SessionCaller,
  id: string,
): Promise<void> {
  const holder = await context.store.sessions.owner(id);
  if (holder !== null && holder !== member.id) {
    throw new Failure('forbidden', 'foreign_resource', 'This session is not yours.');
  }
  await revokeSession(context, author, id, holder);
}

/** Whosever it is; `holder` is the id of its member. @throws Failure `not_found` when there is none of this id. */
export async function revokeSession(
  context: Context,
  author: AuditActor,
  id: string,
  holder: string | null,
): Promise<void> {
  const change = auditEvent(context, author, {
    action: 'session.revoked',
    target: { type: 'session', id },
    before: { member_id: holder },
    after: null,
  });
  if (holder === null || !(await context.store.sessions.revoke(id, change))) {
    throw new Failure('not_found', 'session_not_found', 'There is no session of this id.');
  }
}
