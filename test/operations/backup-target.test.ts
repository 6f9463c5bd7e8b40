// Tests that `backup` overwrites no file of the service and no foreign file, however the path leads there.
import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { backupTargetError, requireBackupTarget } from '../../src/cli/backup-target.ts';
import { copyError } from '../../src/storage/backup/copy-error.ts';
import { openingError, SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { assay, withFolder } from '../cli/run-cli.ts';

/** Every file below the folder with its content; SQLite's own bookkeeping beside the database may come and go. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]),
  );
}

/** Fails with the system's ENOSPC. */
function writeToFullDevice(): void {
  writeFileSync('/dev/full', 'x');
}

/** Fails with SQLite's error for a full disk, caused by a page limit. */
function writeToFullDatabase(): void {
  const connection = new SqliteConnection(':memory:', { readOnly: false });
  try {
    connection.exec('PRAGMA max_page_count = 2; CREATE TABLE rows (x); INSERT INTO rows VALUES (zeroblob(20000))');
  } finally {
    connection.close();
  }
}

/** SQLite's errors come with the name of the file that is opened. */
function restoreError(path: string, error: unknown): unknown {
  return copyError(path, '/data', openingError('/data/assay.db.restoring', error));
}

describe('the file that backup writes', () => {
  let folder = '';
  let dataDir = '';
  let end = () => {};
  before(async () => {
    await new Promise<void>((ready) => {
      void withFolder((created) => {
        folder = created;
        ready();
        return new Promise<void>((done) => {
          end = done;
        });
      });
    });
    dataDir = join(folder, 'data');
    assert.equal((await assay(['setup'], { dataDir })).code, 0);
    assert.equal((await assay(['backup', join(folder, 'backup.db')], { dataDir })).code, 0);
  });
  after(() => end());

  /** Expects an error; the first test shows that a rejected command leaves every file unchanged. */
  function refused(path: string, message: RegExp, replace = true): void {
    assert.throws(() => requireBackupTarget(path, dataDir, replace), message, path);
  }

  test('is named when the disk is full or the folder takes no files', async () => {
    const { code, stdout, stderr } = await assay(['backup', '/proc/backup.db'], { dataDir });
    assert.deepEqual([code, stdout, stderr], [2, '', 'assay: the folder /proc takes no files (ENOENT)\n']);
    const path = '/mnt/backup.db';
    for (const [errorOf, message] of [
      [backupTargetError, `the disk has no room for ${path}: free space, or choose another disk`],
      [restoreError, `/data has no room for a copy of ${path}: free space, or choose another folder`],
    ] as const) {
      for (const failing of [writeToFullDevice, writeToFullDatabase]) {
        assert.throws(
          () => {
            try {
              failing();
            } catch (error) {
              throw errorOf(path, error);
            }
          },
          { message },
          failing.name,
        );
      }
    }
  });

  test('is complete where DATA_DIR takes no record of it, because its disk is full, and the earlier record stays', async () => {
    const record = join(dataDir, 'last-backup.json');
    const earlier = readFileSync(record, 'utf8');
    symlinkSync('/dev/full', `${record}.unfinished`);
    const path = join(folder, 'unrecorded.db');
    const { code, stdout, stderr } = await assay(['backup', path], { dataDir });
    assert.deepEqual([code, existsSync(path)], [0, true]);
    assert.match(stdout, /checked/);
    assert.match(stderr, /doctor will not know of this backup: ENOSPC/);
    assert.equal(readFileSync(record, 'utf8'), earlier);
    assert.equal(existsSync(`${record}.unfinished`), false);
  });

  test('is refused before anything is written or removed', async () => {
    for (const name of ['assay.db', 'encryption-keys']) {
      const known = contents(folder);
      const result = await assay(['backup', join(dataDir, name), '--replace'], { dataDir });
      assert.deepEqual([result.code, result.stdout], [2, '']);
      assert.match(result.stderr, /^assay: .* is .* of the service in DATA_DIR: give the backup another name\n$/);
      assert.deepEqual(contents(folder), known, name);
    }
  });

  test('is no file of DATA_DIR that the service needs, with --replace or without', () => {
    for (const name of ['assay.db', 'encryption-keys', 'first-run.json', 'last-backup.json', 'assay.db.lock']) {
      assert.ok(existsSync(join(dataDir, name)), name);
      refused(join(dataDir, name), /is .* of the service in DATA_DIR: give the backup another name/);
    }
    // SQLite would take a file of this name for the log of the database.
    refused(join(dataDir, 'assay.db-wal'), /is assay\.db-wal of the service/, false);
    refused(join(dataDir, 'assay.db-shm'), /is assay\.db-shm of the service/, false);
  });

  test('is none of them through a symbolic link, a linked folder or a hard link', () => {
    const [byLink, byHardLink, linkedFolder] = ['link.db', 'hard.db', 'linked'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    symlinkSync(join(dataDir, 'assay.db'), byLink);
    linkSync(join(dataDir, 'encryption-keys'), byHardLink);
    symlinkSync(dataDir, linkedFolder);
    refused(byLink, /is assay\.db of the service/);
    refused(byHardLink, /is encryption-keys of the service/);
    refused(join(linkedFolder, 'first-run.json'), /is first-run\.json of the service/);
    refused(join(linkedFolder, 'assay.db-wal'), /is assay\.db-wal of the service/, false);
  });

  test('is no folder, no foreign file and no database of another service', async () => {
    const [subfolder, foreign, other] = ['backups', 'notes.txt', 'other'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(subfolder);
    for (const replace of [false, true]) {
      refused(subfolder, /backups is a folder: name the file, for example .*backups\/assay-backup\.db$/, replace);
    }
    writeFileSync(foreign, 'irreplaceable');
    refused(foreign, /notes\.txt exists: choose another name, or replace it with --replace/, false);
    refused(foreign, /notes\.txt is not a backup of Assay, and --replace replaces nothing else/);
    refused(join(foreign, 'backup.db'), /notes\.txt is not a folder/);
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling.db'));
    refused(join(folder, 'dangling.db'), /is not a backup of Assay/);
    assert.equal((await assay(['setup'], { dataDir: other })).code, 0);
    refused(join(other, 'assay.db'), /other\/assay\.db(-wal|-shm|\.lock) exists, so .* belongs to a service/);
  });

  test('is an earlier backup with --replace, also where the data folder has a copy', async () => {
    const earlier = join(folder, 'backup.db');
    assert.equal((await assay(['backup', earlier, '--replace'], { dataDir })).code, 0);
    // A backup in the data folder itself is not the source of anything.
    const inside = join(dataDir, 'backup.db');
    renameSync(earlier, inside);
    assert.equal((await assay(['backup', inside, '--replace'], { dataDir })).code, 0);
    assert.equal((await assay(['keys', 'list'], { dataDir })).code, 0);
  });
});
