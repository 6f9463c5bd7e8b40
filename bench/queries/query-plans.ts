// Records the statements that the service sends, and finds those whose plan scans or sorts a whole large table.
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import type { Value } from '../../src/storage/engine.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import type { Statement } from '../../src/storage/sql.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import type { DatabaseLocation } from '../seed/tables.ts';

export interface RecordedQueries {
  /** Statement text as the engine receives it, with the parameters of its first use (PostgreSQL only). */
  statements: Map<string, unknown[]>;
  stop: () => void;
}

/** Below this number of rows PostgreSQL may scan a table: that takes fewer pages than an index. */
const LARGE_TABLE = 10_000;
/** Tables that stay small at any number of events; SQLite's planner does not know their size. */
const SMALL: ReadonlySet<string> = new Set([
  'environments',
  'organizations',
  'users',
  'api_keys',
  'policies',
  'webhook_endpoints',
  'schema_migrations',
]);
/** Rows that PostgreSQL may plan to sort: a few pages of a list. */
const MAX_SORTED_ROWS = 5_000;

/** Records the SELECT statements that this process runs or sends until `stop` is called. */
export function recordQueries(location: DatabaseLocation): RecordedQueries {
  const statements = new Map<string, unknown[]>();
  const record = (text: unknown, values: unknown) => {
    if (typeof text !== 'string' || !/^\s*(SELECT|WITH)\b/i.test(text) || statements.has(text)) return;
    statements.set(text, Array.isArray(values) ? values : []);
  };
  if (location.engine === 'sqlite') {
    const { all } = SqliteConnection.prototype;
    SqliteConnection.prototype.all = function <R>(this: SqliteConnection, statement: Statement, ...values: Value[]) {
      record(this.prepare(statement.text).sourceSQL, []);
      return all.call(this, statement, ...values) as Promise<R[]>;
    };
    const stop = () => {
      SqliteConnection.prototype.all = all;
    };
    return { statements, stop };
  }
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text?: string; values?: unknown }];
    if (typeof config === 'object') record(config.text, config.values);
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  const stop = () => {
    pg.Client.prototype.query = query;
  };
  return { statements, stop };
}

/** Returns one line per plan that scans or sorts a whole large table. */
export async function fullScans(
  location: DatabaseLocation,
  statements: RecordedQueries['statements'],
): Promise<string[]> {
  return location.engine === 'sqlite'
    ? sqliteScans(location.path, [...statements.keys()])
    : postgresScans(location.url, statements);
}

function sqliteScans(path: string, texts: readonly string[]): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const found = texts.flatMap((text) => {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all() as { detail: string }[];
    return steps.filter(({ detail }) => isCostly(detail, text)).map(({ detail }) => `${detail} · ${short(text)}`);
  });
  database.close();
  return found;
}

function isCostly(detail: string, text: string): boolean {
  // A list of values (json_each) is a virtual table.
  const scanned = detail.includes('VIRTUAL TABLE') ? undefined : /^SCAN (\w+)/.exec(detail)?.[1];
  if (scanned !== undefined) {
    const table = tableOf(scanned, text);
    return table !== null && !SMALL.has(table);
  }
  // Two sorts are bounded: merging one page per filter value (`AS pages`), and rows looked up by a list of ids (`json_each`).
  return detail.includes('FOR ORDER BY') && !text.includes(' AS pages') && !text.includes('json_each');
}

/** The table behind an alias, or null for a subquery or a list of values. */
function tableOf(alias: string, text: string): string | null {
  for (const [, table, tableAlias] of text.matchAll(/\b(?:FROM|JOIN)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?/gi)) {
    if (tableAlias === alias || table === alias) return table as string;
  }
  return null;
}

/** A node of PostgreSQL's plan. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

/** PostgreSQL's plan for these parameters, or without any the generic plan. */
export async function planOf(
  client: Pick<pg.Pool, 'query'>,
  text: string,
  values?: readonly unknown[],
): Promise<PlanNode> {
  const explain = values === undefined ? 'EXPLAIN (GENERIC_PLAN, FORMAT JSON)' : 'EXPLAIN (FORMAT JSON)';
  const { rows } = await client.query(`${explain} ${text}`, values?.slice());
  return (JSON.parse(rows[0]['QUERY PLAN']) as [{ Plan: PlanNode }])[0].Plan;
}

/**
 * Checks the custom plan (for the recorded parameters) and the generic plan: a prepared statement may run with either. Uses
 * the service's settings.
 */
async function postgresScans(url: string, statements: RecordedQueries['statements']): Promise<string[]> {
  const pool = openPool({ url, size: 1, plans: 'ordered' });
  const client = await pool.connect();
  const { rows: sizes } = await client.query("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= $1", [
    LARGE_TABLE,
  ]);
  const large = new Set(sizes.map(({ relname }) => relname as string));
  const found: string[] = [];
  for (const [text, values] of statements) {
    for (const [kind, parameters] of [['custom', values] as const, ['generic', undefined] as const]) {
      const plan = await planOf(client, text, parameters);
      found.push(...costlyNodes(plan, large).map((node) => `${kind}: ${node} · ${short(text)}`));
    }
  }
  client.release();
  await pool.end();
  return found;
}

function costlyNodes(node: PlanNode, large: ReadonlySet<string>): string[] {
  const below = (node.Plans ?? []).flatMap((part) => costlyNodes(part, large));
  const relation = node['Relation Name'];
  if (node['Node Type'] === 'Seq Scan' && relation !== undefined && large.has(relation)) {
    return [`Seq Scan ${relation} (${node['Plan Rows']} rows)`, ...below];
  }
  const sorts = node['Node Type'] === 'Sort' && (node.Plans?.[0]?.['Plan Rows'] ?? 0) > MAX_SORTED_ROWS;
  return sorts ? [`Sort of ${node.Plans?.[0]?.['Plan Rows']} rows`, ...below] : below;
}

function short(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 220);
}
