// Contract: counts of failures that no event reads any more are deleted, and none that an import reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../src/vocabulary/clock.ts';
import { eventKeys, NOON } from '../sample.ts';
import { type EngineUnderTest, historyOf, newEnvironment, saveEvent } from './engine-under-test.ts';

const WEEK = 7 * DAY;

export function oldFailuresContract({ store, console }: EngineUnderTest): void {
  const fail = async (environment: number, at: number, kinds: readonly ('login' | 'payment')[] = ['login']) => {
    for (const failure of kinds) await saveEvent(store, { ...eventKeys(environment), at }, { failure });
  };
  /** The failed logins of the hour and of the week before this time: of a minute or an hour with no event, as results are cached. */
  const failures = async (environment: number, at: number) => {
    const { login } = (await historyOf(store, { ...eventKeys(environment), at })).environment.failures;
    return [login.lastHour, login.byHour.length];
  };
  const saveLine = (environment: number, at: number, savedAt: number, source = 'file') =>
    saveEvent(store, { ...eventKeys(environment), at }, { importPosition: { source, line: 1, savedAt } });
  const forget = (environment: number, before: number, limit = 9) =>
    store.privacy.forgetFailures(environment, { now: NOON, before, importing: NOON - WEEK }, limit);

  test('deletes counts of failures from before a time, by minute and by hour', async () => {
    const { number } = await newEnvironment(store);
    const { number: other } = await newEnvironment(store);
    for (const environment of [number, other]) {
      await fail(environment, NOON - HOUR - 1, ['login', 'payment']);
      await fail(environment, NOON);
    }
    assert.equal(await forget(number, NOON), 4);
    assert.deepEqual(await failures(number, NOON - HOUR), [0, 0]);
    assert.deepEqual(await failures(number, NOON + HOUR), [0, 1]);
    assert.deepEqual(await failures(other, NOON - HOUR), [1, 1]);
    assert.deepEqual(await failures(other, NOON + HOUR), [0, 2]);
  });

  test('deletes the oldest first, of all kinds of a minute at once', async () => {
    const { number } = await newEnvironment(store);
    for (const hours of [2, 3, 4]) await fail(number, NOON - hours * HOUR, ['login', 'payment']);
    assert.equal(await forget(number, NOON, 1), 4);
    assert.deepEqual(await failures(number, NOON - 4 * HOUR + MINUTE), [0, 0]);
    assert.deepEqual(await failures(number, NOON), [0, 2]);
    assert.deepEqual([await forget(number, NOON), await forget(number, NOON)], [8, 0]);
  });

  test('leaves what an import reads: the week before its last line and, for lines out of order, a day', async () => {
    const { number } = await newEnvironment(store);
    const line = NOON - 30 * DAY;
    for (const days of [9, 7]) await fail(number, line - days * DAY);
    await saveLine(number, line, NOON - WEEK + 1);
    await saveLine(number, NOON - DAY, NOON, 'a newer file');
    assert.equal(await forget(number, NOON), 2, 'those of nine days before');
    assert.deepEqual(await failures(number, line), [0, 1]);
  });

  test('takes an import that has saved nothing for long for one that is complete', async () => {
    const { number } = await newEnvironment(store);
    await fail(number, NOON - 30 * DAY);
    await saveLine(number, NOON - 29 * DAY, NOON - WEEK);
    assert.equal(await forget(number, NOON), 2);
  });

  // An in-memory database cannot be reached from outside its store.
  if (console !== null)
    test('leaves all counts while an import of an older program may need them', async () => {
      const { number } = await newEnvironment(store);
      await fail(number, NOON - 30 * DAY);
      await console(`INSERT INTO import_positions (environment_id, source, line) VALUES (${number}, 'file', 1)`);
      assert.equal(await forget(number, NOON), 0);
      const later = { now: NOON + WEEK, before: NOON, importing: NOON };
      assert.equal(await store.privacy.forgetFailures(number, later, 9), 2);
    });
}
