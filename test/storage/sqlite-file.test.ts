// The SQLite file itself: damaged pages, a file that was moved or deleted, and who may read it.
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
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
    // Everything is in the file itself only after the log was written back.
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
    await pause(1_100);
    const isMoved = (error: unknown) =>
      error instanceof Failure && error.kind === 'unavailable' && /moved/.test(error.message);
    await assert.rejects(store.ready(), isMoved);
    await assert.rejects(store.webhooks.queue.release(environmentNumber, []), isMoved);
    await assert.rejects(
      store.ingest(async () => 'accepted'),
      isMoved,
    );
    // Another file at the same place is not the open one.
    writeFileSync(path, '');
    await assert.rejects(store.ready(), isMoved);
    renameSync(moved, path);
    await store.ready();
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
    const denied = () => {
      throw Object.assign(new Error(), { code: 'EACCES' });
    };
    assert.throws(() => requireAccess(path, denied), {
      message: `${path} cannot be read and written by this account (EACCES): run this with the account of the service`,
    });
  });
});
