// Builds the SQL statements that both engines share. A write declares its table, and its text follows from that.

/** Every table of the schema. */
export const TABLES = [
  'account_devices',
  'account_networks',
  'accounts',
  'activity_rollups',
  'alert_channels',
  'alert_leases',
  'alert_notifications',
  'alert_rules',
  'alerts',
  'api_keys',
  'audit_entries',
  'audit_heads',
  'client_signals',
  'dashboard_sessions',
  'device_ids',
  'device_keys',
  'device_profiles',
  'devices',
  'environments',
  'event_assignments',
  'event_details',
  'event_signals',
  'events',
  'failure_counts',
  'fingerprint_accounts',
  'idempotency_keys',
  'import_positions',
  'invitations',
  'key_proofs',
  'login_limits',
  'network_members',
  'networks',
  'notes',
  'organizations',
  'outcome_batches',
  'outcomes',
  'overview_counts',
  'overview_members',
  'policies',
  'policy_rules',
  'recovery_codes',
  'rejection_counts',
  'resolution_texts',
  'retention_positions',
  'rollup_queue',
  'saved_views',
  'schema_compatibility',
  'schema_migrations',
  'second_factors',
  'sessions',
  'signal_frequencies',
  'unused_signals',
  'users',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
] as const;
export type TableName = (typeof TABLES)[number];

/** SQL text with `?` placeholders and macros. Values never become part of it: they are bound when it runs. */
export interface Sql {
  readonly text: string;
}

export interface Statement extends Sql {
  /** The table this statement writes, or null for a read: engines batch statements and invalidate caches by it. */
  readonly touches: TableName | null;
}

export interface Write extends Statement {
  readonly touches: TableName;
}

type Part = Sql | number | bigint;

type Tag<S extends Sql> = (strings: TemplateStringsArray, ...parts: readonly Part[]) => S;

function textOf(strings: TemplateStringsArray, parts: readonly Part[]): string {
  return String.raw({ raw: strings }, ...parts.map((part) => (typeof part === 'object' ? part.text : part)));
}

function write(head: string, table: TableName): Tag<Write> {
  return (strings, ...parts) => ({ text: `${head} ${textOf(strings, parts)}`, touches: table });
}

/** A fragment. Interpolates only other fragments, macros and numbers: a string does not compile. */
export const sql: Tag<Sql> = (strings, ...parts) => ({ text: textOf(strings, parts) });

/** ``select`id FROM events WHERE …` `` reads; it is also a fragment, for a subquery. */
export const select: Tag<Statement> = (strings, ...parts) => ({
  text: `SELECT ${textOf(strings, parts)}`,
  touches: null,
});

/** ``insertInto('accounts')`(columns) VALUES (…)` ``. */
export const insertInto = (table: TableName) => write(`INSERT INTO ${table}`, table);

/** Like `insertInto`, for tables whose triggers reject replaced rows (`macro.append_to`). */
export const appendTo = (table: TableName) => write(`{{append_to}} ${table}`, table);

/** ``update('accounts')`SET … WHERE …` ``. */
export const update = (table: TableName) => write(`UPDATE ${table}`, table);

/** ``deleteFrom('accounts')`WHERE …` ``. */
export const deleteFrom = (table: TableName) => write(`DELETE FROM ${table}`, table);

/** ``createTable('schema_migrations')`(columns)` ``, unless it exists. */
export const createTable = (table: TableName) => write(`CREATE TABLE IF NOT EXISTS ${table}`, table);

/** One identifier that code chooses, such as a column name. */
export function identifier(name: string): Sql {
  if (!/^\w+$/.test(name)) throw new Error(`not an SQL identifier: ${name}`);
  return { text: name };
}

/** `a, b, c`, or `t.a, t.b, t.c` with a table or alias. */
export function columns(names: readonly string[], table = ''): Sql {
  return list(names.map((name) => (table === '' ? identifier(name) : sql`${identifier(table)}.${identifier(name)}`)));
}

/** `?, ?, ?`. */
export function placeholders(count: number): Sql {
  return { text: Array(count).fill('?').join(', ') };
}

/** The fragments, separated by commas. */
export function list(parts: readonly Sql[]): Sql {
  return joined(parts, ', ');
}

/** The fragments, separated by a keyword or punctuation. */
export function joined(parts: readonly Sql[], separator: ', ' | ' AND ' | ' OR ' | ' UNION ALL '): Sql {
  return { text: parts.map(({ text }) => text).join(separator) };
}

/** No SQL at all, where a clause is optional. */
export const EMPTY: Sql = { text: '' };
