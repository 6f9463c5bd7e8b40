// Tests WAL flush failures: a log that cannot be opened is retried, a failed flush is permanent.
import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
