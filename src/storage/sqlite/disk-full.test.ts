// Tests how a full disk is distinguished from a broken one.
import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { test } from 'node:test';
import { openingError, SqliteConnection } from './connection.ts';
import { isDiskFull, rewritingError } from './disk-full.ts';

/** The error that the binding reports when the index of the log could not grow (SQLITE_IOERR_SHMSIZE). */
function failedIndex(errno: number): Error {
  return Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 4_874, systemErrno: errno });
}

function fullDatabase(): unknown {
  const connection = new SqliteConnection(':memory:', { readOnly: false });
  try {
    connection.exec('PRAGMA max_page_count = 2; CREATE TABLE rows (x); INSERT INTO rows VALUES (zeroblob(20000))');
  } catch (error) {
    return error;
  } finally {
    connection.close();
  }
  return null;
}

test('an index of the log that cannot grow on a full disk is a full disk, and else a broken one', () => {
  const { ENOSPC, EDQUOT, EIO } = constants.errno;
  for (const errno of [ENOSPC, EDQUOT]) assert.ok(isDiskFull(failedIndex(errno)));
  assert.ok(!isDiskFull(failedIndex(EIO)));
  assert.match(String(openingError('a.db', failedIndex(ENOSPC))), /a\.db cannot be opened: the disk is full/);
  assert.match(String(openingError('a.db', failedIndex(EIO))), /a\.db cannot be opened: the disk failed/);
});

test('a database that cannot be rewritten is named, with the room that it takes', () => {
  assert.match(
    String(rewritingError('a.db', fullDatabase())),
    /no room to rewrite a\.db: free as much as the database/,
  );
});
