// Tests WAL flush failures: a log that cannot be opened is retried, a failed flush is permanent.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Failure } from '../../vocabulary/failure.ts';
import { WalSync } from './wal-sync.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-wal-'));
after(() => rmSync(folder, { recursive: true }));

const unavailable = (reason: RegExp) => (error: unknown) =>
  error instanceof Failure && error.kind === 'unavailable' && reason.test(error.message);

test('fails with unavailable only while the log cannot be opened', async () => {
  const path = join(folder, 'missing.db');
  const sync = new WalSync(path);
  for (const flush of [sync.flushed(), sync.flushed(), sync.flushed()]) {
    await assert.rejects(flush, unavailable(/cannot be opened/));
  }
  writeFileSync(`${path}-wal`, 'log');
  await Promise.all([sync.flushed(), sync.flushed()]);
  sync.close();
});

test('every flush fails after a failed one, even if requested earlier', async () => {
  const path = join(folder, 'failing.db');
  // A device that cannot be flushed: the system returns EINVAL.
  symlinkSync('/dev/null', `${path}-wal`);
  writeFileSync(join(folder, 'intact'), 'log');
  const sync = new WalSync(path);
  const first = sync.flushed();
  const waiting = sync.flushed();
  sync.close();
  renameSync(join(folder, 'intact'), `${path}-wal`);
  await assert.rejects(first, unavailable(/disk failed/));
  await assert.rejects(waiting, unavailable(/disk failed/));
  await assert.rejects(sync.flushed(), unavailable(/disk failed/));
  sync.close();
});

test('a flush that takes longer than ten seconds is reported until it ends', async () => {
  const path = join(folder, 'hanging.db');
  writeFileSync(`${path}-wal`, 'log');
  let now = 0;
  const sync = new WalSync(path, () => now);
  sync.requireResponsive();
  // Each of Node's four threads for files waits for a writer of the pipe: the flush waits for a thread.
  const pipes = Array.from({ length: 4 }, (_, n) => join(folder, `pipe ${n}`));
  execFileSync('mkfifo', pipes);
  const readers = pipes.map((pipe) => open(pipe, 'r'));
  const flushed = sync.flushed();
  now = 10_000;
  sync.requireResponsive();
  now = 10_001;
  assert.throws(() => sync.requireResponsive(), unavailable(/the disk has not confirmed a write for 10 s$/));
  for (const pipe of pipes) execFileSync('sh', ['-c', 'true > "$0"', pipe]);
  await flushed;
  sync.requireResponsive();
  for (const reader of readers) await (await reader).close();
  sync.close();
});
