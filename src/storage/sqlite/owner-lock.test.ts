// Tests the lock while another process keeps removing its file, as backups and restores do when they end.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { takeLock } from './owner-lock.ts';

const REMOVE = `const { rmSync } = require('node:fs');
  const { workerData: { file, stop } } = require('node:worker_threads');
  while (Atomics.load(stop, 0) === 0) rmSync(file, { force: true });`;

test('a file that is removed at any moment is a lock of another process, or ours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lock-'));
  const path = join(folder, 'assay.db');
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(REMOVE, { eval: true, workerData: { file: `${path}.lock`, stop } });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  try {
    // Enough to meet the moment between finding the file and changing its mode, and every other one.
    for (let n = 0; n < 2_000; n += 1) takeLock(path)?.();
    assert.throws(() => takeLock(join(folder, 'missing', 'assay.db')), { code: 'ENOENT' });
  } finally {
    Atomics.store(stop, 0, 1);
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
