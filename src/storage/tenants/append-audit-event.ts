// Appends an audit entry inside the transaction of the change it describes, chained to the previous entry.
import { createHash } from 'node:crypto';
import type { AuditEntry, AuditEvent } from '../../records/audit.ts';
import type { Querier } from '../engine.ts';
import { first } from '../reads.ts';
import { columns, insertInto, placeholders, select, update } from '../sql.ts';

/** The hashed columns of an entry, in the order of its canonical text. */
export const CANONICAL_COLUMNS = [
  ...['organization_id', 'sequence', 'at', 'id', 'actor_type', 'actor_id', 'actor_name', 'address', 'action'],
  ...['target_type', 'target_id', 'environment_id', 'before_text', 'after_text'],
] as const;
export const AUDIT_COLUMNS: readonly string[] = [...CANONICAL_COLUMNS, 'previous_hash', 'hash'];
/** The previous hash of an organization's first entry. */
export const GENESIS_HASH = '0'.repeat(64);

const BEGIN_CHAIN = insertInto('audit_heads')`(organization_id, sequence, hash) VALUES (?, 0, ?)
  ON CONFLICT (organization_id) DO NOTHING`;
/** Locks the chain's head: the changes of one organization are serialized here, at the end of their transactions. */
const LOCK_HEAD = update('audit_heads')`SET sequence = sequence + 1 WHERE organization_id = ?`;
export const READ_HEAD = select`sequence, hash, signature FROM audit_heads WHERE organization_id = ?`;
const MOVE_HEAD = update('audit_heads')`SET hash = ?, signature = ? WHERE organization_id = ?`;
const INSERT = insertInto('audit_entries')`(${columns(AUDIT_COLUMNS)}) VALUES (${placeholders(AUDIT_COLUMNS.length)})`;

/**
 * Call it last in the transaction: it locks the organization's chain until the commit. A head with an invalid signature was
 * changed by someone else; it keeps that signature, so that verification reports it however many entries follow.
 */
export async function appendAuditEvent(querier: Querier, auditEvent: AuditEvent): Promise<void> {
  const { organizationId } = auditEvent;
  await querier.run(BEGIN_CHAIN, organizationId, GENESIS_HASH);
  await querier.run(LOCK_HEAD, organizationId);
  const head = await first(
    querier.all<{ sequence: number; hash: string; signature: string | null }>(READ_HEAD, organizationId),
  );
  if (head === null) throw new Error(`the audit chain of ${organizationId} has no head`);
  const { sequence, hash: previousHash } = head;
  const fields = canonicalFields({ ...auditEvent, sequence });
  const hash = chainHash(previousHash, fields);
  await querier.run(INSERT, ...fields, previousHash, hash);
  const { signer } = auditEvent;
  const isIntact =
    sequence === 1 || signer.isValid({ organizationId, sequence: sequence - 1, hash: previousHash }, head.signature);
  const signature = isIntact ? signer.sign({ organizationId, sequence, hash }) : head.signature;
  await querier.run(MOVE_HEAD, hash, signature, organizationId);
}

type Fields = (string | number | null)[];

/** The values of `CANONICAL_COLUMNS`. */
function canonicalFields(entry: Omit<AuditEntry, 'hash' | 'previousHash'>): Fields {
  const { organizationId, sequence, at, id, actor, address, action, target, environmentId } = entry;
  return [
    ...[organizationId, sequence, at, id, actor.type, actor.id, actor.name, address, action],
    ...[target.type, target.id, environmentId, textOf(entry.before), textOf(entry.after)],
  ];
}

/** SHA-256 (hex) over the previous hash, a line feed, and the JSON array of the canonical columns as stored. */
export function chainHash(previousHash: string, fields: Fields): string {
  return createHash('sha256')
    .update(`${previousHash}\n${JSON.stringify(fields)}`)
    .digest('hex');
}

function textOf(value: AuditEvent['before']): string | null {
  return value === null ? null : JSON.stringify(value);
}
