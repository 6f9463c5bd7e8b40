// History never changes: no statement, no route, no erasure and no retention edits or removes an outcome. Both engines.
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

type Console = (sql: string) => Promise<Record<string, unknown>[]>;

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

/** Statements that would change history if they could, on both engines. */
const STATEMENTS = [
  ...COLUMNS.map((name) => `UPDATE outcomes SET ${name} = ${NUMBERS.includes(name) ? 7 : "'x'"}`),
  'UPDATE outcomes SET is_current = 1 WHERE is_current = 0',
  'UPDATE outcomes SET is_current = 2',
  'DELETE FROM outcomes',
  'DELETE FROM outcomes WHERE is_current = 0',
  `INSERT INTO outcomes (${EVERY}) SELECT ${EVERY} FROM outcomes WHERE is_current = 0
    ON CONFLICT (environment_id, id) DO UPDATE SET label = 'legitimate'`,
];
const OF_ONE_ENGINE = {
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

function historyContract(engine: 'SQLite' | 'PostgreSQL', store: Store, console: Console, close: () => Promise<void>) {
  describe(engine, async () => {
    after(close);
    let now = Date.UTC(2026, 2, 1);
    const door = await startTestServer({ store, clock: () => now });
    const event = await door.event(door.keys.test.secret, { event: 'login', account: { id: 'u_1' } });
    const id: string = event.json().data.id;
    for (const label of ['legitimate', 'account_takeover', 'unknown'])
      await ask(door, 'POST', `${id}/outcome`, { label });
    const rows = () => console('SELECT * FROM outcomes ORDER BY revision');
    const kept = await rows();

    test('no statement edits, removes, replaces or revives a row', async () => {
      assert.deepEqual([kept.length, kept.filter(({ is_current }) => is_current === 1).length], [3, 1]);
      for (const sql of [...STATEMENTS, ...OF_ONE_ENGINE[engine]]) {
        await assert.rejects(console(sql), /never|current again/, sql);
        assert.deepEqual(await rows(), kept, sql);
      }
    });

    test('no method of storage but the one that appends writes', async () => {
      assert.deepEqual(Object.keys(store.outcomes).sort(), ['current', 'history', 'revise']);
    });

    test('no route changes what was said', async () => {
      const first = (await ask(door, 'GET', `${id}/outcomes`)).json().data[0];
      for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
        for (const path of [`${id}/outcome`, `${id}/outcomes`, `${id}/outcomes/${first.id}`, id]) {
          const answer = await ask(door, method, path, { label: 'legitimate' });
          assert.ok([404, 405].includes(answer.statusCode), `${method} ${path}: ${answer.statusCode}`);
        }
      }
      assert.deepEqual(await rows(), kept);
    });

    test('neither erasure nor retention touches an outcome', async () => {
      const { id: environment } = door.environments.test;
      const headers = { authorization: `Bearer ${door.sessions.owner}`, 'content-type': 'application/json' };
      const url = `/v1/environments/${environment}`;
      const kept30 = await door.ask({ method: 'PATCH', url, headers, payload: JSON.stringify({ retention_days: 30 }) });
      assert.equal(kept30.statusCode, 200, kept30.body);
      const erase = {
        method: 'POST',
        url: `${url}/accounts/u_1/erase`,
        headers: { authorization: headers.authorization },
      } as const;
      assert.equal((await door.ask(erase)).statusCode, 200);
      now += 365 * DAY;
      await applyRetention(door.context);
      assert.deepEqual(await rows(), kept);
    });
  });
}

function ask(door: TestServer, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
  return door.app.inject({
    method,
    url: `/v1/events/${path}`,
    headers: { authorization: `Bearer ${door.keys.test.secret}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { payload: JSON.stringify(body) }),
  });
}

const folder = mkdtempSync(join(tmpdir(), 'assay-history-'));
const path = join(folder, 'assay.db');
const embedded = await openSqlite({ path });
const onFile: Console = async (sql) => {
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
historyContract('SQLite', embedded, onFile, async () => {
  await embedded.close();
  rmSync(folder, { recursive: true });
});

const database = await freshDatabase();
const shared = await openPostgres({ url: database.url });
const client = new pg.Client({ connectionString: database.url });
await client.connect();
historyContract(
  'PostgreSQL',
  shared,
  async (sql) => (await client.query(sql)).rows,
  async () => {
    await client.end();
    await shared.close();
    await database.drop();
  },
);
