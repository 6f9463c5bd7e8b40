// Tests commands and the service under limits of the system for a process: open files, and the size of a file.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freshDatabase } from '../postgres.ts';
import { eventHistory, ndjson } from './event-history.ts';
import { assay, type ProcessResult, ROOT, resultOf, withFolder } from './run-cli.ts';

/** Runs a program of the repository under a limit of the shell, such as `-n 32`. */
function start(limit: string, script: string, args: readonly string[], dataDir: string, environment = {}) {
  return spawn('sh', ['-c', `ulimit ${limit} && exec "$0" "$@"`, process.execPath, join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ...environment },
  });
}

const limited = (limit: string, args: readonly string[], dataDir: string): Promise<ProcessResult> =>
  resultOf(start(limit, 'bin/assay.mjs', args, dataDir));

const TOO_LARGE = /a file has reached the largest size that the file system or this process \(ulimit -f\) allows/;

test('too few open files to load the program are one sentence', async () => {
  await withFolder(async (folder) => {
    // Builds the program if it is stale.
    assert.equal((await assay(['--version'], { dataDir: folder })).code, 0);
    for (const script of ['bin/assay.mjs', 'scripts/assay.mjs', 'dist/main.js']) {
      const { code, stderr } = await resultOf(start('-n 32', script, ['whoami'], folder));
      assert.match(stderr, /^assay: .*too many open files \(EMFILE\); raise the limit \(ulimit -n\)\n$/, script);
      assert.equal(code, 1);
    }
  });
});

test('a limit of file sizes is named by commands', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const refused = await limited('-f 64', ['setup'], dataDir);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, TOO_LARGE);
    assert.ok(refused.stderr.includes(join(dataDir, 'assay.db')), refused.stderr);
    assert.equal((await assay(['setup'], { dataDir })).code, 0);
    const file = join(folder, 'backup.db');
    // The header of the index of the log takes 32 KiB.
    const backup = await limited('-f 128', ['backup', file], dataDir);
    assert.equal(backup.code, 1);
    assert.match(backup.stderr, TOO_LARGE);
    assert.ok(backup.stderr.includes(file), backup.stderr);
    assert.deepEqual(readdirSync(folder), ['data']);
    assert.equal((await assay(['backup', file], { dataDir })).code, 0);
    await refusedRestore(folder, file, join(dataDir, 'encryption-keys'));
  });
});

/** Restores a backup where a copy of it is too large, on both engines. */
async function refusedRestore(folder: string, file: string, keys: string): Promise<void> {
  const [target, temporary] = [join(folder, 'restored'), join(folder, 'temporary')];
  for (const made of [target, temporary]) mkdirSync(made);
  copyFileSync(keys, join(target, 'encryption-keys'));
  for (const [more, place] of [
    [{}, `the folder ${target} (DATA_DIR)`],
    [{ DATABASE_URL: 'postgres://127.0.0.1:9/none', TMPDIR: temporary }, 'the temporary folder (TMPDIR)'],
  ] as const) {
    const { code, stderr } = await resultOf(start('-f 128', 'bin/assay.mjs', ['restore', file], target, more));
    assert.equal(code, 1);
    assert.match(stderr, TOO_LARGE);
    assert.ok(stderr.startsWith(`assay: ${place} cannot take a copy of ${file}: `), stderr);
    assert.deepEqual([readdirSync(target), readdirSync(temporary)], [['encryption-keys'], []]);
  }
}

test('an import at a limit of file sizes says that it can be continued', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    assert.equal((await assay(['setup'], { dataDir })).code, 0);
    const events = join(folder, 'events.ndjson');
    writeFileSync(events, ndjson(eventHistory(3_000)));
    const { code, stderr } = await limited('-f 2000', ['import', events], dataDir);
    assert.equal(code, 1);
    assert.match(stderr, TOO_LARGE);
    assert.match(stderr, /; run the same command again to continue\n$/);
    const { imported, already_imported: earlier } = JSON.parse(
      (await assay(['import', events, '--json'], { dataDir })).stdout,
    );
    assert.ok(earlier > 0);
    assert.equal(imported + earlier, 3_000);
  });
});

test('results of an import that cannot be written are named, and complete after the next import', async () => {
  const database = await freshDatabase();
  const environment = { DATABASE_URL: database.url };
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    assert.equal((await assay(['setup'], { dataDir, environment })).code, 0);
    const [events, results] = [join(folder, 'events.ndjson'), join(folder, 'results.ndjson')];
    writeFileSync(events, ndjson(eventHistory(300)));
    const args = ['import', events, '--results', results];
    const { code, stderr } = await resultOf(start('-f 64', 'bin/assay.mjs', args, dataDir, environment));
    assert.equal(code, 1);
    assert.match(stderr, /^assay: --results .*results\.ndjson cannot be written \(EFBIG: .*\): make room, then repeat/);
    assert.equal((await assay(args, { dataDir, environment })).code, 0);
    const lines = readFileSync(results, 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).line),
      Array.from({ length: 300 }, (_, index) => index + 1),
    );
  });
  await database.drop();
});

test('a service at a limit of file sizes is not ready and names it', { timeout: 120_000 }, async (t) => {
  await withFolder(async (folder) => {
    assert.equal((await assay(['setup'], { dataDir: folder })).code, 0);
    const values = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'));
    // In units of 512 bytes or 1 KiB, depending on the shell; the database takes about 600 KiB.
    const child = start('-f 2000', 'dist/main.js', [], folder);
    t.after(() => child.kill('SIGKILL'));
    let log = '';
    child.stdout.on('data', (chunk) => (log += chunk));
    while (!log.includes('Assay is ready')) {
      assert.equal(child.exitCode, null);
      await pause(10);
    }
    const [, address] = /"address":"(http:[^"]+)"/.exec(log) ?? [];
    const send = async (n: number) => {
      const response = await fetch(`${address}/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${values.environments.test.secret_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ event: 'login', account: { id: `u${n}` } }),
      });
      return { status: response.status, text: await response.text() };
    };
    let refused: string | null = null;
    let sent = 0;
    const sender = async () => {
      while (refused === null) {
        const { status, text } = await send(sent++);
        if (status !== 201) refused ??= text;
      }
    };
    // Many at once fill the log faster than checkpoints empty it.
    await Promise.all(Array.from({ length: 32 }, sender));
    assert.match(refused ?? '', TOO_LARGE);
    // A log at the limit starts over: only a database at the limit keeps the service from writing.
    const [database, wal] = ['assay.db', 'assay.db-wal'].map((file) => statSync(join(folder, file)).size);
    assert.ok(Number(database) > Number(wal) * 0.8, `${database} bytes of database, ${wal} of log`);
    // Also while single events still fit into what is left of the log.
    for (let n = 0; n < 20; n += 1) {
      const ready = await fetch(`${address}/readyz`);
      assert.equal(ready.status, 503);
      const problem = (await ready.json()) as { code: string; detail: string };
      assert.equal(problem.code, 'storage_full');
      assert.match(problem.detail, TOO_LARGE);
      await send(sent++);
    }
  });
});
