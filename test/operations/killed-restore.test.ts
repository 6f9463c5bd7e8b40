// Tests a restore into PostgreSQL that is interrupted or killed: no copy of the backup stays in the temporary folder.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { assay, resultOf, startScript, withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';

const WAITING = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'assay restore' AND wait_event_type = 'Lock'`;
const END_WAITING = WAITING.replace('SELECT 1', 'SELECT pg_terminate_backend(pid)');

test('PostgreSQL: a restore that ends early leaves no copy of the backup in the temporary folder', async () => {
  const database = await freshDatabase();
  // Two connections, because a transaction sees the other sessions' activity as of its first look.
  const [blocker, watcher] = [new pg.Client(database.url), new pg.Client(database.url)] as const;
  await Promise.all([blocker.connect(), watcher.connect()]);
  await withFolder(async (folder) => {
    const [dataDir, tmp, file] = [join(folder, 'data'), join(folder, 'tmp'), join(folder, 'backup.db')];
    mkdirSync(tmp);
    for (const args of [['setup'], ['backup', file]]) assert.equal((await assay(args, { dataDir })).code, 0);
    await (await openPostgres({ url: database.url })).close();
    await blocker.query('BEGIN; LOCK TABLE organizations');
    const environment = { DATABASE_URL: database.url, TMPDIR: tmp };
    const nowhere = { ...environment, TMPDIR: join(folder, 'nowhere') };
    const { stderr } = await assay(['restore', file], { dataDir, environment: nowhere });
    assert.match(stderr, /^assay: the temporary folder \(TMPDIR\) cannot be used: .*nowhere/);
    /** Starts a restore and resolves when `waiting` of them wait for the database, each with its copy. */
    const start = async (waiting: number) => {
      const child = startScript('bin/assay.mjs', ['restore', file], { dataDir, environment });
      const ended = resultOf(child);
      while (child.exitCode === null && (await watcher.query(WAITING)).rowCount !== waiting) await pause(20);
      return { child, ended };
    };
    /** The server ends a session only later: the next restore must not be taken for one that waits already. */
    const endWaiting = async () => {
      await watcher.query(END_WAITING);
      while ((await watcher.query(WAITING)).rowCount !== 0) await pause(20);
    };
    const interrupted = await start(1);
    assert.equal(readdirSync(tmp).length, 1);
    interrupted.child.kill('SIGINT');
    assert.equal((await interrupted.ended).code, 130);
    assert.deepEqual(readdirSync(tmp), []);
    await endWaiting();
    const killed = await start(1);
    const left = readdirSync(tmp);
    assert.equal(left.length, 1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await endWaiting();
    const next = await start(1);
    const its = readdirSync(tmp);
    assert.equal(its.length, 1);
    assert.notDeepEqual(its, left);
    const beside = await start(2);
    assert.equal(readdirSync(tmp).filter((name) => its.includes(name)).length, 1, 'a copy in use stays');
    await blocker.query('COMMIT');
    const codes = [(await next.ended).code, (await beside.ended).code];
    assert.deepEqual(codes.toSorted(), [0, 2], 'one finds the database of the other');
    assert.deepEqual(readdirSync(tmp), []);
  })
    .finally(() => blocker.end())
    .finally(() => watcher.end())
    .finally(() => database.drop());
});
