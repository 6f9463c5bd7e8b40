// Tests the effect of attempt results on the delivery queue, on both engines: backoff schedule, endpoint health, redelivery.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimedDelivery } from '../../src/records/webhooks.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { ENDPOINT_CAP, SLOW_AFTER_FAILURES } from '../../src/vocabulary/endpoint-caps.ts';
import { attempt, claim, complete, OK, resultOf, SERVER_ERROR, TIMEOUT } from './claims.ts';
import { addEndpoint, delivery, NOON, newId, onFreshStores } from './fixture.ts';

onFreshStores((open) => {
  test('follows the backoff schedule to its end and logs every attempt', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    await store.webhooks.queue.enqueue(environmentNumber, delivery(id), NOON);
    let now = NOON;
    for (const delay of [1, 5, 30, 120]) {
      const { found } = await attempt(fixture, id, SERVER_ERROR, now);
      assert.deepEqual([found?.status, found?.nextAttemptAt], ['pending', now + delay * MINUTE]);
      assert.deepEqual(await claim(fixture, id, now + delay * MINUTE - 1), []);
      now += delay * MINUTE;
    }
    const { found } = await attempt(fixture, id, TIMEOUT, now);
    assert.deepEqual([found?.status, found?.nextAttemptAt], ['exhausted', null]);
    assert.deepEqual(
      found?.attempts.map(({ number, startedAt, durationMs, httpStatus, error, responseSnippet }) => ({
        number,
        startedAt,
        durationMs,
        httpStatus,
        error,
        responseSnippet,
      })),
      [0, 1, 6, 36, 156].map((minutes, n) => ({
        number: n + 1,
        startedAt: NOON + minutes * MINUTE,
        durationMs: 3,
        httpStatus: n < 4 ? 500 : null,
        error: n < 4 ? null : 'request_timeout',
        responseSnippet: 'response text',
      })),
    );
    assert.deepEqual(await store.webhooks.queue.dueEndpoints(now * 2, null, 10), []);
  });

  test('records endpoint health and limits one that keeps timing out to one connection', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    for (let n = 0; n < 12; n++) await store.webhooks.queue.enqueue(environmentNumber, delivery(id), NOON);
    const health = async () => {
      const found = await store.webhooks.endpoints.find(environmentNumber, id);
      return [found?.consecutiveFailures, found?.lastSuccessAt, found?.lastFailureAt];
    };
    const four = await claim(fixture, id);
    await complete(
      fixture,
      four.map((claimed, n) => resultOf(claimed, TIMEOUT, NOON + n)),
    );
    assert.deepEqual(await health(), [4, null, NOON + 3]);
    assert.equal((await store.webhooks.queue.dueEndpoints(NOON, null, 9))[0]?.slow, false);
    await attempt(fixture, id, TIMEOUT, NOON + 5);
    assert.equal((await store.webhooks.queue.dueEndpoints(NOON, null, 9))[0]?.slow, true);
    const alone = await claim(fixture, id, NOON + 6);
    assert.deepEqual(
      alone.map(({ slow }) => slow),
      [true],
    );
    assert.deepEqual(await claim(fixture, id, NOON + 6), []);
    await complete(
      fixture,
      alone.map((claimed) => resultOf(claimed, SERVER_ERROR, NOON + 7)),
    );
    assert.deepEqual(await health(), [6, null, NOON + 7]);
    const more = await claim(fixture, id, NOON + 8);
    assert.equal(more.length, 4);
    await complete(
      fixture,
      [OK, SERVER_ERROR, OK, SERVER_ERROR].map((result, n) =>
        resultOf(more[n] as ClaimedDelivery, result, NOON + 10 + n),
      ),
    );
    assert.deepEqual(await health(), [1, NOON + 12, NOON + 13]);
  });

  test('limits an endpoint that only fails to one connection until a success', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    for (let n = 0; n < 30; n++) await store.webhooks.queue.enqueue(environmentNumber, delivery(id), NOON);
    for (let round = 0; round < SLOW_AFTER_FAILURES / ENDPOINT_CAP; round++) {
      const claimed = await claim(fixture, id, NOON + round);
      assert.deepEqual(
        claimed.map(({ slow }) => slow),
        Array(ENDPOINT_CAP).fill(false),
      );
      await complete(
        fixture,
        claimed.map((one) => resultOf(one, SERVER_ERROR, NOON + round)),
      );
    }
    const alone = await claim(fixture, id, NOON + 10);
    assert.deepEqual(
      alone.map(({ slow }) => slow),
      [true],
    );
    await complete(
      fixture,
      alone.map((one) => resultOf(one, OK, NOON + 10)),
    );
    assert.equal((await claim(fixture, id, NOON + 11)).length, ENDPOINT_CAP);
  });

  test('redelivers once, outside the backoff schedule, whatever the status', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    const { log, queue } = store.webhooks;
    await queue.enqueue(environmentNumber, delivery(id), NOON);
    const { claimed } = await attempt(fixture, id, { httpStatus: 404, error: null }, NOON);
    assert.equal((await log.find(environmentNumber, id, claimed.id))?.status, 'failed');

    const redelivered = await log.redeliver(environmentNumber, id, claimed.id, NOON + 10);
    assert.deepEqual([redelivered?.status, redelivered?.nextAttemptAt], ['pending', NOON + 10]);
    const second = await attempt(fixture, id, SERVER_ERROR, NOON + 10);
    assert.deepEqual(
      [second.claimed.number, second.claimed.scheduledAttempt, second.claimed.body],
      [2, null, claimed.body],
    );
    assert.deepEqual([second.found?.status, second.found?.nextAttemptAt], ['failed', null]);

    await log.redeliver(environmentNumber, id, claimed.id, NOON + 20);
    await log.redeliver(environmentNumber, id, claimed.id, NOON + 21);
    const third = await attempt(fixture, id, OK, NOON + 21);
    assert.deepEqual([third.found?.status, third.found?.attempts.length], ['delivered', 3]);
    assert.deepEqual(await claim(fixture, id, NOON + MINUTE), []);
    assert.equal(await log.redeliver(environmentNumber, id, newId('delivery', NOON), NOON), null);
    assert.equal(await log.redeliver(fixture.otherEnvironmentNumber, id, claimed.id, NOON), null);
  });

  test('continues the backoff schedule after a redelivery', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    const { log, queue } = store.webhooks;
    await queue.enqueue(environmentNumber, delivery(id), NOON);
    const { claimed } = await attempt(fixture, id, SERVER_ERROR, NOON);
    await log.redeliver(environmentNumber, id, claimed.id, NOON + 1);
    const between = await attempt(fixture, id, SERVER_ERROR, NOON + 1);
    assert.deepEqual([between.found?.status, between.found?.nextAttemptAt], ['pending', NOON + MINUTE]);
    const [onward] = await claim(fixture, id, NOON + MINUTE);
    assert.deepEqual([onward?.number, onward?.scheduledAttempt], [3, 2]);

    // Requested during a scheduled attempt: the redelivery comes next, then the schedule continues.
    await log.redeliver(environmentNumber, id, claimed.id, NOON + MINUTE + 1);
    assert.ok(onward);
    await complete(fixture, [resultOf(onward, SERVER_ERROR, NOON + MINUTE + 2)]);
    const extra = await attempt(fixture, id, SERVER_ERROR, NOON + MINUTE + 3);
    assert.deepEqual([extra.claimed.number, extra.claimed.scheduledAttempt], [4, null]);
    assert.deepEqual([extra.found?.status, extra.found?.nextAttemptAt], ['pending', NOON + 6 * MINUTE + 2]);
  });
});
