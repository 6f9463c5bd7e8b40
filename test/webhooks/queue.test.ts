// The contract of the delivery queue, held by both engines: claims, caps, leases, ends, the ladder, redelivery.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LEASE } from '../../src/delivery/delivery-worker.ts';
import type { ClaimedDelivery } from '../../src/records/webhooks.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { ENDPOINT_CAP, SLOW_AFTER_FAILURES } from '../../src/vocabulary/endpoint-caps.ts';
import type { WebhookType } from '../../src/vocabulary/words.ts';
import { attempt, BROKEN, claim, end, ended, OK, TIMEOUT } from './claims.ts';
import { addEndpoint, delivery, NOON, newId, onBothEngines } from './engines.ts';

onBothEngines((open, engine) => {
  it('finds endpoints with something due, one row each, in order', async () => {
    await using world = await open();
    const { store, environment, otherEnvironment } = world;
    const { queue } = store.webhooks;
    const one = await addEndpoint(store, environment);
    const two = await addEndpoint(store, environment);
    const other = await addEndpoint(store, otherEnvironment);
    await addEndpoint(store, environment);
    const asleep = await addEndpoint(store, environment, { status: 'disabled' });
    for (const [number, { id }] of [
      [environment, one],
      [environment, one],
      [environment, two],
      [otherEnvironment, other],
      [environment, asleep],
    ] as const) {
      await queue.enqueue(number, delivery(id), NOON);
    }
    await queue.enqueue(environment, delivery(two.id), NOON + MINUTE);
    const due = await queue.dueEndpoints(NOON, null, 10);
    const expected = [
      { environmentNumber: environment, endpointId: one.id, slow: false },
      { environmentNumber: environment, endpointId: two.id, slow: false },
      { environmentNumber: otherEnvironment, endpointId: other.id, slow: false },
    ];
    assert.deepEqual(due, expected);
    assert.deepEqual(await queue.dueEndpoints(NOON, null, 1), expected.slice(0, 1));
    assert.deepEqual(await queue.dueEndpoints(NOON, expected[1] ?? null, 10), expected.slice(2));
    assert.deepEqual(await queue.dueEndpoints(NOON - 1, null, 10), []);
    assert.deepEqual(await queue.statistics(NOON), { pending: 5, oldestDueAt: NOON });
    assert.deepEqual(await queue.statistics(NOON - 1), { pending: 5, oldestDueAt: null });
  });

  it('takes one delivery per event, type and endpoint; a revised outcome is announced each time', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { queue } = store.webhooks;
    const { id } = await addEndpoint(store, environment);
    const { id: other } = await addEndpoint(store, environment);
    const about = (endpoint: string, type: WebhookType, eventId: string | null = 'evt_1') =>
      queue.enqueue(environment, { ...delivery(endpoint, NOON, type), eventId }, NOON);
    for (const endpoint of [id, other]) {
      for (const type of ['decision.block', 'device.new'] as const) await about(endpoint, type);
    }
    await assert.rejects(about(id, 'decision.block'));
    await about(id, 'decision.block', 'evt_2');
    for (const type of ['outcome.updated', 'outcome.updated'] as const) await about(id, type);
    for (const type of ['device.trusted', 'device.trusted', 'webhook.test'] as const) await about(id, type, null);
    assert.deepEqual(await queue.statistics(NOON), { pending: 10, oldestDueAt: NOON });
  });

  it('claims oldest first, at most four of an endpoint at once, and nobody else gets them', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    const queued = Array.from({ length: 6 }, (_, n) => delivery(id, NOON + n));
    for (const [n, one] of queued.toReversed().entries()) {
      await store.webhooks.queue.enqueue(environment, one, NOON + 5 - n);
    }
    const first = await claim(world, id, NOON + 10);
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
    assert.deepEqual(await claim(world, id, NOON + 10), []);
    await end(
      world,
      first.slice(0, 1).map((claimed) => ended(claimed, OK, NOON + 11)),
    );
    assert.deepEqual(
      (await claim(world, id, NOON + 12)).map((claimed) => claimed.id),
      [queued[4]?.id],
    );
  });

  it('takes an expired lease up again under the same number, and drops the end of the one that lost it', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    await store.webhooks.queue.enqueue(environment, delivery(id), NOON);
    const [lost] = await claim(world, id, NOON);
    assert.ok(lost);
    assert.deepEqual(await claim(world, id, NOON + LEASE - 1), []);
    const [again] = await claim(world, id, NOON + LEASE);
    assert.deepEqual([again?.number, again?.scheduledAttempt, again?.runs], [1, 1, 2]);
    await end(world, [ended(lost, BROKEN, NOON + LEASE + 1)]);
    assert.ok(again);
    await end(world, [ended(again, OK, NOON + LEASE + 2)]);
    // The answer to that transaction may have been lost: writing it again changes nothing.
    await end(world, [ended(again, BROKEN, NOON + LEASE + 3)]);
    const found = await store.webhooks.log.find(environment, id, lost.id);
    assert.equal(found?.status, 'delivered');
    assert.deepEqual(
      found?.attempts.map(({ number, httpStatus }) => [number, httpStatus]),
      [[1, 200]],
    );
  });

  it('takes up at a start what only a dead process can hold', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    await store.webhooks.queue.enqueue(environment, delivery(id), NOON);
    await claim(world, id);
    await store.webhooks.queue.recover();
    // On PostgreSQL the holder may be alive: its lease stands.
    const expected = engine === 'sqlite' ? [[1, 2]] : [];
    assert.deepEqual(
      (await claim(world, id)).map(({ number, runs }) => [number, runs]),
      expected,
    );
  });

  it('gives back what was not begun, without counting it', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    await store.webhooks.queue.enqueue(environment, delivery(id), NOON);
    const claimed = await claim(world, id);
    await store.webhooks.queue.release(environment, claimed);
    assert.deepEqual(
      (await claim(world, id)).map(({ number, runs }) => [number, runs]),
      [[1, 1]],
    );
  });

  it('climbs the ladder to its end, and logs every rung', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    await store.webhooks.queue.enqueue(environment, delivery(id), NOON);
    let now = NOON;
    for (const delay of [1, 5, 30, 120]) {
      const { found } = await attempt(world, id, BROKEN, now);
      assert.deepEqual([found?.status, found?.nextAttemptAt], ['pending', now + delay * MINUTE]);
      assert.deepEqual(await claim(world, id, now + delay * MINUTE - 1), []);
      now += delay * MINUTE;
    }
    const { found } = await attempt(world, id, TIMEOUT, now);
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
        responseSnippet: 'said',
      })),
    );
    assert.deepEqual(await store.webhooks.queue.dueEndpoints(now * 2, null, 10), []);
  });

  it('notes how an endpoint has been doing, and gives one that keeps timing out one connection', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    for (let n = 0; n < 12; n++) await store.webhooks.queue.enqueue(environment, delivery(id), NOON);
    const health = async () => {
      const found = await store.webhooks.endpoints.find(environment, id);
      return [found?.consecutiveFailures, found?.lastSuccessAt, found?.lastFailureAt];
    };
    const four = await claim(world, id);
    await end(
      world,
      four.map((claimed, n) => ended(claimed, TIMEOUT, NOON + n)),
    );
    assert.deepEqual(await health(), [4, null, NOON + 3]);
    assert.equal((await store.webhooks.queue.dueEndpoints(NOON, null, 9))[0]?.slow, false);
    await attempt(world, id, TIMEOUT, NOON + 5);
    assert.equal((await store.webhooks.queue.dueEndpoints(NOON, null, 9))[0]?.slow, true);
    const alone = await claim(world, id, NOON + 6);
    assert.deepEqual(
      alone.map(({ slow }) => slow),
      [true],
    );
    assert.deepEqual(await claim(world, id, NOON + 6), []);
    await end(
      world,
      alone.map((claimed) => ended(claimed, BROKEN, NOON + 7)),
    );
    assert.deepEqual(await health(), [6, null, NOON + 7]);
    const more = await claim(world, id, NOON + 8);
    assert.equal(more.length, 4);
    await end(
      world,
      [OK, BROKEN, OK, BROKEN].map((result, n) => ended(more[n] as ClaimedDelivery, result, NOON + 10 + n)),
    );
    assert.deepEqual(await health(), [1, NOON + 12, NOON + 13]);
  });

  it('gives an endpoint that only fails one connection, until something succeeds', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    for (let n = 0; n < 30; n++) await store.webhooks.queue.enqueue(environment, delivery(id), NOON);
    for (let round = 0; round < SLOW_AFTER_FAILURES / ENDPOINT_CAP; round++) {
      const claimed = await claim(world, id, NOON + round);
      assert.deepEqual(
        claimed.map(({ slow }) => slow),
        Array(ENDPOINT_CAP).fill(false),
      );
      await end(
        world,
        claimed.map((one) => ended(one, BROKEN, NOON + round)),
      );
    }
    const alone = await claim(world, id, NOON + 10);
    assert.deepEqual(
      alone.map(({ slow }) => slow),
      [true],
    );
    await end(
      world,
      alone.map((one) => ended(one, OK, NOON + 10)),
    );
    assert.equal((await claim(world, id, NOON + 11)).length, ENDPOINT_CAP);
  });

  it('redelivers once more outside the ladder, whatever became of the delivery', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    const { log, queue } = store.webhooks;
    await queue.enqueue(environment, delivery(id), NOON);
    const { claimed } = await attempt(world, id, { httpStatus: 404, error: null }, NOON);
    assert.equal((await log.find(environment, id, claimed.id))?.status, 'failed');

    const asked = await log.redeliver(environment, id, claimed.id, NOON + 10);
    assert.deepEqual([asked?.status, asked?.nextAttemptAt], ['pending', NOON + 10]);
    const second = await attempt(world, id, BROKEN, NOON + 10);
    assert.deepEqual(
      [second.claimed.number, second.claimed.scheduledAttempt, second.claimed.body],
      [2, null, claimed.body],
    );
    assert.deepEqual([second.found?.status, second.found?.nextAttemptAt], ['failed', null]);

    await log.redeliver(environment, id, claimed.id, NOON + 20);
    await log.redeliver(environment, id, claimed.id, NOON + 21);
    const third = await attempt(world, id, OK, NOON + 21);
    assert.deepEqual([third.found?.status, third.found?.attempts.length], ['delivered', 3]);
    assert.deepEqual(await claim(world, id, NOON + MINUTE), []);
    assert.equal(await log.redeliver(environment, id, newId('delivery', NOON), NOON), null);
    assert.equal(await log.redeliver(world.otherEnvironment, id, claimed.id, NOON), null);
  });

  it('keeps the ladder behind a redelivery', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    const { log, queue } = store.webhooks;
    await queue.enqueue(environment, delivery(id), NOON);
    const { claimed } = await attempt(world, id, BROKEN, NOON);
    await log.redeliver(environment, id, claimed.id, NOON + 1);
    const between = await attempt(world, id, BROKEN, NOON + 1);
    assert.deepEqual([between.found?.status, between.found?.nextAttemptAt], ['pending', NOON + MINUTE]);
    const [onward] = await claim(world, id, NOON + MINUTE);
    assert.deepEqual([onward?.number, onward?.scheduledAttempt], [3, 2]);

    // Asked for while an attempt of the ladder runs: the redelivery comes next, then the ladder goes on.
    await log.redeliver(environment, id, claimed.id, NOON + MINUTE + 1);
    assert.ok(onward);
    await end(world, [ended(onward, BROKEN, NOON + MINUTE + 2)]);
    const extra = await attempt(world, id, BROKEN, NOON + MINUTE + 3);
    assert.deepEqual([extra.claimed.number, extra.claimed.scheduledAttempt], [4, null]);
    assert.deepEqual([extra.found?.status, extra.found?.nextAttemptAt], ['pending', NOON + 6 * MINUTE + 2]);
  });
});
