// Records a wrong password or code within a session in the audit log: it may be a guess by someone with a stolen session.
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';

export function auditRejectedVerification(
  context: Context,
  actor: AuditActor,
  { id, email }: { id: string; email: string },
  reason: 'wrong_password' | 'wrong_code',
): Promise<void> {
  const auditEvent = newAuditEvent(context, actor, {
    action: 'member.verification_rejected',
    target: { type: 'member', id },
    before: null,
    after: { email, reason },
  });
  return context.store.audit.append(auditEvent);
}
