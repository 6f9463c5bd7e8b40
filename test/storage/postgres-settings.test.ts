// Tests PostgreSQL with other settings: of a server, role or database, an encoding, a refused login, a lock, a sequence at its end.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { exportPostgres } from '../../src/storage/backup/postgres-export.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { withFolder } from '../cli/run-cli.ts';
import { memberClient } from '../control/member-client.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase, startPostgres } from '../postgres.ts';

const { url, drop } = await freshDatabase();
after(drop);

async function setDefaults(settings: Record<string, string>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const database = new URL(url).pathname.slice(1);
  await client.query('SET default_transaction_read_only = off');
  await client.query(`ALTER DATABASE ${database} RESET ALL`);
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`ALTER DATABASE ${database} SET ${name} = '${value}'`);
  }
  await client.end();
}

test('timeouts and isolation are those of the service', async () => {
  const timeouts = { lock_timeout: '1s', idle_session_timeout: '1min' };
  await setDefaults({ ...timeouts, default_transaction_isolation: 'serializable' });
  const pool = openPool({ url, size: 1, plans: 'keyed' });
  const { rows } = await pool.query(
    `SELECT ${[...Object.keys(timeouts), 'transaction_isolation'].map((name) => `current_setting('${name}') AS ${name}`)}`,
  );
  await pool.end();
  assert.deepEqual(rows, [{ lock_timeout: '0', idle_session_timeout: '0', transaction_isolation: 'read committed' }]);
});

test('commits stay durable when the server is reconfigured', async () => {
  const server = await startPostgres();
  const pool = openPool({ url: server.url, size: 1, plans: 'keyed' });
  const admin = new pg.Client(server.url);
  try {
    const settings = async () =>
      (
        await pool.query(`SELECT current_setting('synchronous_commit') AS commits,
      current_setting('transaction_timeout', true) AS timeout, pg_backend_pid() AS process`)
      ).rows[0];
    const before = await settings();
    await admin.connect();
    await admin.query('ALTER SYSTEM SET synchronous_commit = off');
    await admin.query('ALTER SYSTEM SET transaction_timeout = 1000');
    await admin.query('SELECT pg_reload_conf()');
    while ((await admin.query('SHOW synchronous_commit')).rows[0].synchronous_commit === 'on');
    assert.deepEqual(await settings(), before);
  } finally {
    await pool.end();
    await admin.end();
    await server.stop();
  }
});

test('events of one account at once are all stored where transactions are serializable by default', async () => {
  await setDefaults({ default_transaction_isolation: 'serializable' });
  const server = await startTestServer({ store: await openPostgres({ url }) });
  const events = Array.from({ length: 100 }, (_, n) =>
    server.event(server.keys.test.secret, { event: 'login', account: { id: `u_${n % 10}` } }),
  );
  const statuses = (await Promise.all(events)).map(({ statusCode }) => statusCode);
  assert.deepEqual(new Set(statuses), new Set([201]));
  await server.close();
});

test('numbers and nulls are stored, read and backed up as they are', async () => {
  await setDefaults({ extra_float_digits: '-5', array_nulls: 'off' });
  const server = await startTestServer({ store: await openPostgres({ url }) });
  const events = Array.from({ length: 40 }, (_, n) =>
    server.event(server.keys.test.secret, { event: 'login', account: { id: `null_${n}` } }),
  );
  for (const { statusCode } of await Promise.all(events)) assert.equal(statusCode, 201);
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(`SELECT count(DISTINCT e.xmin::text)::int AS transactions FROM events e
    JOIN accounts a USING (environment_id, account_key) WHERE a.external_id LIKE 'null\\_%'`);
  assert.ok(rows[0].transactions < 40, 'events share transactions');
  await client.query('INSERT INTO login_limits (bucket, at, digest) VALUES (7, 1772366400123.25, 0)');
  await client.end();
  await server.close();
  await withFolder(async (folder) => {
    const path = join(folder, 'backup.db');
    await exportPostgres(url, path);
    const file = new DatabaseSync(path);
    assert.deepEqual(
      { ...(file.prepare('SELECT at FROM login_limits WHERE bucket = 7').get() as object) },
      {
        at: 1772366400123.25,
      },
    );
    file.close();
  });
  await setDefaults({});
});

