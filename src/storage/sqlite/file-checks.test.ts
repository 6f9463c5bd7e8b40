// Tests a database file with two names, and a folder that takes no log.
import assert from 'node:assert/strict';
import { existsSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createEnvironments } from '../../../test/webhooks/fixture.ts';
import { copyDatabase, inspectDatabase } from '../backup/sqlite-file.ts';
import { requireWritableFolder } from './file-checks.ts';
import { openSqlite } from './open.ts';

test('a hard link opens no database a second time, and is not copied without the log', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-names-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'assay.db');
  const other = join(folder, 'other', 'assay.db');
  mkdirSync(join(folder, 'other'));
  const store = await openSqlite({ path });
  await createEnvironments(store);
  linkSync(path, other);
  await assert.rejects(openSqlite({ path: other }), /other\/assay\.db has 2 names \(hard links\).*find -samefile/);
  const backup = join(folder, 'backup.db');
  await assert.rejects(copyDatabase(other, backup), /has 2 names/);
  assert.equal(existsSync(backup), false);
  await copyDatabase(path, backup);
  assert.equal(inspectDatabase(backup).organizations, 1);
  await (await openSqlite({ path, access: 'control' })).close();
  await store.ready();
  await store.close();
});

test('a folder that takes no more files is named', () => {
  const path = join(tmpdir(), 'assay.db');
  requireWritableFolder(path);
  requireWritableFolder(path, () => ({ files: 0, ffree: 0 }));
  assert.throws(() => requireWritableFolder(path, () => ({ files: 9, ffree: 0 })), {
    message: `the database ${path} cannot be opened: the disk of ${tmpdir()} has no free inodes, so it takes no more files`,
  });
});
