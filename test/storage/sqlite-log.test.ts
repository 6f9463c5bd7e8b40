// Tests the log of a SQLite database, and its index, that were removed while the service runs: commands beside it must not open the database.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import { copyDatabase } from '../../src/storage/backup/sqlite-file.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { createEnvironments } from '../webhooks/fixture.ts';

const remove = (...suffixes: string[]) => {
  return (path: string) => {
    for (const suffix of suffixes) rmSync(path + suffix);
  };
};

for (const [what, damage, message] of [
  ['log', remove('-wal'), /assay\.db-wal was moved, replaced or deleted/],
  ['index', remove('-shm'), /the index .*assay\.db-shm of the log was moved, replaced or deleted/],
  ['log and index', remove('-wal', '-shm'), /assay\.db-wal was moved, replaced or deleted/],
] as const) {
  test(`F11: commands do not open a database without the ${what} of its service`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-log-'));
    const path = join(folder, 'assay.db');
    const store = await openSqlite({ path });
    try {
      await createEnvironments(store);
      await (await openSqlite({ path, access: 'control' })).close();
      damage(path);
      const refused = {
        message: /assay\.db-(wal|shm) of the running service was moved or deleted: restart the service/,
      };
      await assert.rejects(openSqlite({ path, access: 'control' }), refused);
      const copy = join(folder, 'copy.db');
      await assert.rejects(copyDatabase(path, copy), refused);
      assert.equal(existsSync(copy), false);
      await assert.rejects(store.ready(), { kind: 'unavailable', message });
      await assert.rejects(createEnvironments(store), { kind: 'unavailable', message });
    } finally {
      await store.close();
      rmSync(folder, { recursive: true });
    }
  });
}

test('F11: a database whose index was moved takes no writes until it is back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-log-'));
  const path = join(folder, 'assay.db');
  const store = await openSqlite({ path });
  try {
    renameSync(`${path}-shm`, join(folder, 'moved'));
    await assert.rejects(createEnvironments(store), { kind: 'unavailable' });
    renameSync(join(folder, 'moved'), `${path}-shm`);
    await createEnvironments(store);
    await store.ready();
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});

test('F11: a database whose process died is not opened without its log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-log-'));
  const path = join(folder, 'assay.db');
  const died = join(folder, 'died.db');
  const copy = (...suffixes: string[]) => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(died + suffix, { force: true });
    for (const suffix of suffixes) copyFileSync(path + suffix, died + suffix);
  };
  const store = await openSqlite({ path });
  try {
    await createEnvironments(store);
    copy('', '-shm');
    const missing = /the log .*died\.db-wal is missing, and the newest commits were only in it: put it back/;
    for (const access of ['own', 'control'] as const) {
      await assert.rejects(openSqlite({ path: died, access }), missing);
    }
    await assert.rejects(copyDatabase(died, join(folder, 'copy.db')), missing);
    copy('', '-wal', '-shm');
    const restarted = await openSqlite({ path: died });
    assert.equal((await restarted.tenants.organizations()).length, 1);
    await restarted.close();
    // A process that died after its last checkpoint had written all commits into the database.
    const other = new DatabaseSync(path);
    other.exec('PRAGMA wal_checkpoint(PASSIVE)');
    other.close();
    copy('', '-shm');
    const complete = await openSqlite({ path: died });
    assert.equal((await complete.tenants.organizations()).length, 1);
    await complete.close();
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