test('an environment beyond the last number is refused for an operator, not as a defect', async () => {
  const server = await startTestServer({ store: await openPostgres({ url }) });
  const client = new pg.Client(url);
  await client.connect();
  const sequence = `pg_get_serial_sequence('environments', 'number')`;
  const { rows } = await client.query('SELECT max(number) AS last FROM environments');
  // The number after the first of these would be rounded to that of another environment.
  for (const last of ['9007199254740991', '9223372036854775807']) {
    await client.query(`SELECT setval(${sequence}, ${last})`);
    const created = await memberClient(server)('POST', '/v1/environments', { name: 'Last', kind: 'live' });
    assert.deepEqual([created.statusCode, created.json().code], [503, 'storage_unavailable']);
  }
  assert.match(server.log.join(''), /no number up to 9007199254740991 left for an environment/);
  assert.deepEqual((await client.query('SELECT max(number) AS last FROM environments')).rows, rows);
  await client.query(`SELECT setval(${sequence}, ${rows[0].last})`);
  await client.end();
  await server.close();
});

test('a start that the server refuses names the server and the reason', async () => {
  const place = 'the database of DATABASE_URL \\(127\\.0\\.0\\.1:\\d+\\) cannot be used';
  await setDefaults({ default_transaction_read_only: 'on' });
  await assert.rejects(openPostgres({ url }), new RegExp(`${place}: it is read-only`));
  const certificates = `${url}?sslrootcert=/nowhere/ca.pem`;
  await assert.rejects(
    openPostgres({ url: certificates }),
    /DATABASE_URL cannot be reached: .* open '\/nowhere\/ca.pem'$/,
  );
  await setDefaults({ search_path: 'nowhere' });
  await assert.rejects(openPostgres({ url }), new RegExp(`${place}: no schema has been selected`));
  await setDefaults({});
});

test('a role that may not create tables starts on those of another role, but not on a read-only database', async () => {
  await setDefaults({});
  await (await openPostgres({ url })).close();
  const administrator = new pg.Client(url);
  await administrator.connect();
  await administrator.query(`CREATE ROLE data_only LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO data_only;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO data_only`);
  const asRole = new URL(url);
  asRole.username = 'data_only';
  const server = await startTestServer({ store: await openPostgres({ url: asRole.href }) });
  const event = await server.event(server.keys.test.secret, { event: 'login', account: { id: 'data_only' } });
  assert.equal(event.statusCode, 201);
  await server.close();
  await setDefaults({ default_transaction_read_only: 'on' });
  await assert.rejects(openPostgres({ url: asRole.href }), /cannot be used: it is read-only$/);
  await setDefaults({});
  await administrator.query('DROP OWNED BY data_only; DROP ROLE data_only');
  await administrator.end();
});

test('an encoding that cannot store every text is refused', async () => {
  const client = new pg.Client(url);
  await client.connect();
  const latin = new URL(url);
  latin.pathname += '_latin1';
  const name = latin.pathname.slice(1);
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`);
  await assert.rejects(
    openPostgres({ url: latin.href }),
    /DATABASE_URL \(127\.0\.0\.1:\d+\) has the encoding LATIN1, /,
  );
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await client.end();
});

test('a start that waits for a lock says so, and goes on with the lock', async () => {
  await (await openPostgres({ url })).close();
  const other = new pg.Client(url);
  await other.connect();
  await other.query('BEGIN; LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE');
  const { started, text } = await new Promise<{ started: ReturnType<typeof openPostgres>; text: string }>((resolve) => {
    const waiting: ReturnType<typeof openPostgres> = openPostgres({
      url,
      waitNotice: { afterMs: 50, onWait: (text) => resolve({ started: waiting, text }) },
    });
  });
  assert.match(
    text,
    /^still waiting for the schema in the database of DATABASE_URL \(127\.0\.0\.1:\d+\): .* locked a table/,
  );
  await other.query('ROLLBACK');
  await (await started).close();
  await other.end();
});
