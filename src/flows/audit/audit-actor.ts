// Who makes a change and from where, and the audit entry that tells of it.
import type { AuditEvent } from '../../records/audit.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { Context } from '../context.ts';

/** Whom the audit trail names. */
export interface AuditActor {
  organizationId: string;
  actor: AuditEvent['actor'];
  /** Masked; null at the command line. */
  address: string | null;
}

/** What happened, without who, when and where. */
export type AuditedChange = Pick<AuditEvent, 'action' | 'target' | 'before' | 'after'> & {
  environmentId?: string | null;
};

/** The member of a dashboard session. Routes that change something let nobody else in. */
export function memberActor(caller: Caller, address: string | null): AuditActor {
  if (caller.kind !== 'session') throw new Error('only a member changes the control plane');
  const { id, email, organizationId } = caller.member;
  return { organizationId, actor: { type: 'user', id, name: email }, address };
}

/** An operator at the command line, by the name of the system's account. */
export function operatorActor(organizationId: string, name: string): AuditActor {
  return { organizationId, actor: { type: 'cli', id: 'cli', name }, address: null };
}

/** The entry that a storage method keeps together with the change itself. */
export function auditEvent(
  context: Pick<Context, 'clock' | 'newId'>,
  author: AuditActor,
  happening: AuditedChange,
): AuditEvent {
  const at = context.clock();
  return { ...author, environmentId: null, ...happening, id: context.newId('audit', at), at };
}
