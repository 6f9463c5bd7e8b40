// Tests the service with a log that cannot be written or is not read, and signals other than those that stop it.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { ROOT, withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';

interface FirstRun {
  base_url: string;
  environments: { test: { secret_key: string } };
}

/** In this database alone: other tests wait for locks on the same server. */
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the service with this standard output and waits until it responds. */
async function start(dataDir: string, stdout: number | 'pipe', more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, ASSAY_LOG_LEVEL: 'debug', ...more },
    stdio: ['ignore', stdout, 'pipe'],
  });
  children.add(child);
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors += chunk));
  return { child, errors: () => errors };
}

async function firstRunOf(dataDir: string, child: ChildProcess, errors: () => string): Promise<FirstRun> {
  const path = join(dataDir, 'first-run.json');
  // No deadline except the test's timeout: a stale build is rebuilt first.
  for (;;) {
    assert.deepEqual([child.exitCode, child.signalCode], [null, null], errors());
    const values = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
    if (values !== null && (await fetch(`${values.base_url}/readyz`).catch(() => null))?.ok) return values;
    await pause(10);
  }
}

async function sendEvent({ base_url, environments }: FirstRun): Promise<number> {
  const response = await fetch(`${base_url}/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${environments.test.secret_key}`, 'content-type': 'application/json' },
    body: '{"event":"login","account":{"id":"u_1"}}',
  });
  await response.text();
  return response.status;
}

async function stop(child: ChildProcess): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  return (await exited)[0];
}

test('F4: starts, serves and stops while the disk under its log is full', { timeout: 120_000 }, async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    let port = '0';
    for (const round of ['first', 'second']) {
      const { child, errors } = await start(dataDir, openSync('/dev/full', 'w'), { PORT: port });
      const values = await firstRunOf(dataDir, child, errors);
      // The second start must listen at the address that the first wrote.
      port = new URL(values.base_url).port;
      for (let n = 0; n < 20; n += 1) assert.equal(await sendEvent(values), 201, round);
      const metrics = await (await fetch(`${values.base_url}/metrics`)).text();
      assert.match(metrics, /^assay_log_lines_dropped_total \d/m);
      assert.equal(await stop(child), 0, errors());
    }
  });
});

test('F4: serves and stops while nobody reads its log', { timeout: 120_000 }, async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const { child, errors } = await start(dataDir, 'pipe');
    child.stdout?.pause();
    const values = await firstRunOf(dataDir, child, errors);
    // A pipe takes 64 KiB; each event is a line of about 300 bytes at level debug.
    for (let n = 0; n < 400; n += 1) assert.equal(await sendEvent(values), 201);
    assert.equal(await stop(child), 0, errors());
  });
});

test('F12: SIGHUP is ignored and SIGUSR1 opens no inspector', { timeout: 120_000 }, async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const { child, errors } = await start(dataDir, 'pipe');
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    const values = await firstRunOf(dataDir, child, errors);
    child.kill('SIGHUP');
    child.kill('SIGUSR1');
    while (!output.includes('"SIGHUP"')) await pause(5);
    assert.equal(await sendEvent(values), 201);
    assert.doesNotMatch(errors(), /Debugger listening/);
    const inspector = connect(9229, '127.0.0.1');
    const [result] = await Promise.race([once(inspector, 'connect').then(() => ['open']), once(inspector, 'error')]);
    assert.equal((result as NodeJS.ErrnoException).code, 'ECONNREFUSED');
    assert.equal(await stop(child), 0, errors());
  });
});

test('F12: SIGHUP does not end a start that waits for the database', { timeout: 120_000 }, async () => {
  const database = await freshDatabase();
  await (await openPostgres({ url: database.url })).close();
  // A connection of its own looks for waiting sessions: a transaction sees those as of its first look.
  const [other, watcher] = [new pg.Client(database.url), new pg.Client(database.url)] as const;
  await Promise.all([other.connect(), watcher.connect()]);
  try {
    await other.query('BEGIN; LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE');
    await withFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      const settings = { DATABASE_URL: database.url, ASSAY_SHUTDOWN_DELAY_SECONDS: '0' };
      const { child, errors } = await start(dataDir, 'pipe', settings);
      child.stdout?.resume();
      while ((await watcher.query(WAITING)).rowCount === 0) assert.equal(child.exitCode, null, errors());
      child.kill('SIGHUP');
      await other.query('ROLLBACK');
      await firstRunOf(dataDir, child, errors);
      assert.equal(await stop(child), 0, errors());
    });
  } finally {
    await Promise.all([other.end(), watcher.end()]);
  }
  await database.drop();
});

test('F9: a clean stop leaves the database as one file', { timeout: 120_000 }, async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const { child, errors } = await start(dataDir, 'pipe');
    child.stdout?.resume();
    const values = await firstRunOf(dataDir, child, errors);
    for (let n = 0; n < 20; n += 1) assert.equal(await sendEvent(values), 201);
    assert.equal(await stop(child), 0, errors());
    const left = readdirSync(dataDir).filter((name) => name.startsWith('assay.db'));
    assert.deepEqual(
      left.filter((name) => name !== 'assay.db.lock'),
      ['assay.db'],
    );
  });
});
