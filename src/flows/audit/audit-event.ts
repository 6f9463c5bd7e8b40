// Audit events: who made a change, from which address, and the fields that changed.
import { auditSigner } from '../../access/audit-signature.ts';
import type { AuditEvent, JsonObject } from '../../records/audit.ts';
import type { Context } from '../context.ts';

/** Who makes a change, as the audit log records it. */
export interface AuditActor {
  organizationId: string;
  actor: AuditEvent['actor'];
  /** Masked; null at the command line. */
  address: string | null;
}

/** A change without its actor, time and address. */
export type AuditedChange = Pick<AuditEvent, 'action' | 'target' | 'before' | 'after'> & {
  environmentId?: string | null;
};

/** An operator at the command line, identified by the name of the system account. */
export function operatorActor(organizationId: string, name: string): AuditActor {
  return { organizationId, actor: { type: 'cli', id: 'cli', name }, address: null };
}

/** The audit event that a storage method saves in the same transaction as the change. */
export function newAuditEvent(
  context: Pick<Context, 'clock' | 'newId' | 'webhooks'>,
  actor: AuditActor,
  change: AuditedChange,
): AuditEvent {
  const at = context.clock();
  const signer = auditSigner(context.webhooks.keys);
  return { ...actor, environmentId: null, ...change, id: context.newId('audit', at), at, signer };
}

export interface ChangedFields {
  before: JsonObject;
  after: JsonObject;
}

/** Both objects reduced to the fields that differ, or null if none do. */
export function changedFields(before: JsonObject, after: JsonObject): ChangedFields | null {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return null;
  const pick = (object: JsonObject) => Object.fromEntries(names.map((name) => [name, object[name]]));
  return { before: pick(before), after: pick(after) };
}
