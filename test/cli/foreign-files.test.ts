// Tests a database whose lock or folder belongs to another account. Only an administrator can run programs as two accounts.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ProcessResult, ROOT, resultOf, withFolder } from './run-cli.ts';

/** The uid of `nobody`. */
const NOBODY = { uid: 65534, gid: 65534 };
const CLI = join(ROOT, 'bin/assay.mjs');

function asNobody(dataDir: string, ...args: string[]): Promise<ProcessResult> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  return resultOf(spawn(process.execPath, [CLI, ...args], { ...NOBODY, env, cwd: '/' }));
}

const isPossible = process.getuid?.() === 0 && spawnSync(process.execPath, [CLI, '--version'], NOBODY).status === 0;

test('files of another account', {
  skip: isPossible ? false : 'needs root, and a checkout that all may read',
}, async (t) => {
  await withFolder(async (folder) => {
    chmodSync(folder, 0o755);
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, NOBODY.uid, NOBODY.gid);
    const lock = join(dataDir, 'assay.db.lock');

    await t.test('a lock that may only be read excludes nobody, so nobody gets it', async () => {
      writeFileSync(lock, '', { mode: 0o644 });
      const { code, stderr } = await asNobody(dataDir, 'setup');
      assert.ok(stderr.includes(`${lock} cannot be read and written by this account (EACCES)`), stderr);
      assert.equal(code, 1);
      chownSync(lock, NOBODY.uid, NOBODY.gid);
      assert.equal((await asNobody(dataDir, 'setup')).code, 0);
    });

    await t.test('a log that may not be read is named', async () => {
      const log = join(dataDir, 'assay.db-wal');
      writeFileSync(log, '', { mode: 0o600 });
      const { code, stderr } = await asNobody(dataDir, 'migrate');
      assert.ok(stderr.includes(`${log} cannot be read and written by this account (EACCES)`), stderr);
      assert.equal(code, 1);
      rmSync(log);
    });

    await t.test('a folder that may not be opened is named', async () => {
      const closed = join(folder, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      for (const [dir, args, path] of [
        [closed, ['keys', 'list'], join(closed, 'assay.db')],
        [dataDir, ['backup', join(closed, 'copy.db')], join(closed, 'copy.db')],
      ] as const) {
        const { code, stderr } = await asNobody(dir, ...args);
        assert.equal(stderr, `assay: ${path} cannot be accessed by this account (EACCES)\n`);
        assert.equal(code, 1);
      }
    });

    await t.test('a folder that may not be written is named', async () => {
      chmodSync(dataDir, 0o555);
      const backups = join(folder, 'backups');
      mkdirSync(backups);
      chmodSync(backups, 0o777);
      for (const args of [
        ['keys', 'list'],
        ['backup', join(backups, 'assay.db')],
      ]) {
        const { code, stderr } = await asNobody(dataDir, ...args);
        assert.ok(stderr.includes(`the folder ${dataDir} cannot be written by this account (EACCES)`), stderr);
        assert.equal(code, 1);
      }
    });
  });
});
