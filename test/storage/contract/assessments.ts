// Contract: bulk reads of assessments in id order, between two ids, and with the label that is current.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventKeys } from '../sample.ts';
import { type EngineUnderTest, newEnvironment, saveEvent } from './engine-under-test.ts';
import { labelEvent } from './outcomes.ts';

const ALL = { after: '', before: 'evt_~' };

export function assessmentsContract(engine: EngineUnderTest): void {
  const { store } = engine;

  async function savedIds(number: number, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await saveEvent(store, eventKeys(number))).event.id);
    return ids;
  }

  test('reads assessments between two ids, in pages, each with its current label', async () => {
    const { number } = await newEnvironment(store);
    const ids = await savedIds(number, 5);
    const [first, second, third, fourth, last] = ids as [string, string, string, string, string];
    await savedIds((await newEnvironment(store)).number, 1);
    await labelEvent(store, number, second, 'payment_fraud', 'account_takeover');
    await labelEvent(store, number, fourth, 'fraud_confirmed', null);
    const page = async (range: typeof ALL, limit: number) =>
      (await store.assessments.page(number, range, limit)).map((one) => [one.eventId, one.label]);
    const inside = [
      [second, 'account_takeover'],
      [third, null],
      [fourth, null],
    ];
    assert.deepEqual(await page({ after: first, before: last }, 9), inside);
    assert.deepEqual(await page({ after: first, before: last }, 2), inside.slice(0, 2));
    assert.equal((await page(ALL, 9)).length, 5);
  });

  test('reads only events with a current label, and only between the ids', async () => {
    const { number } = await newEnvironment(store);
    const ids = await savedIds(number, 6);
    const [first, second, third, fourth, fifth, last] = ids as [string, string, string, string, string, string];
    for (const id of [first, last, fourth]) await labelEvent(store, number, id, 'fraud_confirmed');
    await labelEvent(store, number, second, 'payment_fraud', 'account_takeover');
    await labelEvent(store, number, third, 'fraud_confirmed', null);
    const page = async (range: typeof ALL, limit: number) =>
      (await store.assessments.labeledPage(number, range, limit)).map((one) => [one.eventId, one.label]);
    const inside = [
      [second, 'account_takeover'],
      [fourth, 'fraud_confirmed'],
    ];
    assert.deepEqual(await page({ after: first, before: last }, 9), inside);
    assert.deepEqual(await page({ after: first, before: last }, 1), inside.slice(0, 1));
    assert.deepEqual(await page({ after: fourth, before: fifth }, 9), []);
    assert.equal((await page(ALL, 9)).length, 4);
  });

  test('counts the events between two ids, and says where to continue', async () => {
    const { number } = await newEnvironment(store);
    const ids = await savedIds(number, 5);
    const [first, second, third, , last] = ids as [string, string, string, string, string];
    const count = (after: string, limit: number) => store.assessments.count(number, { after, before: last }, limit);
    assert.deepEqual(await count(first, 2), { count: 2, last: third });
    assert.deepEqual(await count(third, 2), { count: 1, last: null });
    assert.deepEqual(await count(second, 2), { count: 2, last: ids[3] });
  });
}
