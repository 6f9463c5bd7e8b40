// Tests the checkpoint thread when the database was moved before the thread opened it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CheckpointResult, startCheckpointThread } from './checkpoint-thread.ts';
import { SqliteConnection } from './connection.ts';

test('a thread that starts while the database is moved creates none, and leaves the log', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-#1%20 ?'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'assay.db');
  const writer = new SqliteConnection(path, { readOnly: false });
  t.after(() => writer.close());
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (x TEXT)');
  const bytes = statSync(`${path}-wal`).size;
  renameSync(path, `${path}.moved`);
  const early = startCheckpointThread(path);
  early.ref();
  early.postMessage('checkpoint');
  const [error] = await Promise.race([once(early, 'error'), once(early, 'message')]);
  assert.match(String(error), /unable to open database/);
  assert.ok(!existsSync(path));
  assert.equal(statSync(`${path}-wal`).size, bytes);

  renameSync(`${path}.moved`, path);
  const thread = startCheckpointThread(path);
  thread.ref();
  thread.postMessage('checkpoint');
  const [{ frames, checkpointed }] = (await once(thread, 'message')) as [CheckpointResult];
  assert.ok(frames > 0 && checkpointed === frames);
  thread.postMessage('close');
  await once(thread, 'exit');
});
