// Nobody is told of a commit before it is on disk, and a disk that fails is told to all who waited for it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { Checkpoints } from './checkpoints.ts';
import { SqliteConnection } from './connection.ts';
import { type Durability, GroupCommit } from './group-commit.ts';
import { WalSync } from './wal-sync.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-commit-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function opened(name: string): { path: string; connection: SqliteConnection } {
  const path = join(folder, name);
  const connection = new SqliteConnection(path, { readOnly: false });
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  connection.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY, text TEXT) STRICT');
  return { path, connection };
}

test('works learn their outcome after the flush, while the next transaction is made', async () => {
  const { connection } = opened('order.db');
  const flushes: PromiseWithResolvers[] = [];
  const durability: Durability = {
    flushed: () => {
      const flush = withResolvers();
      flushes.push(flush);
      return flush.promise;
    },
    turn: async () => {},
  };
  const commits = new GroupCommit(connection, () => {}, 100, durability);
  const told: string[] = [];
  const one = commits.run(() => connection.run('INSERT INTO kept VALUES (1, ?)', 'one')).then(() => told.push('one'));
  while (flushes.length < 1) await turn();
  const two = commits.run(() => connection.run('INSERT INTO kept VALUES (2, ?)', 'two')).catch(() => told.push('lost'));
  while (flushes.length < 2) await turn();
  assert.deepEqual(told, [], 'both are committed, neither is on disk');
  assert.equal(connection.inTransaction, false);
  flushes[0]?.resolve();
  await one;
  assert.deepEqual(told, ['one']);
  flushes[1]?.reject(new Error('disk'));
  await two;
  assert.deepEqual(told, ['one', 'lost']);
  await commits.close();
  connection.close();
});

test('a flush covers what was committed before it was asked for; those who ask meanwhile share the next', async () => {
  const { path, connection } = opened('flush.db');
  connection.exec("INSERT INTO kept VALUES (1, 'one')");
  const sync = new WalSync(path);
  const first = sync.flushed();
  const [second, third] = [sync.flushed(), sync.flushed()];
  assert.equal(second, third);
  assert.notEqual(first, second);
  await Promise.all([first, second]);
  sync.close();
  connection.close();
});

test('the log is carried into the database file while the writer goes on, and begins anew', async () => {
  const { path, connection } = opened('carry.db');
  const checkpoints = new Checkpoints(path);
  const write = connection.prepare('INSERT INTO kept (text) VALUES (?)');
  const before = statSync(path).size;
  for (let commit = 0; statSync(path).size <= before; commit++) {
    assert.ok(commit < 100_000, 'no pass ever came');
    write.run('x'.repeat(3_000));
    await checkpoints.turn();
    if (commit % 64 === 63) await pause(5);
  }
  await checkpoints.close();
  const { log, checkpointed } = connection.get('PRAGMA wal_checkpoint(PASSIVE)') as Record<string, number>;
  assert.equal(log, checkpointed);
  const grown = statSync(`${path}-wal`).size;
  write.run('again');
  assert.equal(statSync(`${path}-wal`).size, grown, 'the log is written from its beginning');
  connection.close();
});

interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: Error) => void;
}

function withResolvers(): PromiseWithResolvers {
  let [resolve, reject]: [() => void, (error: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<void>((fulfill, refuse) => {
    [resolve, reject] = [fulfill, refuse];
  });
  return { promise, resolve, reject };
}
