// Reading the audit trail and checking its chain, written once for both engines.
import type { AuditEntry, AuditFilter, AuditStore, ChainReport } from '../../records/audit.ts';
import { first, type Querier, type Row, type Value } from '../engine.ts';
import { AUDIT_COLUMNS, chainHash, FIRST_PREVIOUS } from './record-change.ts';

const LIST = `SELECT ${AUDIT_COLUMNS} FROM audit_entries WHERE organization_id = ?`;
const CHAIN = `${LIST} AND sequence > ? ORDER BY sequence LIMIT 1000`;
const HEAD = 'SELECT sequence, hash FROM audit_heads WHERE organization_id = ?';

export function auditStore(read: Querier): AuditStore {
  return {
    async list(organizationId, filter, { limit, from }) {
      const { sql, values } = narrowed(organizationId, filter);
      const bound = from === null ? '' : ` AND sequence ${from.direction === 'older' ? '<' : '>'} ?`;
      const order = from?.direction === 'newer' ? 'sequence' : 'sequence DESC';
      const bounds = from === null ? [] : [from.sequence];
      // An index cannot give several actions in one order: each is read on its own, no further than the page.
      const parts = filter.actions.length === 0 ? [[]] : [...new Set(filter.actions)].map((action) => [action]);
      const one = (own: readonly Value[]) => `SELECT * FROM (${sql}${own.length === 0 ? '' : ' AND action = ?'}${bound}
        ORDER BY ${order} LIMIT ?) AS part`;
      const rows = await read.all(
        `SELECT * FROM (${parts.map(one).join(' UNION ALL ')}) AS pages ORDER BY ${order} LIMIT ?`,
        ...parts.flatMap((own) => [...values, ...own, ...bounds, limit]),
        limit,
      );
      return rows.map(auditEntry);
    },
    verify: (organizationId) => verify(read, organizationId),
  };
}

function narrowed(organizationId: string, filter: AuditFilter): { sql: string; values: Value[] } {
  const bounds: [string, Value | null][] = [
    ['actor_id = ?', filter.actorId],
    ['environment_id = ?', filter.environmentId],
    ['target_id = ?', filter.targetId],
    ['at >= ?', filter.from],
    ['at < ?', filter.to],
  ];
  const given = bounds.filter(([, value]) => value !== null);
  return {
    sql: [LIST, ...given.map(([sql]) => sql)].join(' AND '),
    values: [organizationId, ...given.map(([, value]) => value)],
  };
}

/** The end is read first: entries that arrive meanwhile are not looked at. */
async function verify(read: Querier, organizationId: string): Promise<ChainReport> {
  const head = await first(read.all<{ sequence: number; hash: string }>(HEAD, organizationId));
  const end = head?.sequence ?? 0;
  let last = { sequence: 0, hash: FIRST_PREVIOUS };
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
  if (last.sequence < end) return report(last.sequence, last.sequence + 1, 'missing');
  return { entries: last.sequence, broken: null };
}

function isIntact(row: Row, previousHash: string): boolean {
  const names = AUDIT_COLUMNS.split(/,\s*/).slice(0, -2);
  const fields = names.map((name) => row[name] as string | number | null);
  return row.previous_hash === previousHash && row.hash === chainHash(previousHash, fields);
}

function report(entries: number, sequence: number, why: 'edited' | 'missing'): ChainReport {
  return { entries, broken: { sequence, why } };
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
