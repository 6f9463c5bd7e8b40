// Identifies the operator in the audit log for changes made on the command line.
import { userInfo } from 'node:os';
import { type AuditActor, operatorActor } from '../flows/audit/audit-event.ts';

export function operator(organizationId: string): AuditActor {
  return operatorActor(organizationId, systemAccount());
}

/** The name of the system account; `operator` in a container whose user id has no account. */
export function systemAccount(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}
