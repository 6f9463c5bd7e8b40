// Which statements the service sent, and which of their plans read a whole table or sort one.
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import type { Place } from '../seed/tables.ts';

export interface RecordedQueries {
  /** Text as the engine got it, to the values of its first use (PostgreSQL). */
  asked: Map<string, unknown[]>;
  stop: () => void;
}

/** Rows of a table that PostgreSQL may well read whole: fewer pages than an index would take. */
const FEW_ROWS = 10_000;
/** Tables that stay small whatever the number of events; SQLite's planner does not know how small. */
const SMALL: ReadonlySet<string> = new Set([
  'environments',
  'organizations',
  'users',
  'api_keys',
  'policies',
  'webhook_endpoints',
  'schema_migrations',
]);
/** Rows that PostgreSQL may expect to sort: a few pages of a list. */
const MOST_SORTED = 5_000;

/** Listens to what this process prepares or sends from now on. */
export function recordQueries(place: Place): RecordedQueries {
  const asked = new Map<string, unknown[]>();
  const note = (text: unknown, values: unknown) => {
    if (typeof text !== 'string' || !/^\s*(SELECT|WITH)\b/i.test(text) || asked.has(text)) return;
    asked.set(text, Array.isArray(values) ? values : []);
  };
  if (place.engine === 'sqlite') {
    const { prepare } = SqliteConnection.prototype;
    SqliteConnection.prototype.prepare = function (sql) {
      const statement = prepare.call(this, sql);
      note(statement.sourceSQL, []);
      return statement;
    };
    const stop = () => {
      SqliteConnection.prototype.prepare = prepare;
    };
    return { asked, stop };
  }
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [what] = given as [string | { text?: string; values?: unknown }];
    if (typeof what === 'object') note(what.text, what.values);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  const stop = () => {
    pg.Client.prototype.query = query;
  };
  return { asked, stop };
}

/** A line for each plan that reads or sorts a large table as a whole; none is how it shall be. */
export async function fullScans(place: Place, asked: RecordedQueries['asked']): Promise<string[]> {
  return place.engine === 'sqlite' ? sqliteScans(place.path, [...asked.keys()]) : postgresScans(place.url, asked);
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
  // A list of values is a virtual table.
  const scanned = detail.includes('VIRTUAL TABLE') ? undefined : /^SCAN (\w+)/.exec(detail)?.[1];
  if (scanned !== undefined) {
    const table = tableOf(scanned, text);
    return table !== null && !SMALL.has(table);
  }
  // The pages of several values are put together and sorted: a page of rows for each value at most. So are rows by a list of ids.
  return detail.includes('FOR ORDER BY') && !text.includes(' AS pages') && !text.includes('json_each');
}

/** The table behind an alias, or null for a subquery or a list of values. */
function tableOf(alias: string, text: string): string | null {
  for (const [, table, given] of text.matchAll(/\b(?:FROM|JOIN)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?/gi)) {
    if (given === alias || table === alias) return table as string;
  }
  return null;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

/** Both as planned for the values and as planned once for all: a prepared statement may run by either. Settings are the service's. */
async function postgresScans(url: string, asked: RecordedQueries['asked']): Promise<string[]> {
  const pool = openPool({ url, size: 1, plans: 'ordered' });
  const client = await pool.connect();
  const { rows: sizes } = await client.query("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= $1", [
    FEW_ROWS,
  ]);
  const large = new Set(sizes.map(({ relname }) => relname as string));
  const found: string[] = [];
  for (const [text, values] of asked) {
    const custom = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    const generic = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    for (const [way, { rows }] of [['custom', custom] as const, ['generic', generic] as const]) {
      const [{ Plan: plan }] = JSON.parse(rows[0]['QUERY PLAN']) as [{ Plan: PlanNode }];
      found.push(...costlyNodes(plan, large).map((node) => `${way}: ${node} · ${short(text)}`));
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
  const sorts = node['Node Type'] === 'Sort' && (node.Plans?.[0]?.['Plan Rows'] ?? 0) > MOST_SORTED;
  return sorts ? [`Sort of ${node.Plans?.[0]?.['Plan Rows']} rows`, ...below] : below;
}

function short(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 220);
}
