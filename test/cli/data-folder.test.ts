// Tests a wrong DATA_DIR: errors name it, and commands create nothing in it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { dataFolderError } from '../../src/storage/data-folder.ts';
import { assay, ROOT, resultOf, withFolder } from './run-cli.ts';

test('setup fails when the data folder cannot be created', async () => {
  await withFolder(async (folder) => {
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a', 'file'), '');
    const result = await assay(['setup'], { dataDir: join(folder, 'a', 'file', 'data') });
    assert.equal(result.code, 1);
    assert.equal(result.stdout, '');
    assert.match(result.stderr, /^assay: DATA_DIR .*\/file\/data is inside something .* not a folder \(ENOTDIR\)\n$/);
    const file = await assay(['setup'], { dataDir: join(folder, 'a', 'file') });
    assert.equal(file.stderr, `assay: DATA_DIR ${join(folder, 'a', 'file')} is not a folder (EEXIST)\n`);
    const denied = dataFolderError('data', Object.assign(new Error(), { code: 'EACCES' }));
    assert.match(denied.message, /^DATA_DIR \/.*data cannot be written by this account \(EACCES\)$/);
  });
});

test('a folder that cannot be created, or a link to nothing, ends the start with a message', async () => {
  await withFolder(async (folder) => {
    const link = join(folder, 'link');
    symlinkSync(join(folder, 'not-mounted'), link);
    for (const [dataDir, reason] of [
      // An attempt to create a folder in /proc once never returned.
      ['/proc/assay/data', 'cannot be created there (ENOENT)'],
      [link, 'is a link to nothing (ENOENT)'],
    ] as const) {
      const { code, stderr } = await assay(['setup'], { dataDir });
      assert.deepEqual([code, stderr], [1, `assay: DATA_DIR ${dataDir} ${reason}\n`]);
    }
    assert.deepEqual(readdirSync(folder), ['link']);
    const nested = join(folder, 'a', 'b');
    assert.equal((await assay(['setup'], { dataDir: nested })).code, 0);
    for (const path of [nested, dirname(nested)]) assert.equal(statSync(path).mode & 0o777, 0o700);
  });
});

test('a path that SQLite does not accept is named, and one that it reads as a URI is a path', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, ...Array.from({ length: 5 }, () => 'long'.repeat(25)));
    const { code, stderr } = await assay(['migrate'], { dataDir });
    const reason = 'cannot be opened: its path is too long for SQLite, which allows 499 bytes';
    assert.deepEqual([code, stderr], [1, `assay: the database ${join(dataDir, 'assay.db')} ${reason}\n`]);
    const env = { ...process.env, DATA_DIR: 'file:data' };
    const migrated = spawn(process.execPath, [join(ROOT, 'bin/assay.mjs'), 'migrate'], { cwd: folder, env });
    assert.equal((await resultOf(migrated)).code, 0);
    assert.ok(existsSync(join(folder, 'file:data', 'assay.db')));
  });
});

test('a command creates nothing in a mistyped folder, so that restore still works there', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'typo');
    const file = join(folder, 'events.ndjson');
    writeFileSync(file, '{"event":"login","account":{"id":"u_1"},"occurred_at":"2026-03-01T12:00:00Z"}\n');
    for (const args of [
      ['members', 'list'],
      ['keys', 'create', '--kind', 'secret'],
      ['import', file],
      ['rollup', 'rebuild'],
      ['compact'],
      ['backup', join(folder, 'backup.db')],
    ]) {
      const result = await assay(args, { dataDir });
      assert.deepEqual([result.code, result.stdout], [2, '']);
      assert.equal(
        result.stderr,
        `assay: ${join(dataDir, 'assay.db')} does not exist: start the service once, or check DATA_DIR\n`,
      );
    }
    const keyless = await assay(['whoami'], { dataDir });
    assert.equal(keyless.code, 2);
    assert.match(keyless.stderr, /first-run\.json does not exist, and keys are stored as digests: use --key\n$/);
    assert.equal(existsSync(dataDir), false);
  });
});

test('migrate creates a database, and says so', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'new');
    const created = await assay(['migrate'], { dataDir });
    const path = join(dataDir, 'assay.db');
    assert.deepEqual([created.code, created.stdout], [0, `sqlite: created ${path}; the schema is current\n`]);
    const again = await assay(['migrate'], { dataDir });
    assert.deepEqual([again.code, again.stdout, again.stderr], [0, 'sqlite: the schema is current\n', '']);
    // The next steps in a freshly migrated folder: the first organization, then its events.
    assert.equal((await assay(['setup', '--json'], { dataDir })).code, 0);
    assert.equal((await assay(['compact'], { dataDir })).code, 0);
  });
});

test('every file of the folder can be read by its owner alone', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    assert.equal((await assay(['setup'], { dataDir })).code, 0);
    const lock = join(dataDir, 'assay.db.lock');
    const names = readdirSync(dataDir);
    assert.ok(names.includes('assay.db.lock'));
    for (const name of names) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name);
    // An earlier version left this mode.
    chmodSync(lock, 0o644);
    assert.equal((await assay(['migrate'], { dataDir })).code, 0);
    assert.equal(statSync(lock).mode & 0o777, 0o600);
  });
});
