// Tests which jobs of a commit run concurrently, and what happens to them when one fails.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertInto } from '../sql.ts';
import { SqliteConnection } from './connection.ts';
import { GroupCommit } from './group-commit.ts';
import { NOT_TOGETHER } from './jobs.ts';

const INSERT = insertInto('accounts')`VALUES (?)`;

let connection: SqliteConnection;
let commits: GroupCommit;
/** Ids whose rows are deferred. */
let deferred: number[];
let log: string[];

beforeEach(() => {
  connection = new SqliteConnection(':memory:', { readOnly: false });
  connection.exec('CREATE TABLE accounts (id INTEGER PRIMARY KEY) STRICT');
  deferred = [];
  log = [];
  const flush = () => {
    for (const id of deferred) void connection.send(INSERT, id);
    deferred = [];
  };
  const onRollback = () => {
    deferred = [];
    log.push('rollback');
  };
  commits = new GroupCommit(connection, { onBegin: () => {}, onGroupStart: () => {}, flush, onRollback }, 100, null);
});

/** Defers a row after two turns of the microtask queue; `fail` throws before or after that. */
function job(id: number, keys: readonly string[], fail: { before?: Error; after?: Error } = {}) {
  let hasSaved = false;
  const work = async () => {
    log.push(`start ${id}`);
    await Promise.resolve();
    if (fail.before !== undefined) throw fail.before;
    hasSaved = true;
    deferred.push(id);
    await Promise.resolve();
    if (fail.after !== undefined) throw fail.after;
    log.push(`end ${id}`);
    return id;
  };
  return commits.run(work, { keys, hasSaved: () => hasSaved });
}

const stored = () => connection.prepare('SELECT id FROM accounts ORDER BY id').all().flatMap(Object.values);

test('jobs run at the same time unless they share a key; then in their order', async () => {
  await Promise.all([job(1, ['a']), job(2, ['b']), job(3, ['a', 'c']), job(4, []), job(5, ['c', 'b'])]);
  const [first, second, third] = [log.slice(0, 6), log.slice(6, 8), log.slice(8)];
  assert.deepEqual(first, ['start 1', 'start 2', 'start 4', 'end 1', 'end 2', 'end 4']);
  assert.deepEqual(second, ['start 3', 'end 3']);
  assert.deepEqual(third, ['start 5', 'end 5']);
  assert.deepEqual(stored(), [1, 2, 3, 4, 5]);
});

test('a job that states no keys reads what those before it have written, and runs alone', async () => {
  const found: unknown[] = [];
  const reads = () => commits.run(async () => found.push(stored()));
  await Promise.all([job(1, ['a']), reads(), job(2, ['b']), job(3, ['c']), reads()]);
  assert.deepEqual(found, [[1], [1, 2, 3]]);
  assert.deepEqual(log, ['start 1', 'end 1', 'start 2', 'start 3', 'end 2', 'end 3']);
});

test('a job that cannot run with the others runs again after they are written', async () => {
  let runs = 0;
  const found: unknown[] = [];
  const work = async () => {
    runs += 1;
    found.push(stored());
    await Promise.resolve();
    if (runs === 1) throw NOT_TOGETHER;
  };
  await Promise.all([job(1, ['a']), commits.run(work, { keys: ['b'], hasSaved: () => false }), job(2, ['c'])]);
  assert.deepEqual(found, [[], [1, 2]]);
});

test('a job that fails before it has saved is refused alone', async () => {
  const results = await Promise.allSettled([job(1, ['a']), job(2, ['b'], { before: new Error('no') }), job(3, ['c'])]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(stored(), [1, 3]);
  assert.ok(!log.includes('rollback'));
});

for (const [what, second] of [
  ['fails after it has saved', () => job(2, ['b'], { after: new Error('no') })],
  ['defers a row that cannot be written', () => job(1, ['b'])],
] as const) {
  test(`when a job ${what}, all run again, each in a savepoint`, async () => {
    const results = await Promise.allSettled([job(1, ['a']), second(), job(3, ['c'])]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(stored(), [1, 3]);
    assert.equal(log.filter((line) => line === 'start 3').length, 2);
  });
}

test('when SQLite ends the transaction, every job gets its error, not that of a job refused before', async () => {
  const fails = async () => {
    await Promise.resolve();
    // As after a read that fails because of the disk; the binding gives no result code with it.
    connection.exec('ROLLBACK');
    throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' });
  };
  const results = await Promise.allSettled([
    job(1, ['a'], { before: new Error('no') }),
    job(2, ['b']),
    commits.run(fails, { keys: ['c'], hasSaved: () => false }),
    job(3, ['d']),
  ]);
  for (const result of results) {
    assert.equal(result.status, 'rejected');
    assert.equal(result.reason.kind, 'unavailable', String(result.reason));
  }
  assert.deepEqual(stored(), []);
  assert.equal(await job(4, ['a']), 4, 'the next commit goes on');
});
