// Tests commands whose output nobody takes: a pipe without a reader, as behind `head`, and a full disk.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assay, ROOT, withFolder } from './run-cli.ts';

/** Runs a command with this standard output; nobody reads a pipe. */
async function run(args: readonly string[], output: 'pipe' | number, dataDir: string) {
  const child = spawn(process.execPath, [join(ROOT, 'bin/assay.mjs'), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', output, 'pipe'],
  });
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  const [code] = await once(child, 'close');
  return { code, stderr };
}

test('a command whose output nobody takes ends with exit code 1 and at most one sentence', async () => {
  await withFolder(async (folder) => {
    assert.equal((await assay(['setup'], { dataDir: folder })).code, 0);
    // So that `events tail` has something to show; it would run until it is interrupted.
    const line = JSON.stringify({ event: 'login', account: { id: 'u' }, occurred_at: '2026-01-01T00:00:00Z' });
    assert.equal((await assay(['import', '-'], { dataDir: folder, input: `${line}\n` })).code, 0);
    const full = openSync('/dev/full', 'w');
    for (const command of ['keys list', 'audit export', 'events tail --environment test', '--help']) {
      const args = command.split(' ');
      assert.deepEqual(await run(args, 'pipe', folder), { code: 1, stderr: '' }, command);
      const { code, stderr } = await run(args, full, folder);
      assert.match(stderr, /^assay: standard output cannot be written: ENOSPC.*\n$/, command);
      assert.equal(code, 1, command);
    }
    closeSync(full);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('assay.db-')),
      [],
      'the database was closed',
    );
  });
});
