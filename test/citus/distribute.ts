// `assay distribute` and `assay doctor` on a cluster.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { distributeTables, placementProblems } from '../../src/storage/citus/placement.ts';
import { MIGRATIONS_DIR } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { assay } from '../cli/run-cli.ts';
import { connected, createOnCluster, dropOnCluster, nodesOf } from './cluster.ts';

const cluster = process.env.TEST_CITUS_URL as string;
const name = `assay_test_${randomBytes(6).toString('hex')}`;
const dataDir = mkdtempSync(join(tmpdir(), 'assay-distribute-'));
let url: string;
const run = (args: string[], databaseUrl = url) => assay(args, { dataDir, environment: { DATABASE_URL: databaseUrl } });
const clusterCheck = async () => {
  const { stdout } = await run(['doctor', '--json']);
  return (JSON.parse(stdout).checks as { name: string; status: string; detail: string }[]).find(
    (check) => check.name === 'cluster',
  );
};

before(async () => {
  url = await createOnCluster(cluster, name);
});
after(async () => {
  await dropOnCluster(cluster, name);
  rmSync(dataDir, { recursive: true });
});

test('refuses a database that is in use or has events, and changes nothing', async () => {
  await (await openPostgres({ url })).close();
  const session = new pg.Client({ connectionString: url, application_name: 'assay' });
  await session.connect();
  const used = await run(['distribute', '--shards', '4']);
  assert.deepEqual([used.code, used.stdout], [1, '']);
  assert.match(used.stderr, /assay: the service is running on this database: stop every process first\n$/);
  await session.end();
  await connected(url, async (client) => {
    const { rows } = await client.query(`SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_name = 'events' AND is_nullable = 'NO'`);
    const values = rows.map(({ type }) => (type === 'text' ? "''" : '0'));
    await client.query(`INSERT INTO events (${rows.map((row) => row.name).join(', ')}) VALUES (${values.join(', ')})`);
    const refused = await run(['distribute']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /has events already, and only a new one can be distributed/);
    assert.equal((await client.query('SELECT 1 FROM pg_dist_partition')).rowCount, 0);
    await client.query('SET session_replication_role = replica');
    await client.query('DELETE FROM events');
  });
  assert.equal((await clusterCheck())?.status, 'warning');
});

test('distributes a new database, may run again, and doctor verifies the result', async () => {
  const first = await run(['distribute', '--shards', '4', '--json']);
  assert.equal(first.code, 0, first.stderr);
  const { distributed, shards } = JSON.parse(first.stdout) as { distributed: string[]; shards: Record<string, number> };
  assert.ok(distributed.length > 30 && distributed[0] === 'events');
  assert.deepEqual(Object.values(shards), [2, 2]);
  const again = await run(['distribute', '--json']);
  assert.deepEqual(JSON.parse(again.stdout), { distributed: [], shards });
  assert.equal((await clusterCheck())?.status, 'ok');
  for (const node of await nodesOf(url)) {
    const { rows } = await connected(node, (client) => client.query('SHOW citus.enable_unsafe_triggers'));
    assert.deepEqual(rows, [{ 'citus.enable_unsafe_triggers': 'on' }]);
  }
});

test('doctor fails when a table has left the placement', async () => {
  await connected(url, (client) => client.query(`SELECT undistribute_table('outcome_batches')`));
  const check = await clusterCheck();
  assert.equal(check?.status, 'failed');
  assert.match(check?.detail ?? '', /outcome_batches is not distributed: run assay distribute/);
  const again = await run(['distribute', '--json']);
  assert.deepEqual(JSON.parse(again.stdout).distributed, ['outcome_batches']);
  assert.equal((await clusterCheck())?.status, 'ok');
});

/** The first real migration of a distributed database; 16 and 17 add tables, a column and an index. */
const BEFORE_UPGRADE = 15;

test('a distributed database is upgraded: new tables are placed, columns and indexes reach every shard', async () => {
  const upgraded = `${name}_upgraded`;
  const old = mkdtempSync(join(tmpdir(), 'assay-migrations-'));
  for (const file of readdirSync(MIGRATIONS_DIR))
    if (Number.parseInt(file, 10) <= BEFORE_UPGRADE) cpSync(join(MIGRATIONS_DIR, file), join(old, file));
  const own = await createOnCluster(cluster, upgraded);
  try {
    await (await openPostgres({ url: own, migrationsDir: old })).close();
    await connected(own, (client) => distributeTables(client, 4));
    await (await openPostgres({ url: own })).close();
    const problems = await connected(own, placementProblems);
    assert.deepEqual(problems, []);
    const { rows } = await connected(own, (client) =>
      client.query(`SELECT count(*)::int AS notes FROM pg_dist_partition WHERE logicalrelid = 'notes'::regclass`),
    );
    assert.deepEqual(rows, [{ notes: 1 }]);
  } finally {
    rmSync(old, { recursive: true });
    await dropOnCluster(cluster, upgraded);
  }
});

test('names a worker, a server without Citus, and SQLite in its errors', async () => {
  const worker = await run(['distribute'], (await nodesOf(url))[1]);
  assert.match(worker.stderr, /DATABASE_URL names a worker of a Citus cluster: use the address of its coordinator/);
  const plain = await connected(url, async (client) => {
    await client.query(`CREATE DATABASE ${name}_plain`);
    const result = await run(['distribute'], url.replace(name, `${name}_plain`));
    await client.query(`DROP DATABASE ${name}_plain WITH (FORCE)`);
    return result;
  });
  assert.match(plain.stderr, /this database has no Citus: run CREATE EXTENSION citus/);
  const sqlite = await assay(['distribute'], { dataDir });
  assert.deepEqual([sqlite.code, sqlite.stdout], [2, '']);
});
