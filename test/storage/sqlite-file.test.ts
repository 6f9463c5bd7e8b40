// Tests the SQLite file itself: damaged pages, a moved or deleted file, and who may read it.
import assert from 'node:assert/strict';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DatabaseSync } from '@photostructure/sqlite';
import { writeChecksum } from '../../src/storage/backup/checksum.ts';
import { copyDatabase } from '../../src/storage/backup/sqlite-file.ts';
import { requireAccess } from '../../src/storage/sqlite/file-checks.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { Failure } from '../../src/vocabulary/failure.ts';
import { createEnvironments } from '../webhooks/fixture.ts';

const PAGE = 4_096;

async function inFolder(work: (path: string, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-file-'));
  try {
    await work(join(folder, 'assay.db'), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isUnavailable = (text: RegExp) => (error: unknown) =>
  error instanceof Failure && error.kind === 'unavailable' && text.test(error.message);

function overwrite(path: string, from: number, to: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(to - from, 0xa5), 0, to - from, from);
  closeSync(file);
}

test('F11: a database with damaged pages is refused at the start with one clear error', async () => {
  await inFolder(async (path) => {
    const store = await openSqlite({ path });
    await createEnvironments(store);
    await store.close();
    // The file itself is complete only after the log has been written back.
    const other = await openSqlite({ path });
    await other.compact();
    await other.close();
    const pages = statSync(path).size / PAGE;
    overwrite(path, PAGE, Math.floor(pages / 2) * PAGE);
    await assert.rejects(openSqlite({ path }), /is damaged .*restore it from a backup/);
  });
  await inFolder(async (path) => {
    writeFileSync(path, 'this is no database, but long enough to be read as one'.repeat(100));
    await assert.rejects(openSqlite({ path }), /is damaged .*restore it from a backup/);
  });
});

test('F11: a database that was moved or deleted is not ready and takes no writes until it is back', async () => {
  await inFolder(async (path, folder) => {
    const store = await openSqlite({ path });
    const { environmentNumber } = await createEnvironments(store);
    await store.ready();
    const moved = join(folder, 'moved.db');
    renameSync(path, moved);
    const isMoved = isUnavailable(/moved/);
    await assert.rejects(store.ready(), isMoved);
    await assert.rejects(store.webhooks.queue.release(environmentNumber, []), isMoved);
    await assert.rejects(
      store.ingest(async () => 'accepted'),
      isMoved,
    );
    // Another file at the same path is not the open one.
    writeFileSync(path, '');
    await assert.rejects(store.ready(), isMoved);
    renameSync(moved, path);
    await store.ready();
    await store.close();
  });
});

test('F11: a folder that leads nowhere any more is unavailable, and named', async () => {
  await inFolder(async (_, folder) => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const store = await openSqlite({ path: join(data, 'assay.db') });
    renameSync(data, join(folder, 'moved'));
    symlinkSync(data, data);
    await assert.rejects(store.ready(), isUnavailable(/data\/assay\.db cannot be reached \(ELOOP\)/));
    rmSync(data);
    renameSync(join(folder, 'moved'), data);
    await store.ready();
    await store.close();
  });
});

test('F11: a database whose log was moved or deleted takes no writes until it is back', async () => {
  await inFolder(async (path, folder) => {
    const store = await openSqlite({ path });
    const { environmentNumber } = await createEnvironments(store);
    const moved = join(folder, 'moved');
    renameSync(`${path}-wal`, moved);
    const isMoved = isUnavailable(/assay\.db-wal was moved/);
    await assert.rejects(store.webhooks.queue.release(environmentNumber, []), isMoved);
    await assert.rejects(store.ready(), isMoved);
    renameSync(moved, `${path}-wal`);
    await store.webhooks.queue.release(environmentNumber, []);
    await store.ready();
    await store.close();
  });
});

for (const name of ['assay.db', 'assay.db-wal']) {
  test(`F11: after ${name} was cut off, nothing is written until a restart`, async () => {
    await inFolder(async (path, folder) => {
      const store = await openSqlite({ path });
      const { environmentNumber } = await createEnvironments(store);
      const other = new DatabaseSync(path);
      other.exec('PRAGMA wal_checkpoint(PASSIVE)');
      await store.ready();
      const file = join(folder, name);
      const size = statSync(file).size;
      truncateSync(file, name === 'assay.db' ? size / 2 : 0);
      await assert.rejects(store.webhooks.queue.release(environmentNumber, []), isUnavailable(/was cut off/));
      // A checkpoint would leave such a gap of zeros.
      truncateSync(file, size);
      await assert.rejects(store.webhooks.queue.release(environmentNumber, []), isUnavailable(/was cut off/));
      await assert.rejects(store.ready(), isUnavailable(/was cut off/));
      other.close();
      await store.close();
    });
  });
}

test('F11: a process whose lock was deleted takes no writes once another process owns the database', async () => {
  await inFolder(async (path) => {
    const store = await openSqlite({ path });
    const { environmentNumber } = await createEnvironments(store);
    rmSync(`${path}.lock`);
    await store.ready();
    const second = await openSqlite({ path });
    const isTaken = isUnavailable(/assay\.db\.lock was deleted, and another process has taken the database over/);
    await createEnvironments(second);
    for (let n = 0; n < 2; n += 1) await assert.rejects(store.webhooks.queue.release(environmentNumber, []), isTaken);
    await assert.rejects(store.ready(), isTaken);
    await second.ready();
    await second.close();
    await store.close();
  });
});

test('F11: a log that another program has written back and emptied is whole', async () => {
  await inFolder(async (path) => {
    const store = await openSqlite({ path });
    const { environmentNumber } = await createEnvironments(store);
    await store.ready();
    const other = new DatabaseSync(path);
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    assert.equal(statSync(`${path}-wal`).size, 0);
    await store.webhooks.queue.release(environmentNumber, []);
    await store.ready();
    other.close();
    await store.close();
  });
});

for (const between of ['nothing', 'a write of the service'] as const) {
  test(`F11: a database that another program has made shorter, with ${between} in between, is whole`, async () => {
    await inFolder(async (path) => {
      const store = await openSqlite({ path });
      const { environmentNumber } = await createEnvironments(store);
      const other = new DatabaseSync(path);
      other.exec('CREATE TABLE foreign_rows (x); INSERT INTO foreign_rows VALUES (randomblob(1000000))');
      other.exec('PRAGMA wal_checkpoint(PASSIVE)');
      await store.webhooks.queue.release(environmentNumber, []);
      const { size } = statSync(path);
      other.exec('DROP TABLE foreign_rows; VACUUM');
      if (between !== 'nothing') await createEnvironments(store);
      other.exec('PRAGMA wal_checkpoint(PASSIVE)');
      assert.ok(statSync(path).size < size);
      await createEnvironments(store);
      await store.ready();
      truncateSync(path, statSync(path).size - PAGE);
      await assert.rejects(createEnvironments(store), isUnavailable(/was cut off/));
      other.close();
      await store.close();
    });
  });
}

test('a closed database leaves no log, whichever connection is collected last', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  for (let round = 0; round < 5; round += 1) {
    await inFolder(async (path) => {
      const store = await openSqlite({ path });
      await createEnvironments(store);
      await store.close();
      for (let turn = 0; turn < 100 && existsSync(`${path}-wal`); turn += 1) {
        collectGarbage();
        await nextTurn();
      }
      assert.equal(existsSync(`${path}-wal`), false);
    });
  }
});

test('F11: the log of a database that died is applied to no other file', async () => {
  await inFolder(async (path, folder) => {
    const store = await openSqlite({ path });
    await createEnvironments(store);
    const backup = join(folder, 'backup.db');
    await copyDatabase(path, backup);
    writeChecksum(backup);
    const died = join(folder, 'died.db');
    copyFileSync(`${path}-wal`, `${died}-wal`);
    const events = readFileSync(`${died}-wal`);
    await assert.rejects(openSqlite({ path: died }), /died\.db is missing, but its log .*died\.db-wal is there/);
    assert.ok(!existsSync(died));
    copyFileSync(backup, died);
    for (const access of ['own', 'control'] as const) {
      await assert.rejects(openSqlite({ path: died, access }), /died\.db is a backup, but the log .* another database/);
    }
    assert.deepEqual(readFileSync(died), readFileSync(backup));
    assert.deepEqual(readFileSync(`${died}-wal`), events);
    rmSync(`${died}-wal`);
    // The file's own log, after a start and another crash.
    const started = await openSqlite({ path: died });
    const again = join(folder, 'again.db');
    for (const suffix of ['', '-wal']) copyFileSync(died + suffix, again + suffix);
    await started.close();
    await (await openSqlite({ path: again })).close();
    await store.close();
  });
});

test('S8: only the owner may read the database and its log, whatever the folder allows', async () => {
  const umask = process.umask(0);
  try {
    await inFolder(async (path) => {
      writeFileSync(path, '', { mode: 0o644 });
      const store = await openSqlite({ path });
      await createEnvironments(store);
      for (const suffix of ['', '-wal', '-shm']) {
        assert.equal((statSync(path + suffix).mode & 0o777).toString(8), '600', suffix);
      }
      await store.close();
    });
  } finally {
    process.umask(umask);
  }
});

test('a database that this account cannot use is named, with the reason', async () => {
  await inFolder(async (path) => {
    const store = await openSqlite({ path });
    requireAccess(path);
    await store.close();
    const failing = (code: string) => () => {
      throw Object.assign(new Error(), { code });
    };
    assert.throws(() => requireAccess(path, failing('EACCES')), {
      message: `${path} cannot be read and written by this account (EACCES): run this with the account of the service`,
    });
    assert.throws(() => requireAccess(path, failing('EROFS')), {
      message: `${path} is on a disk that is mounted read-only (EROFS)`,
    });
  });
});

test('a database behind a symbolic link is refused, whether it exists or not; a link to the folder is followed', async () => {
  await inFolder(async (path, folder) => {
    symlinkSync(join(folder, 'elsewhere.db'), path);
    await assert.rejects(openSqlite({ path }), /assay\.db is a symbolic link: set DATA_DIR to the folder of the file/);
    const real = join(folder, 'real');
    mkdirSync(real);
    symlinkSync(real, join(folder, 'link'));
    const store = await openSqlite({ path: join(folder, 'link', 'assay.db') });
    await createEnvironments(store);
    await store.ready();
    await store.close();
    assert.deepEqual(readdirSync(folder).toSorted(), ['assay.db', 'link', 'real']);
  });
});
