// Logs out, lists and revokes the dashboard sessions of a member: /v1/auth/logout and /v1/auth/sessions.
import type { Member } from '../../records/member.ts';
import type { Session } from '../../records/sessions.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { lookupId, notFound, requireOwn } from '../tenants/own-resource.ts';
import { hasEnded, type SessionCaller } from './authenticate.ts';

/** Ends the caller's session, effective immediately on every process. */
export function logOut(context: Context, { session }: SessionCaller): Promise<void> {
  return context.store.sessions.end(session.id);
}

/** The sessions that are neither expired nor idle for too long. */
export async function listSessions(context: Context, { id }: Pick<Member, 'id'>): Promise<Session[]> {
  const now = context.clock();
  const sessions = await context.store.sessions.list(id);
  return sessions.filter((session) => !hasEnded(context, session, now));
}

/** @throws Failure `forbidden` when the session belongs to another member, `not_found` when it does not exist. */
export async function revokeOwnSession(
  context: Context,
  actor: AuditActor,
  { member }: SessionCaller,
  id: string,
): Promise<void> {
  const owner = await context.store.sessions.owner(lookupId('session', id));
  const memberId = requireOwn('session', owner, (found) => (found === member.id ? found : undefined));
  await revokeSession(context, actor, id, memberId);
}

/** Revokes the session of any member. @throws Failure `not_found` when `memberId`, its owner, is null or it has ended. */
export async function revokeSession(
  context: Context,
  actor: AuditActor,
  id: string,
  memberId: string | null,
): Promise<void> {
  const auditEvent = newAuditEvent(context, actor, {
    action: 'session.revoked',
    target: { type: 'session', id },
    before: { member_id: memberId },
    after: null,
  });
  if (memberId === null || !(await context.store.sessions.revoke(id, auditEvent))) throw notFound('session');
}
