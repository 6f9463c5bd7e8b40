// Tests that failures cached by a process equal those read from the database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOUR, MINUTE } from '../../vocabulary/clock.ts';
import { COUNTED_FAILURE_KINDS } from '../../vocabulary/failure-kinds.ts';
import type { Reader } from '../engine.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { COUNT_FAILURES } from './event-statements.ts';
import { FailureHistory } from './failure-history.ts';

const TABLES = `CREATE TABLE failure_counts (environment_id INTEGER, span INTEGER, start INTEGER, kind INTEGER, slot INTEGER,
  count INTEGER, PRIMARY KEY (environment_id, span, start, kind, slot));
  CREATE TABLE events (environment_id INTEGER, id TEXT, at INTEGER, server_success INTEGER)`;
const START = 1_000 * HOUR;

/** A failure, or none, some minutes before or after the latest event so far; afterwards everything may be rolled back. */
const steps = fc.array(
  fc.record({
    minutes: fc.constantFrom(0, 0, 0, 1, 5, 59, 60, 61, -1, -59, -60, -61),
    failure: fc.constantFrom(null, ...COUNTED_FAILURE_KINDS),
    rolledBack: fc.constantFrom(false, false, false, true),
  }),
  { maxLength: 40 },
);

test('remembered failures equal those read from the database', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const database = new SqliteConnection(':memory:', { readOnly: false });
      database.exec(TABLES);
      const remembered = new FailureHistory(() => START, { exclusive: true });
      let latest = START;
      for (const { minutes, failure, rolledBack } of list) {
        const at = latest + minutes * MINUTE;
        latest = Math.max(latest, at);
        database.exec('SAVEPOINT work');
        const expected = await new FailureHistory(() => START).read(database, 1, at);
        assert.deepEqual(await remembered.read(database, 1, at), expected);
        if (failure !== null) {
          const kind = COUNTED_FAILURE_KINDS.indexOf(failure);
          for (const span of [MINUTE, HOUR])
            await database.run(COUNT_FAILURES, 1, span, Math.floor(at / span), kind, 0, 1);
          remembered.add(1, at, failure);
        }
        if (rolledBack) {
          database.exec('ROLLBACK TO work');
          remembered.clear();
        }
        database.exec('RELEASE work');
      }
      database.close();
    }),
    { numRuns: 100 },
  );
});

test('an event counts what is added after its read began, even if another transaction is rolled back meanwhile', async () => {
  for (const exclusive of [true, false]) {
    const database = new SqliteConnection(':memory:', { readOnly: false });
    database.exec(TABLES);
    const history = new FailureHistory(() => START, { exclusive });
    history.add(1, START, 'login');
    await database.run(COUNT_FAILURES, 1, MINUTE, START / MINUTE, COUNTED_FAILURE_KINDS.indexOf('login'), 0, 1);
    await history.read(database, 1, START);
    const withAdded = history.addedFromNow(1, START);
    const reading = history.read(database, 1, START);
    history.add(1, START, 'login');
    history.add(1, START - 59 * MINUTE, 'corrected_login');
    history.add(1, START - HOUR, 'login');
    history.add(1, START + MINUTE, 'login');
    history.add(2, START, 'login');
    history.clear();
    const read = await reading;
    const { login, corrected_login: corrected } = withAdded(read).failures;
    assert.equal(read.failures.login.lastHour, 1);
    assert.deepEqual([login.lastHour, corrected.lastHour], [2, 1]);
    assert.equal(history.addedFromNow(1, START)(read), read);
    database.close();
  }
});

test('nothing is cached for more than 512 environments', async () => {
  let statements = 0;
  const reader: Reader = {
    async all() {
      statements += 1;
      // biome-ignore lint/suspicious/noExplicitAny: the caller names the type of its rows.
      return [{ at: START, kind: 0, failures: 1 }] as any;
    },
  };
  const history = new FailureHistory(() => START, { exclusive: true });
  const readCount = async (environmentNumber: number) => {
    const before = statements;
    await history.read(reader, environmentNumber, START);
    return statements - before;
  };
  for (let environment = 0; environment < 512; environment += 1) assert.equal(await readCount(environment), 4);
  assert.equal(await readCount(0), 0, 'a known environment is not read again');
  await readCount(512);
  assert.equal(await readCount(0), 4, 'every cache was emptied for one environment more');
});
