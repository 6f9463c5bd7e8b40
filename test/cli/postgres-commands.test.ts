// Tests that commands next to a service on PostgreSQL change no table and report an empty, an older or a foreign database.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { MIGRATIONS_DIR } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { freshDatabase, startPostgres } from '../postgres.ts';
import { assay, type CliOptions, withFolder } from './run-cli.ts';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const TABLES = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`;

/** Runs `work` with an empty database and the options of commands on it. */
async function withDatabase(work: (url: string, options: CliOptions, folder: string) => Promise<void>): Promise<void> {
  const database = await freshDatabase();
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    await work(database.url, { dataDir, environment: { DATABASE_URL: database.url } }, folder);
  }).finally(() => database.drop());
}

interface Check {
  name: string;
  status: string;
  detail: string;
}

async function doctorCheck(name: string, options: CliOptions): Promise<Check> {
  const { checks } = JSON.parse((await assay(['doctor', '--json'], options)).stdout) as { checks: Check[] };
  return checks.find((check) => check.name === name) ?? { name, status: 'none', detail: '' };
}

function storageCheck(options: CliOptions): Promise<Check> {
  return doctorCheck('storage', options);
}

test('doctor, backup and other commands leave an empty database empty', async () => {
  await withDatabase(async (url, options, folder) => {
    const none =
      /the database of DATABASE_URL \(.*\) has no tables of Assay: start the service once, or check DATABASE_URL/;
    const { status, detail } = await storageCheck(options);
    assert.equal(status, 'warning');
    assert.match(detail, none);
    for (const args of [
      ['keys', 'list'],
      ['rollup', 'rebuild'],
      ['backup', join(folder, 'backup.db')],
    ]) {
      const { code, stderr } = await assay(args, options);
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, none);
    }
    assert.deepEqual(await query(url, TABLES), []);
    assert.deepEqual(readdirSync(folder), ['data']);
    assert.equal((await assay(['setup', '--organization', 'Acme'], options)).code, 0, 'setup creates the tables');
    assert.equal((await storageCheck(options)).status, 'ok');
  });
});

test('doctor and other commands do not upgrade the database that older processes use', async () => {
  await withDatabase(async (url, options, folder) => {
    const older = join(folder, 'migrations');
    cpSync(MIGRATIONS_DIR, older, { recursive: true });
    const newest = readdirSync(older).sort().at(-1) as string;
    rmSync(join(older, newest));
    await (await openPostgres({ url, migrationsDir: older })).close();
    const applied = () => query(url, 'SELECT version FROM schema_migrations ORDER BY version');
    const before = await applied();
    const message = 'the database is older than this program: start the service, or run `migrate`, first';
    assert.deepEqual(await storageCheck(options), { name: 'storage', status: 'failed', detail: message });
    const { code, stderr } = await assay(['keys', 'list'], options);
    assert.deepEqual([code, stderr], [1, `assay: ${message}\n`]);
    assert.deepEqual(await applied(), before);
    assert.equal((await assay(['migrate'], options)).code, 0);
    assert.equal((await storageCheck(options)).status, 'ok');
    // Older programs did not record which programs their migrations work with.
    await query(url, 'DROP TABLE schema_compatibility');
    assert.equal((await storageCheck(options)).detail, message);
  });
});

test('a database that the server does not have is wrong configuration', async () => {
  await withDatabase(async (url, { dataDir }) => {
    const missing = { dataDir, environment: { DATABASE_URL: `${url}_none`, PORT: '0' } };
    for (const args of [['keys', 'list'], ['migrate'], ['serve']]) {
      const { code, stderr } = await assay(args, missing);
      assert.equal(code, 2, args.join(' '));
      assert.match(
        stderr,
        /^assay: the database of DATABASE_URL \(.*\) cannot be reached: database ".*_none" does not exist\n$/,
      );
    }
    assert.equal((await storageCheck(missing)).status, 'failed');
  });
});

test('migrate says that the tables of another program are in the way', async () => {
  await withDatabase(async (url, options) => {
    await query(url, 'CREATE TABLE events (id INT)');
    const { code, stderr } = await assay(['migrate'], options);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /has tables of another program \(relation "events" already exists\): use an empty database\n$/,
    );
    assert.deepEqual(await query(url, TABLES), [{ table_name: 'events' }]);
  });
});

test('doctor compares the clock with that of the server', async () => {
  await withDatabase(async (_url, options) => {
    assert.equal((await assay(['setup', '--organization', 'Acme'], options)).code, 0);
    const clockCheck = (offset: number) => {
      const shift = `data:text/javascript,const{now}=Date;Date.now=()=>now()+${offset}`;
      const environment = { ...options.environment, NODE_OPTIONS: `--import=${shift}` };
      return doctorCheck('clock', { ...options, environment });
    };
    assert.equal((await clockCheck(0)).status, 'ok');
    for (const [offset, skew] of [
      [3_600_000, /36\d\d s ahead of that of PostgreSQL/],
      [-3_600_000, /3[56]\d\d s behind that of PostgreSQL/],
    ] as const) {
      const { status, detail } = await clockCheck(offset);
      assert.equal(status, 'warning');
      assert.match(detail, skew);
    }
  });
});

test('doctor names the indexes that an interrupted build has left', async () => {
  await withDatabase(async (url, options) => {
    assert.equal((await assay(['setup', '--organization', 'Acme'], options)).code, 0);
    assert.equal((await doctorCheck('indexes', options)).status, 'none');
    // The organization has two environments.
    const unique = 'CREATE UNIQUE INDEX CONCURRENTLY interrupted ON environments (organization_id)';
    await assert.rejects(query(url, unique), /could not create unique index/);
    const { status, detail } = await doctorCheck('indexes', options);
    assert.equal(status, 'warning');
    assert.match(detail, /^an interrupted build has left interrupted, which slow down every write/);
  });
});

test('doctor names no index that another role is building', async () => {
  await withDatabase(async (url, options) => {
    assert.equal((await assay(['setup', '--organization', 'Acme'], options)).code, 0);
    const role = `service_${randomBytes(4).toString('hex')}`;
    await query(url, `CREATE ROLE ${role} LOGIN`);
    await query(url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    const reader = new pg.Client(url);
    const builder = new pg.Client(url);
    await reader.connect();
    await builder.connect();
    try {
      // The build waits for this transaction, with its index in the catalog.
      await reader.query('BEGIN; LOCK TABLE environments IN ROW EXCLUSIVE MODE');
      const built = builder.query('CREATE INDEX CONCURRENTLY being_built ON environments (organization_id)');
      const isBegun = `SELECT 1 FROM pg_class WHERE relname = 'being_built'`;
      while ((await query(url, isBegun)).length === 0) await pause(20);
      const service = new URL(url);
      service.username = role;
      const environment = { ...options.environment, DATABASE_URL: service.href };
      assert.equal((await doctorCheck('storage', { ...options, environment })).status, 'ok');
      assert.equal((await doctorCheck('indexes', { ...options, environment })).status, 'none');
      await reader.query('ROLLBACK');
      await built;
    } finally {
      await reader.end();
      await builder.end();
      await query(url, `DROP OWNED BY ${role}`);
      await query(url, `DROP ROLE ${role}`);
    }
  });
});

test('commands say why the server refuses what they need', async () => {
  await withDatabase(async (url, options) => {
    assert.equal((await assay(['setup', '--organization', 'Acme'], options)).code, 0);
    const name = `limited_${new URL(url).pathname.slice(-12)}`;
    await query(
      url,
      `CREATE ROLE ${name} LOGIN PASSWORD 'limited'; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}`,
    );
    await query(url, `REVOKE SELECT ON users FROM ${name}`);
    const limited = new URL(url);
    [limited.username, limited.password] = [name, 'limited'];
    const asLimited = { ...options, environment: { DATABASE_URL: limited.href } };
    const { code, stderr } = await assay(['members', 'list'], asLimited);
    assert.equal(code, 1);
    assert.equal(stderr, 'assay: the database cannot accept this now: permission denied for table users\n');
    assert.match((await storageCheck(asLimited)).detail, /: permission denied for table users$/);
    await query(url, `DROP OWNED BY ${name}; DROP ROLE ${name}`);
  });
});

test('doctor says what a server that does not flush its log can lose', async () => {
  const server = await startPostgres({ settings: { fsync: 'off', full_page_writes: 'on' } });
  try {
    await (await openPostgres({ url: server.url })).close();
    await withFolder(async (dataDir) => {
      const options = { dataDir, environment: { DATABASE_URL: server.url } };
      const { checks } = JSON.parse((await assay(['doctor', '--json'], options)).stdout);
      const detail = 'PostgreSQL has fsync off, so a power failure can lose acknowledged events or damage the database';
      const found = checks.find(({ name }: { name: string }) => name === 'durability');
      assert.deepEqual(found, { name: 'durability', status: 'warning', detail });
    });
  } finally {
    await server.stop();
  }
});

test('doctor says that commits wait for a synchronous standby that is missing', async () => {
  const server = await startPostgres();
  try {
    await (await openPostgres({ url: server.url })).close();
    await query(server.url, "ALTER SYSTEM SET synchronous_standby_names = 'missing'");
    await query(server.url, 'SELECT pg_reload_conf()');
    while ((await query(server.url, 'SHOW synchronous_standby_names'))[0]?.synchronous_standby_names !== 'missing');
    await withFolder(async (dataDir) => {
      const { code, stdout } = await assay(['doctor', '--json'], {
        dataDir,
        environment: { DATABASE_URL: server.url },
      });
      assert.equal(code, 1);
      const found = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'commits');
      assert.equal(found.status, 'failed');
      assert.match(found.detail, /^commits wait for a synchronous standby .*: start the standby, or remove it from/);
    });
  } finally {
    await server.stop();
  }
});

test('doctor says which session keeps VACUUM from making transaction ids reusable', async () => {
  const limits = { autovacuum_freeze_max_age: '100000', autovacuum_multixact_freeze_max_age: '10000' };
  const server = await startPostgres({ settings: limits });
  const old = new pg.Client({ connectionString: server.url });
  try {
    await (await openPostgres({ url: server.url })).close();
    await withFolder(async (dataDir) => {
      const options = { dataDir, environment: { DATABASE_URL: server.url } };
      await old.connect();
      await old.query('BEGIN');
      const { rows } = await old.query('SELECT pg_backend_pid() AS pid, pg_current_xact_id()');
      assert.equal((await doctorCheck('transaction ids', options)).status, 'none');
      // A subtransaction that writes takes an id.
      const loop = 'FOR n IN 1..50000 LOOP BEGIN INSERT INTO t VALUES (n); EXCEPTION WHEN others THEN END; END LOOP';
      const burn = `CREATE TEMP TABLE t (n INT); DO $$ BEGIN ${loop}; END $$`;
      for (let n = 0; n < 5; n += 1) await query(server.url, burn);
      const { status, detail } = await doctorCheck('transaction ids', options);
      assert.equal(status, 'warning');
      assert.match(
        detail,
        /^the oldest ids of transactions in database \w+ are 2\d\d,\d{3} transactions old, and at 2,144 million, /,
      );
      assert.ok(detail.endsWith(`: the session of process ${rows[0].pid} holds them: end it, then run VACUUM there`));
    });
  } finally {
    await old.end();
    await server.stop();
  }
});
