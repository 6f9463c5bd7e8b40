// Whom the audit trail names for a change made at the command line.
import { userInfo } from 'node:os';
import { type AuditActor, operatorActor } from '../flows/audit/audit-event.ts';

export function operator(organizationId: string): AuditActor {
  return operatorActor(organizationId, systemAccount());
}

/** Containers run under numbers that no account has. */
export function systemAccount(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}
