// Reads all rows that events write on PostgreSQL, for comparing two environments or databases.
import type pg from 'pg';

const TABLES = [
  'accounts account_devices account_networks client_signals device_ids device_keys device_profiles devices event_details',
  'event_signals events fingerprint_accounts idempotency_keys resolution_texts rollup_queue sessions',
  'webhook_deliveries',
].flatMap((line) => line.split(' '));
/** Counters are spread over rows by connection. */
const COUNTERS = [
  '(SELECT environment_id, span, start, kind, sum(count) AS count FROM failure_counts GROUP BY 1, 2, 3, 4)',
  '(SELECT environment_id, key, sum(count) AS count FROM signal_frequencies GROUP BY 1, 2)',
];

/** The sorted rows of an environment by table, without the environment's number. */
export async function rowsOfEvents(client: pg.Client, environmentNumber: number): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of [...TABLES, ...COUNTERS]) {
    const found = await client.query(
      `SELECT (to_jsonb(t) - 'environment_id')::text AS row FROM ${table} t WHERE environment_id = $1 ORDER BY 1`,
      [environmentNumber],
    );
    rows[table] = found.rows.map(({ row }) => row);
  }
  return rows;
}
