// What is kept for ever is not edited, removed, replaced or emptied by any statement, on either engine, also by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import { openTables, type Place } from '../../bench/seed/tables.ts';
import type { Row } from '../../src/storage/engine.ts';
import { onBothDatabases } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

/** Each table with its keys, and a column that makes an edit. */
const TABLES = {
  events: { keys: ['environment_id', 'id'], said: 'score' },
  event_details: { keys: ['environment_id', 'event_id'], said: 'confidence' },
  resolution_texts: { keys: ['environment_id', 'digest'], said: 'body' },
  policies: { keys: ['environment_id', 'version'], said: 'rules' },
  outcomes: { keys: ['environment_id', 'id'], said: 'reason' },
  audit_entries: { keys: ['organization_id', 'sequence'], said: 'after_text' },
} as const;
type Table = keyof typeof TABLES;
/** Tables whose rows have numbers of their own, by which REPLACE would find a row too. */
const NUMBERED: readonly Table[] = ['events', 'event_details', 'resolution_texts', 'outcomes'];

/** One statement as a person with a console would run it. */
async function byHand(place: Place, sql: string): Promise<void> {
  if (place.engine === 'sqlite') {
    const database = new DatabaseSync(place.path);
    try {
      database.exec(sql);
    } finally {
      database.close();
    }
    return;
  }
  const tables = await openTables(place);
  await tables.all(sql).finally(() => tables.close());
}

function statements(engine: Place['engine'], table: Table, columns: readonly string[]): string[] {
  const { keys, said } = TABLES[table];
  const number = said === 'score' || said === 'confidence';
  const other = number ? '7' : `'["other"]'`;
  const edited = columns.map((column) => (column === said ? other : column));
  const always = [`UPDATE ${table} SET ${said} = ${other}`, `DELETE FROM ${table}`];
  if (engine === 'postgres') return [...always, `TRUNCATE ${table}`, `TRUNCATE ${table} CASCADE`];
  const replaced = [
    `REPLACE INTO ${table} (${columns}) SELECT ${edited} FROM ${table}`,
    `INSERT OR REPLACE INTO ${table} (${columns}) SELECT ${edited} FROM ${table}`,
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${table} WHERE true
      ON CONFLICT (${keys}) DO UPDATE SET ${said} = ${other}`,
    `UPDATE OR REPLACE ${table} SET ${keys[1]} = (SELECT max(${keys[1]}) FROM ${table})`,
  ];
  if (!NUMBERED.includes(table)) return [...always, ...replaced];
  const moved = columns.map((column) => (column === keys[1] ? `'another'` : column === 'revision' ? '99' : column));
  return [
    ...always,
    ...replaced,
    `REPLACE INTO ${table} (rowid, ${columns}) SELECT rowid, ${moved} FROM ${table} LIMIT 1`,
    `UPDATE OR REPLACE ${table} SET rowid = (SELECT max(rowid) FROM ${table})`,
    `UPDATE ${table} SET _rowid_ = _rowid_ + 1000`,
  ];
}

await onBothDatabases(async ({ store, place }) => {
  const door = await startTestServer({ store });
  const reader = await openTables(place);
  const rowsOf = (table: Table): Promise<Row[]> => reader.all(`SELECT * FROM ${table} ORDER BY ${TABLES[table].keys}`);

  test('no statement changes what is kept for ever', async (t) => {
    t.after(() => reader.close());
    const session = { authorization: `Bearer ${door.sessions.owner}`, 'content-type': 'application/json' };
    const { id: environment } = door.environments.test;
    for (const account of ['u_1', 'u_2']) {
      const sent = await door.event(door.keys.test.secret, { event: 'login', account: { id: account } });
      for (const label of ['legitimate', 'unknown']) {
        const url = `/v1/events/${sent.json().data.id}/outcome`;
        const said = await door.ask({ method: 'POST', url, headers: session, payload: JSON.stringify({ label }) });
        assert.equal(said.statusCode, 201, said.body);
      }
    }
    for (const allowMax of [1, 2]) {
      const url = `/v1/environments/${environment}/policy/thresholds`;
      const payload = JSON.stringify({ allow_max: allowMax, monitor_max: 50, challenge_max: 80 });
      const changed = await door.ask({ method: 'PUT', url, headers: session, payload });
      assert.equal(changed.statusCode, 200, changed.body);
    }
    for (const table of Object.keys(TABLES) as Table[]) {
      const kept = await rowsOf(table);
      assert.ok(kept.length > (table === 'resolution_texts' ? 0 : 1), `${table} holds ${kept.length} rows`);
      for (const sql of statements(place.engine, table, Object.keys(kept[0] as Row))) {
        await assert.rejects(byHand(place, sql), /never (?:edited|deleted|replaced)/, sql);
        assert.deepEqual(await rowsOf(table), kept, sql);
      }
    }
  });
});
