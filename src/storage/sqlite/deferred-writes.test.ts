// Tests that deferred writes run within their transaction or not at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_WRITES } from '../events/event-writes.ts';
import type { Write } from '../sql.ts';
import { SqliteConnection } from './connection.ts';
import { DeferredWrites } from './deferred-writes.ts';

test('nothing is written after SQLite has ended the transaction, until the writes are discarded', () => {
  const connection = new SqliteConnection(':memory:', { readOnly: false });
  const deferred = new DeferredWrites(connection);
  connection.exec('BEGIN');
  void deferred.send(EVENT_WRITES[0] as Write, 1);
  // What SQLite does when a read fails because of the disk or the memory.
  connection.exec('ROLLBACK');
  assert.throws(() => deferred.flush(), { kind: 'unavailable', code: 'storage_unavailable' });
  connection.exec('BEGIN');
  assert.throws(() => deferred.flush(), { kind: 'unavailable' }, 'a new transaction must not get them');
  deferred.discard();
  deferred.flush();
  assert.equal(connection.writes, 0);
  connection.close();
});
