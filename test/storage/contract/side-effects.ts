// Contract: rows stored with an event (the response to replay, deliveries, import positions), and that events are immutable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, SECOND } from '../../../src/vocabulary/clock.ts';
import { eventKeys, id, NOON } from '../sample.ts';
import { type EngineUnderTest, historyOf, newEnvironment, saveEvent } from './engine-under-test.ts';

export function sideEffectsContract(engine: EngineUnderTest): void {
  const { store } = engine;

  test('stores the response under its idempotency key; a later use replaces it', async () => {
    const { number } = await newEnvironment(store);
    const from = eventKeys(number, { idempotencyKey: 'Key-1' });
    const idempotency = { key: 'Key-1', requestDigest: 'd1', response: '{"data":1}' };
    const { event } = await saveEvent(store, from, { idempotency });
    assert.deepEqual((await historyOf(store, from)).replay, {
      requestDigest: 'd1',
      eventId: event.id,
      createdAt: event.createdAt,
      response: '{"data":1}',
    });
    assert.equal((await historyOf(store, { ...from, idempotencyKey: 'key-1' })).replay, null, 'case matters');
    const next = await saveEvent(
      store,
      { ...from, at: NOON + 2 * DAY },
      { idempotency: { ...idempotency, requestDigest: 'd2' } },
    );
    const { replay } = await historyOf(store, from);
    assert.deepEqual([replay?.requestDigest, replay?.eventId], ['d2', next.event.id]);
  });

  test('deletes the oldest responses, but not one that was replaced since', async () => {
    const { number } = await newEnvironment(store);
    const { number: other } = await newEnvironment(store);
    const save = (environment: number, key: string, at: number) => {
      const from = eventKeys(environment, { idempotencyKey: key });
      return saveEvent(store, { ...from, at }, { idempotency: { key, requestDigest: 'd1', response: '{"data":1}' } });
    };
    for (const [seconds, key] of ['a', 'b', 'c'].entries()) await save(number, key, NOON + seconds * SECOND);
    const { createdAt } = (await save(number, 'a', NOON + 3 * SECOND)).event;
    await save(other, 'a', NOON);
    const stored = async () => {
      const keys = ['a', 'b', 'c'];
      const replays = keys.map((key) => historyOf(store, eventKeys(number, { idempotencyKey: key })));
      return (await Promise.all(replays)).flatMap(({ replay }, at) => (replay === null ? [] : keys[at]));
    };
    assert.equal(await store.privacy.forgetResponses(number, createdAt, 1), 1);
    assert.deepEqual(await stored(), ['a', 'c']);
    assert.equal(await store.privacy.forgetResponses(number, createdAt, 9), 1);
    assert.deepEqual(await stored(), ['a']);
    assert.equal(await store.privacy.forgetResponses(number, createdAt, 9), 0);
    assert.notEqual((await historyOf(store, eventKeys(other, { idempotencyKey: 'a' }))).replay, null);
  });

  test('stores the last line of an import', async () => {
    const { number } = await newEnvironment(store);
    assert.equal(await store.importPosition(number, 'file'), 0);
    for (const line of [1, 7]) {
      const importPosition = { source: 'file', line, savedAt: NOON };
      await saveEvent(store, eventKeys(number), { importPosition });
    }
    assert.equal(await store.importPosition(number, 'file'), 7);
    assert.equal(await store.importPosition(number, 'other'), 0);
  });

  // An in-memory database cannot be reached from outside its store.
  const { console } = engine;
  if (console !== null)
    test('queues deliveries and the rollup with their event', async () => {
      const { number } = await newEnvironment(store);
      const body = '{"b":1, "a":"\u2028é"}';
      const delivery = {
        id: id('delivery'),
        endpointId: id('endpoint'),
        type: 'device.new',
        eventId: null,
        body,
      } as const;
      const { event } = await saveEvent(store, eventKeys(number), {
        deliveries: [delivery, { ...delivery, id: id('delivery'), type: 'decision.allow' }],
      });
      const columns = 'id, endpoint_id, type, body, event_id, status, attempts, lease_token, finished_at';
      const rows = await console(
        `SELECT ${columns} FROM webhook_deliveries WHERE environment_id = ${number} ORDER BY id`,
      );
      assert.equal(rows.length, 2);
      assert.deepEqual(
        { ...rows[0] },
        {
          id: delivery.id,
          endpoint_id: delivery.endpointId,
          type: 'device.new',
          body,
          event_id: event.id,
          status: 'pending',
          attempts: 0,
          lease_token: null,
          finished_at: null,
        },
      );
      const queue = await console(`SELECT event_id FROM rollup_queue WHERE environment_id = ${number}`);
      assert.deepEqual(
        queue.map((row) => row.event_id),
        [event.id],
      );
    });

  if (console !== null)
    test('rejects edits and deletion of a stored event', async () => {
      const { number } = await newEnvironment(store);
      const { event } = await saveEvent(store, eventKeys(number));
      const where = `WHERE environment_id = ${number}`;
      for (const column of [
        'score = 0',
        "decision = 'allow'",
        'policy_version = 9',
        "type = 'x'",
        'recognised = 1',
        'at = 1',
      ]) {
        await assert.rejects(console(`UPDATE events SET ${column} ${where}`), /never edited/, column);
      }
      await assert.rejects(console(`DELETE FROM events ${where}`), /never .*deleted/);
      for (const column of ["signals = '[]'", "resolution = '[]'"]) {
        await assert.rejects(console(`UPDATE event_details SET ${column} ${where}`), /never edited/, column);
      }
      await assert.rejects(console(`DELETE FROM event_details ${where}`), /never .*deleted/);
      assert.deepEqual((await store.events.event(number, event.id))?.event, event);
      // Identifiers may be removed: the address, and later the account.
      await console(`UPDATE events SET address = NULL, account_key = NULL ${where}`);
      const bare = { ...event, address: null, accountKey: null };
      assert.deepEqual((await store.events.event(number, event.id))?.event, bare);
    });
}
