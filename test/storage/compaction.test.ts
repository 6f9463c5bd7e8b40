// Tests that a compaction of a SQLite file waits for what this process does with the log.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { createEnvironments } from '../webhooks/fixture.ts';

test('a compaction waits for the checkpoint that this process runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-compaction-'));
  after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'assay.db');
  const store = await openSqlite({ path });
  // Starts the thread, which works at every twelfth commit.
  for (let commit = 0; commit < 12; commit += 1) await createEnvironments(store);
  await delay(200);
  // 40 MB in the log take the checkpoint thread longer than the 20 ms for which SQLite waits for a lock.
  const other = new DatabaseSync(path);
  other.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE filler AS SELECT randomblob(40000000); DROP TABLE filler');
  for (let commit = 0; commit < 12; commit += 1) await createEnvironments(store);
  await store.compact();
  assert.equal(statSync(`${path}-wal`).size, 0);
  other.close();
  await store.close();
});
