// Appends one audit entry inside the transaction of the change it tells of, chained to the entry before.
import { createHash } from 'node:crypto';
import type { AuditEntry, AuditEvent } from '../../records/audit.ts';
import { first, type Querier } from '../engine.ts';

export const AUDIT_COLUMNS = `organization_id, sequence, at, id, actor_type, actor_id, actor_name, address, action, target_type,
  target_id, environment_id, before_text, after_text, previous_hash, hash`;
export const FIRST_PREVIOUS = '0'.repeat(64);

const BEGIN_CHAIN = `INSERT INTO audit_heads (organization_id, sequence, hash) VALUES (?, 0, ?)
  ON CONFLICT (organization_id) DO NOTHING`;
/** Takes the chain's row: changes of one organization take their turns here, at the end of their transactions. */
const TAKE_TURN = 'UPDATE audit_heads SET sequence = sequence + 1 WHERE organization_id = ?';
const READ_HEAD = 'SELECT sequence, hash FROM audit_heads WHERE organization_id = ?';
const MOVE_HEAD = 'UPDATE audit_heads SET hash = ? WHERE organization_id = ?';
const INSERT = `INSERT INTO audit_entries (${AUDIT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Call it last in the transaction: it holds the organization's chain until the commit. */
export async function appendAuditEvent(querier: Querier, change: AuditEvent): Promise<void> {
  const { organizationId } = change;
  await querier.run(BEGIN_CHAIN, organizationId, FIRST_PREVIOUS);
  await querier.run(TAKE_TURN, organizationId);
  const head = await first(querier.all<{ sequence: number; hash: string }>(READ_HEAD, organizationId));
  if (head === null) throw new Error(`the audit chain of ${organizationId} has no end`);
  const { sequence, hash: previousHash } = head;
  const fields = fieldsOf({ ...change, sequence });
  const hash = chainHash(previousHash, fields);
  await querier.run(INSERT, ...fields, previousHash, hash);
  await querier.run(MOVE_HEAD, hash, organizationId);
}

type Fields = (string | number | null)[];

/** The columns of an entry in their order, which is also the order of its canonical text. */
function fieldsOf(entry: Omit<AuditEntry, 'hash' | 'previousHash'>): Fields {
  const { organizationId, sequence, at, id, actor, address, action, target, environmentId } = entry;
  return [
    ...[organizationId, sequence, at, id, actor.type, actor.id, actor.name, address, action],
    ...[target.type, target.id, environmentId, textOf(entry.before), textOf(entry.after)],
  ];
}

/** SHA-256 (hex) over the previous hash, a line feed, and the JSON array of the columns as kept. */
export function chainHash(previousHash: string, fields: Fields): string {
  return createHash('sha256')
    .update(`${previousHash}\n${JSON.stringify(fields)}`)
    .digest('hex');
}

function textOf(value: AuditEvent['before']): string | null {
  return value === null ? null : JSON.stringify(value);
}
