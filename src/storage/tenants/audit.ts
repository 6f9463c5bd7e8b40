// Reads the audit log and verifies its hash chain, for both engines.
import type { AuditSigner } from '../../access/audit-signature.ts';
import type { AuditEntry, AuditFilter, AuditStore, ChainReport, SignedHead } from '../../records/audit.ts';
import type { Engine, Reader, Row, Value } from '../engine.ts';
import { first } from '../reads.ts';
import { columns, EMPTY, joined, type Sql, select, sql, update } from '../sql.ts';
import {
  AUDIT_COLUMNS,
  appendAuditEvent,
  CANONICAL_COLUMNS,
  chainHash,
  GENESIS_HASH,
  READ_HEAD,
} from './append-audit-event.ts';

const ENTRIES = sql`${columns(AUDIT_COLUMNS)} FROM audit_entries WHERE organization_id = ?`;
const CHAIN = select`${ENTRIES} AND sequence > ? ORDER BY sequence LIMIT 1000`;
const HEADS = select`organization_id, sequence, hash, signature FROM audit_heads WHERE sequence > 0 ORDER BY organization_id`;
const RENEW_SIGNATURE = update('audit_heads')`SET signature = ? WHERE organization_id = ? AND sequence = ? AND hash = ?
  AND coalesce(signature, '') = ?`;

export function auditStore({ read, write }: Pick<Engine, 'read' | 'write'>): AuditStore {
  return {
    append: (auditEvent) => write((querier) => appendAuditEvent(querier, auditEvent)),
    async list(organizationId, filter, { limit, from }) {
      const { entries, values } = filtered(organizationId, filter);
      const order = from?.direction === 'newer' ? sql`sequence` : sql`sequence DESC`;
      const comparison = from?.direction === 'older' ? sql`<` : sql`>`;
      const bound = from === null ? EMPTY : sql` AND sequence ${comparison} ?`;
      const bounds = from === null ? [] : [from.sequence];
      // An index cannot return several actions in one order: each is read separately, no further than the page.
      const parts = filter.actions.length === 0 ? [[]] : [...new Set(filter.actions)].map((action) => [action]);
      const one = (action: readonly Value[]) =>
        sql`SELECT * FROM (SELECT ${entries}${
          action.length === 0 ? EMPTY : sql` AND action = ?`
        }${bound} ORDER BY ${order} LIMIT ?) AS part`;
      const rows = await read.all(
        select`* FROM (${joined(parts.map(one), ' UNION ALL ')}) AS pages ORDER BY ${order} LIMIT ?`,
        ...parts.flatMap((action) => [...values, ...action, ...bounds, limit]),
        limit,
      );
      return rows.map(auditEntry);
    },
    heads: async () => (await read.all(HEADS)).map(signedHead),
    renewSignature: ({ organizationId, sequence, hash, signature: from }, to) =>
      write(async (querier) => {
        await querier.run(RENEW_SIGNATURE, to, organizationId, sequence, hash, from ?? '');
      }),
    verify: (organizationId, signer) => verify(read, organizationId, signer),
  };
}

function filtered(organizationId: string, filter: AuditFilter): { entries: Sql; values: Value[] } {
  const conditions: [Sql, Value | null][] = [
    [sql`actor_id = ?`, filter.actorId],
    [sql`environment_id = ?`, filter.environmentId],
    [sql`target_id = ?`, filter.targetId],
    [sql`at >= ?`, filter.from],
    [sql`at < ?`, filter.to],
  ];
  const given = conditions.filter(([, value]) => value !== null);
  return {
    entries: joined([ENTRIES, ...given.map(([condition]) => condition)], ' AND '),
    values: [organizationId, ...given.map(([, value]) => value)],
  };
}

/** Reads the head first: entries appended meanwhile must only fit, and have moved the head. */
async function verify(read: Reader, organizationId: string, signer: AuditSigner): Promise<ChainReport> {
  const readHead = () =>
    first(read.all<Pick<SignedHead, 'sequence' | 'hash' | 'signature'>>(READ_HEAD, organizationId));
  const head = await readHead();
  const end = head?.sequence ?? 0;
  let last = { sequence: 0, hash: GENESIS_HASH };
  for (;;) {
    const rows = await read.all(CHAIN, organizationId, last.sequence);
    for (const row of rows) {
      const sequence = row.sequence as number;
      if (sequence !== last.sequence + 1) return report(last.sequence, last.sequence + 1, 'missing');
      if (!isIntact(row, last.hash)) return report(last.sequence, sequence, 'edited');
      if (sequence === end && row.hash !== head?.hash) return report(last.sequence, sequence, 'edited');
      last = { sequence, hash: row.hash as string };
    }
    if (rows.length === 0) break;
  }
  // The first entry is written with the organization.
  if (last.sequence < Math.max(end, 1)) return report(last.sequence, last.sequence + 1, 'missing');
  // Without a head, or behind an old one, anyone could add entries.
  const isBehindEnd = last.sequence > end && ((await readHead())?.sequence ?? 0) < last.sequence;
  if (isBehindEnd) return report(last.sequence, last.sequence, 'unsigned');
  if (head !== null && end > 0 && !signer.isValid({ organizationId, sequence: end, hash: head.hash }, head.signature)) {
    return report(last.sequence, end, 'unsigned');
  }
  return { entries: last.sequence, broken: null };
}

function isIntact(row: Row, previousHash: string): boolean {
  const fields = CANONICAL_COLUMNS.map((name) => row[name] as string | number | null);
  return row.previous_hash === previousHash && row.hash === chainHash(previousHash, fields);
}

type Broken = NonNullable<ChainReport['broken']>;

function report(entries: number, sequence: number, why: Broken['why']): ChainReport {
  return { entries, broken: { sequence, why } };
}

function signedHead(row: Row): SignedHead {
  return {
    organizationId: row.organization_id as string,
    sequence: row.sequence as number,
    hash: row.hash as string,
    signature: row.signature as string | null,
  };
}

function auditEntry(row: Row): AuditEntry {
  return {
    organizationId: row.organization_id as string,
    sequence: row.sequence as number,
    at: row.at as number,
    id: row.id as string,
    actor: {
      type: row.actor_type as AuditEntry['actor']['type'],
      id: row.actor_id as string,
      name: row.actor_name as string,
    },
    address: row.address as string | null,
    action: row.action as AuditEntry['action'],
    target: { type: row.target_type as string, id: row.target_id as string },
    // The audit log belongs to the organization: this column contains the environment's id, not its number.
    environmentId: row.environment_id as string | null,
    before: parsed(row.before_text),
    after: parsed(row.after_text),
    previousHash: row.previous_hash as string,
    hash: row.hash as string,
  };
}

function parsed(text: unknown): AuditEntry['before'] {
  return text === null ? null : (JSON.parse(text as string) as AuditEntry['before']);
}
