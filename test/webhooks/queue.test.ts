// Tests the delivery queue on both engines: due endpoints, claims, caps and leases, and the log of attempts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEASE } from '../../src/delivery/delivery-worker.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import type { WebhookType } from '../../src/vocabulary/words.ts';
import { claim, complete, OK, resultOf, SERVER_ERROR } from './claims.ts';
import { addEndpoint, delivery, NOON, onFreshStores } from './fixture.ts';

onFreshStores((open, engine) => {
  test('lists endpoints with due deliveries once each, in order', async () => {
    await using fixture = await open();
    const { store, environmentNumber, otherEnvironmentNumber } = fixture;
    const { queue } = store.webhooks;
    const one = await addEndpoint(store, environmentNumber);
    const two = await addEndpoint(store, environmentNumber);
    const other = await addEndpoint(store, otherEnvironmentNumber);
    await addEndpoint(store, environmentNumber);
    const disabled = await addEndpoint(store, environmentNumber, { status: 'disabled' });
    for (const [number, { id }] of [
      [environmentNumber, one],
      [environmentNumber, one],
      [environmentNumber, two],
      [otherEnvironmentNumber, other],
      [environmentNumber, disabled],
    ] as const) {
      await queue.enqueue(number, delivery(id), NOON);
    }
    await queue.enqueue(environmentNumber, delivery(two.id), NOON + MINUTE);
    const due = await queue.dueEndpoints(NOON, null, 10);
    const expected = [
      { environmentNumber: environmentNumber, endpointId: one.id, slow: false },
      { environmentNumber: environmentNumber, endpointId: two.id, slow: false },
      { environmentNumber: otherEnvironmentNumber, endpointId: other.id, slow: false },
    ];
    assert.deepEqual(due, expected);
    assert.deepEqual(await queue.dueEndpoints(NOON, null, 1), expected.slice(0, 1));
    assert.deepEqual(await queue.dueEndpoints(NOON, expected[1] ?? null, 10), expected.slice(2));
    assert.deepEqual(await queue.dueEndpoints(NOON - 1, null, 10), []);
    assert.deepEqual(await queue.statistics(NOON), { pending: 5, oldestDueAt: NOON });
    assert.deepEqual(await queue.statistics(NOON - 1), { pending: 5, oldestDueAt: null });
  });

  test('accepts one delivery per event, type and endpoint, except revised outcomes', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { queue } = store.webhooks;
    const { id } = await addEndpoint(store, environmentNumber);
    const { id: other } = await addEndpoint(store, environmentNumber);
    const enqueue = (endpoint: string, type: WebhookType, eventId: string | null = 'evt_1') =>
      queue.enqueue(environmentNumber, { ...delivery(endpoint, NOON, type), eventId }, NOON);
    for (const endpoint of [id, other]) {
      for (const type of ['decision.block', 'device.new'] as const) await enqueue(endpoint, type);
    }
    await assert.rejects(enqueue(id, 'decision.block'));
    await enqueue(id, 'decision.block', 'evt_2');
    for (const type of ['outcome.updated', 'outcome.updated'] as const) await enqueue(id, type);
    for (const type of ['device.trusted', 'device.trusted', 'webhook.test'] as const) await enqueue(id, type, null);
    assert.deepEqual(await queue.statistics(NOON), { pending: 10, oldestDueAt: NOON });
  });

  test('claims what the server reported before older deliveries of events that anyone can send', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    const queued = [false, false, false, true, true].map((isReported, n) => ({
      ...delivery(id, NOON + n),
      isReported,
    }));
    for (const [n, one] of queued.entries()) await store.webhooks.queue.enqueue(environmentNumber, one, NOON + n);
    const later = { ...delivery(id, NOON + 20), isReported: true };
    await store.webhooks.queue.enqueue(environmentNumber, later, NOON + 20);
    const next = async (now: number) => (await claim(fixture, id, now, 1)).map((claimed) => claimed.id);
    const order = [3, 4, 0].map((n) => [queued[n]?.id]);
    assert.deepEqual([await next(NOON + 10), await next(NOON + 10), await next(NOON + 10)], order);
    assert.deepEqual(await next(NOON + 20), [later.id]);
  });

  test('claims the oldest first, at most four per endpoint, each only once', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    const queued = Array.from({ length: 6 }, (_, n) => delivery(id, NOON + n));
    for (const [n, one] of queued.toReversed().entries()) {
      await store.webhooks.queue.enqueue(environmentNumber, one, NOON + 5 - n);
    }
    const first = await claim(fixture, id, NOON + 10);
    assert.deepEqual(
      first.map((claimed) => claimed.id),
      queued.slice(0, 4).map((one) => one.id),
    );
    assert.deepEqual(
      first.map(({ body }) => body),
      queued.slice(0, 4).map((one) => one.body),
    );
    assert.deepEqual(
      first.map(({ number, scheduledAttempt, runs, dueAt }) => [number, scheduledAttempt, runs, dueAt - NOON]),
      [0, 1, 2, 3].map((n) => [1, 1, 1, n]),
    );
    assert.deepEqual(await claim(fixture, id, NOON + 10), []);
    await complete(
      fixture,
      first.slice(0, 1).map((claimed) => resultOf(claimed, OK, NOON + 11)),
    );
    assert.deepEqual(
      (await claim(fixture, id, NOON + 12)).map((claimed) => claimed.id),
      [queued[4]?.id],
    );
  });

  test('claims again after a lease expires and drops the result of the expired claim', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    await store.webhooks.queue.enqueue(environmentNumber, delivery(id), NOON);
    const [lost] = await claim(fixture, id, NOON);
    assert.ok(lost);
    assert.deepEqual(await claim(fixture, id, NOON + LEASE - 1), []);
    const [again] = await claim(fixture, id, NOON + LEASE);
    assert.deepEqual([again?.number, again?.scheduledAttempt, again?.runs], [1, 1, 2]);
    await complete(fixture, [resultOf(lost, SERVER_ERROR, NOON + LEASE + 1)]);
    assert.ok(again);
    await complete(fixture, [resultOf(again, OK, NOON + LEASE + 2)]);
    // A worker repeats a transaction whose confirmation was lost: saving the result again changes nothing.
    await complete(fixture, [resultOf(again, SERVER_ERROR, NOON + LEASE + 3)]);
    const found = await store.webhooks.log.find(environmentNumber, id, lost.id);
    assert.equal(found?.status, 'delivered');
    assert.deepEqual(
      found?.attempts.map(({ number, httpStatus }) => [number, httpStatus]),
      [[1, 200]],
    );
  });

  test('F6: an attempt is in the log before its request is sent, and stays there after a crash', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    await store.webhooks.queue.enqueue(environmentNumber, delivery(id), NOON);
    const [lost] = await claim(fixture, id, NOON);
    assert.ok(lost);
    const logged = async () => (await store.webhooks.log.find(environmentNumber, id, lost.id))?.attempts;
    const unfinished = {
      id: lost.attemptId,
      number: 1,
      startedAt: NOON,
      durationMs: null,
      httpStatus: null,
      error: 'in_progress',
      responseSnippet: null,
    };
    assert.deepEqual(await logged(), [unfinished]);
    // The process dies; the lease expires; the next process runs the same attempt.
    const [again] = await claim(fixture, id, NOON + LEASE);
    assert.ok(again);
    assert.deepEqual(await logged(), [{ ...unfinished, id: again.attemptId, startedAt: NOON + LEASE }]);
    await complete(fixture, [resultOf(again, OK, NOON + LEASE + 1)]);
    const [finished, ...others] = (await logged()) ?? [];
    assert.deepEqual([finished?.httpStatus, finished?.durationMs, finished?.error, others.length], [200, 3, null, 0]);
  });

  test('F6: an attempt that was claimed and never started leaves the log, one that was cut off stays', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    await store.webhooks.queue.enqueue(environmentNumber, delivery(id), NOON);
    const [claimed] = await claim(fixture, id, NOON);
    assert.ok(claimed);
    const count = async () => (await store.webhooks.log.find(environmentNumber, id, claimed.id))?.attempts.length;
    await store.webhooks.queue.release(environmentNumber, [claimed]);
    assert.equal(await count(), 0);
    await claim(fixture, id, NOON);
    const second = await claim(fixture, id, NOON + LEASE);
    await store.webhooks.queue.release(environmentNumber, second);
    assert.equal(await count(), 1);
  });

  test('recovers the claims of a dead process at startup', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    await store.webhooks.queue.enqueue(environmentNumber, delivery(id), NOON);
    await claim(fixture, id);
    await store.webhooks.queue.recover();
    // On PostgreSQL the other process may be alive: its lease stays valid.
    const expected = engine === 'sqlite' ? [[1, 2]] : [];
    assert.deepEqual(
      (await claim(fixture, id)).map(({ number, runs }) => [number, runs]),
      expected,
    );
  });

  test('releases claims without counting a run', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    await store.webhooks.queue.enqueue(environmentNumber, delivery(id), NOON);
    const claimed = await claim(fixture, id);
    await store.webhooks.queue.release(environmentNumber, claimed);
    assert.deepEqual(
      (await claim(fixture, id)).map(({ number, runs }) => [number, runs]),
      [[1, 1]],
    );
  });
});
