// Tests that outcome history is append-only: no SQL statement, route, erasure or retention changes an outcome. Both engines.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { applyRetention } from '../../src/flows/privacy/apply-retention.ts';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';

type Sql = (sql: string) => Promise<Record<string, unknown>[]>;

const COLUMNS = ['environment_id', 'submitted_at', 'revision', 'id', 'event_id', 'label', 'authentication_outcome'];
COLUMNS.push(
  'reason',
  'metadata',
  'submitted_by_type',
  'submitted_by_id',
  'submitted_by_name',
  'decision',
  'evaluation',
);
const NUMBERS = ['environment_id', 'submitted_at', 'revision'];
const EVERY = ['environment_id', 'is_current', ...COLUMNS.slice(1)];

/** Statements that would change history if the database allowed them, on both engines. */
const STATEMENTS = [
  ...COLUMNS.map((name) => `UPDATE outcomes SET ${name} = ${NUMBERS.includes(name) ? 7 : "'x'"}`),
  'UPDATE outcomes SET is_current = 1 WHERE is_current = 0',
  'UPDATE outcomes SET is_current = 2',
  'DELETE FROM outcomes',
  'DELETE FROM outcomes WHERE is_current = 0',
  `INSERT INTO outcomes (${EVERY}) SELECT ${EVERY} FROM outcomes WHERE is_current = 0
    ON CONFLICT (environment_id, id) DO UPDATE SET label = 'legitimate'`,
];
const ENGINE_STATEMENTS = {
  SQLite: [
    `REPLACE INTO outcomes (${EVERY}) SELECT ${EVERY.map((name) => (name === 'label' ? "'legitimate'" : name))} FROM outcomes`,
    `INSERT OR REPLACE INTO outcomes (${EVERY})
      SELECT ${EVERY.map((name) => (name === 'id' ? "'out_other'" : name))} FROM outcomes WHERE is_current = 0`,
    `INSERT OR REPLACE INTO outcomes (${EVERY})
      SELECT ${EVERY.map((name) => (name === 'id' ? "'out_other'" : name === 'revision' ? '99' : name))}
      FROM outcomes WHERE is_current = 1`,
    'UPDATE OR REPLACE outcomes SET revision = 1',
  ],
  PostgreSQL: ['TRUNCATE outcomes', 'TRUNCATE outcomes CASCADE'],
};

function testHistory(engine: 'SQLite' | 'PostgreSQL', store: Store, sql: Sql, close: () => Promise<void>) {
  describe(engine, async () => {
    after(close);
    let now = Date.UTC(2026, 2, 1);
    const server = await startTestServer({ store, clock: () => now });
    const event = await server.event(server.keys.test.secret, { event: 'login', account: { id: 'u_1' } });
    const id: string = event.json().data.id;
    for (const label of ['legitimate', 'account_takeover', 'unknown'])
      await request(server, 'POST', `${id}/outcome`, { label });
    const rows = () => sql('SELECT * FROM outcomes ORDER BY revision');
    const saved = await rows();

    test('rejects statements that edit, remove, replace or restore a row', async () => {
      assert.deepEqual([saved.length, saved.filter(({ is_current }) => is_current === 1).length], [3, 1]);
      for (const statement of [...STATEMENTS, ...ENGINE_STATEMENTS[engine]]) {
        await assert.rejects(sql(statement), /never|current again/, statement);
        assert.deepEqual(await rows(), saved, statement);
      }
    });

    test('offers no storage method that writes but those that append a revision', async () => {
      assert.deepEqual(Object.keys(store.outcomes).sort(), [
        'current',
        'history',
        'revise',
        'reviseEach',
        'unknownEvents',
      ]);
    });

    test('has no route that changes an outcome', async () => {
      const first = (await request(server, 'GET', `${id}/outcomes`)).json().data[0];
      for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
        for (const path of [`${id}/outcome`, `${id}/outcomes`, `${id}/outcomes/${first.id}`, id]) {
          const response = await request(server, method, path, { label: 'legitimate' });
          assert.ok([404, 405].includes(response.statusCode), `${method} ${path}: ${response.statusCode}`);
        }
      }
      assert.deepEqual(await rows(), saved);
    });

    test('leaves outcomes unchanged by erasure and retention', async () => {
      const { id: environment } = server.environments.test;
      const headers = { authorization: `Bearer ${server.sessions.owner}`, 'content-type': 'application/json' };
      const url = `/v1/environments/${environment}`;
      const limited = await server.request({
        method: 'PATCH',
        url,
        headers,
        payload: JSON.stringify({ retention_days: 30 }),
      });
      assert.equal(limited.statusCode, 200, limited.body);
      const erase = {
        method: 'POST',
        url: `${url}/accounts/u_1/erase`,
        headers: { authorization: headers.authorization },
      } as const;
      assert.equal((await server.request(erase)).statusCode, 200);
      now += 365 * DAY;
      await applyRetention(server.context);
      assert.deepEqual(await rows(), saved);
    });
  });
}

function request(server: TestServer, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
  return server.app.inject({
    method,
    url: `/v1/events/${path}`,
    headers: { authorization: `Bearer ${server.keys.test.secret}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { payload: JSON.stringify(body) }),
  });
}

const folder = mkdtempSync(join(tmpdir(), 'assay-history-'));
const path = join(folder, 'assay.db');
const embedded = await openSqlite({ path });
const onFile: Sql = async (sql) => {
  const database = new DatabaseSync(path);
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...(row as object) }));
  } finally {
    database.close();
  }
};
testHistory('SQLite', embedded, onFile, async () => {
  await embedded.close();
  rmSync(folder, { recursive: true });
});

const database = await freshDatabase();
const shared = await openPostgres({ url: database.url });
const client = new pg.Client({ connectionString: database.url });
await client.connect();
testHistory(
  'PostgreSQL',
  shared,
  async (sql) => (await client.query(sql)).rows,
  async () => {
    await client.end();
    await shared.close();
    await database.drop();
  },
);
