// Tests that writers are acknowledged only after the flush, that a failed flush is reported, and checkpoints of the log.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { insertInto } from '../sql.ts';
import { Checkpoints } from './checkpoints.ts';
import { SqliteConnection } from './connection.ts';
import { type Durability, GroupCommit } from './group-commit.ts';
import { WalSync } from './wal-sync.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-commit-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const NO_HOOKS = { onBegin: () => {}, onGroupStart: () => {}, flush: () => {}, onRollback: () => {} };
const INSERT = insertInto('accounts')`VALUES (?, ?)`;

function opened(name: string): { path: string; connection: SqliteConnection } {
  const path = join(folder, name);
  const connection = new SqliteConnection(path, { readOnly: false });
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  connection.exec('CREATE TABLE accounts (id INTEGER PRIMARY KEY, text TEXT) STRICT');
  return { path, connection };
}

test('settles jobs after the flush, while the next transaction runs', async () => {
  const { connection } = opened('order.db');
  const flushes: PromiseWithResolvers[] = [];
  const durability: Durability = {
    requirePlace: () => true,
    writeBack: async () => true,
    flushed: () => {
      const flush = withResolvers();
      flushes.push(flush);
      return flush.promise;
    },
    afterCommit: async () => {},
  };
  const commits = new GroupCommit(connection, NO_HOOKS, 100, durability);
  const settled: string[] = [];
  const one = commits.run(() => connection.run(INSERT, 1, 'one')).then(() => settled.push('one'));
  while (flushes.length < 1) await nextTick();
  const two = commits.run(() => connection.run(INSERT, 2, 'two')).catch(() => settled.push('lost'));
  while (flushes.length < 2) await nextTick();
  assert.deepEqual(settled, [], 'both are committed, neither is on disk');
  assert.equal(connection.inTransaction, false);
  flushes[0]?.resolve();
  await one;
  assert.deepEqual(settled, ['one']);
  flushes[1]?.reject(new Error('disk'));
  await two;
  assert.deepEqual(settled, ['one', 'lost']);
  await commits.close();
  connection.close();
});

test('requests of ticks that follow each other share a commit, and one that comes alone does not wait', async () => {
  const { connection } = opened('ticks.db');
  let inserted = 0;
  /** The number of inserts that had run after each commit. */
  const totals: number[] = [];
  const durability: Durability = {
    requirePlace: () => true,
    writeBack: async () => true,
    flushed: async () => {},
    afterCommit: async () => {
      totals.push(inserted);
    },
  };
  const commits = new GroupCommit(connection, NO_HOOKS, 100, durability);
  const insert = (id: number) =>
    commits.run(() => {
      inserted += 1;
      return connection.run(INSERT, id, 'text');
    });
  const jobs = [insert(1), insert(2)];
  await nextTick();
  jobs.push(insert(3));
  await Promise.all(jobs);
  assert.deepEqual(totals, [3]);
  await nextTick();
  const alone = insert(4);
  await nextTick();
  const next = insert(5);
  await Promise.all([alone, next]);
  assert.deepEqual(totals, [3, 4, 5]);
  await commits.close();
  connection.close();
});

test('waits while another program works on the log, and gives up after the time for a lock', async () => {
  const { connection } = opened('unknown.db');
  const answers = [false, false, true];
  const durability: Durability = {
    requirePlace: () => answers.shift() ?? false,
    writeBack: async () => true,
    flushed: async () => {},
    afterCommit: async () => {},
  };
  const commits = new GroupCommit(connection, NO_HOOKS, 100, durability);
  assert.equal(await commits.run(() => connection.run(INSERT, 1, 'one')), 1);
  const refused = commits.run(() => connection.run(INSERT, 2, 'two'));
  await assert.rejects(refused, /other programs keep working on the log/);
  assert.equal(connection.inTransaction, false);
  await commits.close();
  connection.close();
});

test('a job that fails after it has written is rolled back alone: the others run again, each in a savepoint', async () => {
  const { connection } = opened('apart.db');
  let rollbacks = 0;
  const hooks = { ...NO_HOOKS, onRollback: () => (rollbacks += 1) };
  const commits = new GroupCommit(connection, hooks, 100, null);
  const runs: string[] = [];
  const insert = (id: number, then: () => void = () => {}) =>
    commits.run(async () => {
      runs.push(String(id));
      await connection.run(INSERT, id, 'text');
      then();
      return id;
    });
  const fail = () => {
    throw new Error('after the write');
  };
  const results = await Promise.allSettled([insert(1), insert(2, fail), insert(1), insert(3)]);
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
    [1, 'Error: after the write', 'Error: UNIQUE constraint failed: accounts.id', 3],
  );
  assert.deepEqual(runs, ['1', '2', '1', '2', '1', '3']);
  assert.equal(rollbacks, 3, 'the transaction, and two jobs of the next one');
  assert.equal(connection.inTransaction, false);
  assert.deepEqual(connection.prepare('SELECT id FROM accounts ORDER BY id').all().map(Object.values), [[1], [3]]);
  await commits.close();
  connection.close();
});

test('a job that fails before it writes costs the others nothing', async () => {
  const { connection } = opened('refused.db');
  const hooks = { ...NO_HOOKS, onRollback: () => assert.fail('nothing is rolled back') };
  const commits = new GroupCommit(connection, hooks, 100, null);
  let runs = 0;
  const insert = (id: number) =>
    commits.run(() => {
      runs += 1;
      return connection.run(INSERT, id, 'text');
    });
  const refuse = () => commits.run(() => Promise.reject(new Error('a conflict')));
  const results = await Promise.allSettled([insert(1), refuse(), insert(2)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(runs, 2);
  assert.deepEqual(connection.prepare('SELECT id FROM accounts ORDER BY id').all().map(Object.values), [[1], [2]]);
  await commits.close();
  connection.close();
});

test('a flush covers earlier commits; requests during a flush share the next one', async () => {
  const { path, connection } = opened('flush.db');
  connection.exec("INSERT INTO accounts VALUES (1, 'one')");
  const sync = new WalSync(path);
  const first = sync.flushed();
  const [second, third] = [sync.flushed(), sync.flushed()];
  assert.equal(second, third);
  assert.notEqual(first, second);
  await Promise.all([first, second]);
  sync.close();
  connection.close();
});

test('checkpoints the log while the writer continues, and then restarts it', async () => {
  const { path, connection } = opened('carry.db');
  const checkpoints = new Checkpoints(path);
  const write = connection.prepare('INSERT INTO accounts (text) VALUES (?)');
  const before = statSync(path).size;
  for (let commit = 0; statSync(path).size <= before; commit++) {
    assert.ok(commit < 100_000, 'no checkpoint happened');
    write.run('x'.repeat(3_000));
    await checkpoints.afterCommit();
    if (commit % 64 === 63) await sleep(5);
  }
  await checkpoints.close();
  const { log, checkpointed } = connection.get('PRAGMA wal_checkpoint(PASSIVE)') as Record<string, number>;
  assert.equal(log, checkpointed);
  const logSize = statSync(`${path}-wal`).size;
  write.run('again');
  assert.equal(statSync(`${path}-wal`).size, logSize, 'the log is rewritten from its start');
  connection.close();
});

interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: Error) => void;
}

function withResolvers(): PromiseWithResolvers {
  let [resolve, reject]: [() => void, (error: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<void>((onResolve, onReject) => {
    [resolve, reject] = [onResolve, onReject];
  });
  return { promise, resolve, reject };
}
