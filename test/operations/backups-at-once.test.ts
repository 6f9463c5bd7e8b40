// Tests two commands that write the same file at once: the second one says so, and the first one finishes its work.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { inspectDatabase } from '../../src/storage/backup/sqlite-file.ts';
import { takeOwnerLock } from '../../src/storage/sqlite/owner-lock.ts';
import { assay, withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';

const WAITING = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'assay backup' AND wait_event_type = 'Lock'`;

test('PostgreSQL: a second backup to the same file is refused, and the first one is complete', async () => {
  const database = await freshDatabase();
  const [blocker, watcher] = [new pg.Client(database.url), new pg.Client(database.url)] as const;
  await Promise.all([blocker.connect(), watcher.connect()]);
  await withFolder(async (folder) => {
    const [backups, dataDir] = [join(folder, 'backups'), join(folder, 'data')];
    mkdirSync(backups);
    const file = join(backups, 'assay.db');
    const options = { dataDir, environment: { DATABASE_URL: database.url } };
    assert.equal((await assay(['setup'], options)).code, 0);
    await blocker.query('BEGIN; LOCK TABLE accounts');
    const first = assay(['backup', file], options);
    while ((await watcher.query(WAITING)).rowCount === 0) await pause(20);
    let isRefused = false;
    const second = assay(['backup', file, '--replace'], options).finally(() => {
      isRefused = true;
    });
    while (!isRefused) {
      assert.equal((await watcher.query(WAITING)).rowCount, 1, 'both write the file');
      await pause(20);
    }
    const refused = await second;
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /another process is writing a backup to .*: wait for it, or choose another name/);
    await blocker.query('COMMIT');
    const { code, stderr } = await first;
    assert.equal(code, 0, stderr);
    assert.equal(inspectDatabase(file).organizations, 1);
    assert.deepEqual(readdirSync(backups), ['assay.db']);
  })
    .finally(() => blocker.end())
    .finally(() => watcher.end())
    .finally(() => database.drop());
});

test('SQLite: a restore does not overwrite the database that a service is creating', async () => {
  await withFolder(async (folder) => {
    const [dataDir, target, file] = [join(folder, 'data'), join(folder, 'target'), join(folder, 'backup.db')];
    for (const args of [['setup'], ['backup', file]]) assert.equal((await assay(args, { dataDir })).code, 0);
    mkdirSync(target, { mode: 0o700 });
    copyFileSync(join(dataDir, 'encryption-keys'), join(target, 'encryption-keys'));
    // As a service does before it creates the database.
    const release = takeOwnerLock(join(target, 'assay.db'));
    const refused = await assay(['restore', file], { dataDir: target });
    assert.equal(refused.code, 1, refused.stdout);
    assert.match(refused.stderr, /another process has .*assay\.db open/);
    release();
    assert.equal((await assay(['restore', file], { dataDir: target })).code, 0);
  });
});
