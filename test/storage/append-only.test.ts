// Tests append-only tables: no statement edits, deletes, replaces or empties them, on either engine, even from a console.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import { type DatabaseLocation, openTables } from '../../bench/seed/tables.ts';
import type { Row } from '../../src/storage/engine.ts';
import { onBothDatabases } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

/** Each table with its keys and a column to edit. */
const TABLES = {
  events: { keys: ['environment_id', 'id'], edit: 'score' },
  event_details: { keys: ['environment_id', 'event_id'], edit: 'confidence' },
  resolution_texts: { keys: ['environment_id', 'digest'], edit: 'body' },
  policies: { keys: ['environment_id', 'version'], edit: 'rules' },
  outcomes: { keys: ['environment_id', 'id'], edit: 'reason' },
  audit_entries: { keys: ['organization_id', 'sequence'], edit: 'after_text' },
} as const;
type Table = keyof typeof TABLES;
/** Tables with a rowid, by which REPLACE could also match a row. */
const WITH_ROWID: readonly Table[] = ['events', 'event_details', 'resolution_texts', 'outcomes'];

/** Runs one statement directly on the database. */
async function execute(location: DatabaseLocation, sql: string): Promise<void> {
  if (location.engine === 'sqlite') {
    const database = new DatabaseSync(location.path);
    try {
      database.exec(sql);
    } finally {
      database.close();
    }
    return;
  }
  const tables = await openTables(location);
  await tables.all(sql).finally(() => tables.close());
}

function statements(engine: DatabaseLocation['engine'], table: Table, columns: readonly string[]): string[] {
  const { keys, edit } = TABLES[table];
  const number = edit === 'score' || edit === 'confidence';
  const other = number ? '7' : `'["other"]'`;
  const edited = columns.map((column) => (column === edit ? other : column));
  const always = [`UPDATE ${table} SET ${edit} = ${other}`, `DELETE FROM ${table}`];
  if (engine === 'postgres') return [...always, `TRUNCATE ${table}`, `TRUNCATE ${table} CASCADE`];
  const replaced = [
    `REPLACE INTO ${table} (${columns}) SELECT ${edited} FROM ${table}`,
    `INSERT OR REPLACE INTO ${table} (${columns}) SELECT ${edited} FROM ${table}`,
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${table} WHERE true
      ON CONFLICT (${keys}) DO UPDATE SET ${edit} = ${other}`,
    `UPDATE OR REPLACE ${table} SET ${keys[1]} = (SELECT max(${keys[1]}) FROM ${table})`,
  ];
  if (!WITH_ROWID.includes(table)) return [...always, ...replaced];
  const moved = columns.map((column) => (column === keys[1] ? `'another'` : column === 'revision' ? '99' : column));
  return [
    ...always,
    ...replaced,
    `REPLACE INTO ${table} (rowid, ${columns}) SELECT rowid, ${moved} FROM ${table} LIMIT 1`,
    `UPDATE OR REPLACE ${table} SET rowid = (SELECT max(rowid) FROM ${table})`,
    `UPDATE ${table} SET _rowid_ = _rowid_ + 1000`,
  ];
}

await onBothDatabases(async ({ store, location }) => {
  const server = await startTestServer({ store });
  const reader = await openTables(location);
  const rowsOf = (table: Table): Promise<Row[]> => reader.all(`SELECT * FROM ${table} ORDER BY ${TABLES[table].keys}`);

  test('rejects every statement that changes append-only rows', async (t) => {
    t.after(() => reader.close());
    const session = { authorization: `Bearer ${server.sessions.owner}`, 'content-type': 'application/json' };
    const { id: environment } = server.environments.test;
    for (const account of ['u_1', 'u_2']) {
      const sent = await server.event(server.keys.test.secret, { event: 'login', account: { id: account } });
      for (const label of ['legitimate', 'unknown']) {
        const url = `/v1/events/${sent.json().data.id}/outcome`;
        const submitted = await server.request({
          method: 'POST',
          url,
          headers: session,
          payload: JSON.stringify({ label }),
        });
        assert.equal(submitted.statusCode, 201, submitted.body);
      }
    }
    for (const allowMax of [1, 2]) {
      const url = `/v1/environments/${environment}/policy/thresholds`;
      const payload = JSON.stringify({ allow_max: allowMax, monitor_max: 50, challenge_max: 80 });
      const changed = await server.request({ method: 'PUT', url, headers: session, payload });
      assert.equal(changed.statusCode, 200, changed.body);
    }
    for (const table of Object.keys(TABLES) as Table[]) {
      const stored = await rowsOf(table);
      assert.ok(stored.length > (table === 'resolution_texts' ? 0 : 1), `${table} contains ${stored.length} rows`);
      for (const sql of statements(location.engine, table, Object.keys(stored[0] as Row))) {
        await assert.rejects(execute(location, sql), /never (?:edited|deleted|replaced)/, sql);
        assert.deepEqual(await rowsOf(table), stored, sql);
      }
    }
  });
});
