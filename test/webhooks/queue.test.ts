// The contract of the delivery queue and its log, held by both engines: claims, caps, leases, ends, redelivery, retention.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LEASE } from '../../src/delivery/lane.ts';
import type { ClaimedDelivery, EndedAttempt } from '../../src/records/webhooks.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { type AttemptEnd, classify, nextStep } from '../../src/webhooks/retry.ts';
import { addEndpoint, delivery, NOON, newId, onBothEngines, type World } from './engines.ts';

const OK: AttemptEnd = { httpStatus: 200, error: null };
const BROKEN: AttemptEnd = { httpStatus: 500, error: null };
const TIMEOUT: AttemptEnd = { httpStatus: null, error: 'request_timeout' };

function ended(claim: ClaimedDelivery, end: AttemptEnd, at: number): EndedAttempt {
  const outcome = classify(end);
  return {
    delivery: claim,
    attemptId: newId('attempt', at),
    startedAt: at,
    endedAt: at,
    durationMs: 3,
    end,
    snippet: 'said',
    outcome,
    next: nextStep(claim.rung ?? 1, outcome, at),
  };
}

let tokens = 0;

async function claim({ store, environment }: World, endpointId: string, now = NOON, limit = 100) {
  const lease = { token: `t${++tokens}`, now, until: now + LEASE };
  return store.webhooks.queue.exchange(environment, [], [{ endpointId, limit }], lease);
}

async function end({ store, environment }: World, ends: EndedAttempt[]) {
  await store.webhooks.queue.exchange(environment, ends, [], { token: 'none', now: NOON, until: NOON });
}

/** Claims one and ends it; returns the delivery as its log shows it. */
async function attempt(world: World, endpointId: string, result: AttemptEnd, now: number) {
  const [claimed] = await claim(world, endpointId, now, 1);
  assert.ok(claimed, `nothing to claim at +${(now - NOON) / MINUTE} min`);
  await end(world, [ended(claimed, result, now)]);
  return { claimed, found: await world.store.webhooks.log.find(world.environment, endpointId, claimed.id) };
}

onBothEngines((open) => {
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
      first.map(({ number, rung, runs, dueAt }) => [number, rung, runs, dueAt - NOON]),
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
    assert.deepEqual([again?.number, again?.rung, again?.runs], [1, 1, 2]);
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
    assert.deepEqual([second.claimed.number, second.claimed.rung, second.claimed.body], [2, null, claimed.body]);
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
    assert.deepEqual([onward?.number, onward?.rung], [3, 2]);

    // Asked for while an attempt of the ladder runs: the redelivery comes next, then the ladder goes on.
    await log.redeliver(environment, id, claimed.id, NOON + MINUTE + 1);
    assert.ok(onward);
    await end(world, [ended(onward, BROKEN, NOON + MINUTE + 2)]);
    const extra = await attempt(world, id, BROKEN, NOON + MINUTE + 3);
    assert.deepEqual([extra.claimed.number, extra.claimed.rung], [4, null]);
    assert.deepEqual([extra.found?.status, extra.found?.nextAttemptAt], ['pending', NOON + 6 * MINUTE + 2]);
  });

  it('keeps what waits while an endpoint is disabled, and cancels it when the endpoint is gone', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { endpoints, queue, log } = store.webhooks;
    const { id } = await addEndpoint(store, environment);
    const kept = await addEndpoint(store, environment);
    for (let n = 0; n < 6; n++) await queue.enqueue(environment, delivery(id), NOON);
    await queue.enqueue(environment, delivery(kept.id), NOON);
    await endpoints.update(environment, id, { status: 'disabled' }, NOON);
    assert.deepEqual(await claim(world, id), []);
    await endpoints.update(environment, id, { status: 'active', url: 'http://127.0.0.1:10/' }, NOON);
    const inFlight = await claim(world, id, NOON, 1);
    assert.equal(inFlight[0]?.url, 'http://127.0.0.1:10/');
    assert.equal(await endpoints.remove(environment, id), true);
    assert.equal(await endpoints.remove(environment, id), false);
    assert.deepEqual(await claim(world, id, NOON + LEASE), []);
    assert.equal(await log.cancelOrphans(environment, NOON, 4), 4);
    assert.equal(await log.cancelOrphans(environment, NOON, 4), 2);
    assert.equal(await log.cancelOrphans(environment, NOON, 4), 0);
    await end(
      world,
      inFlight.map((claimed) => ended(claimed, OK, NOON)),
    );
    const filter = { statuses: ['cancelled'] as const, types: [] };
    const cancelled = await log.list(environment, id, filter, { limit: 100, from: null });
    assert.deepEqual(
      cancelled.map(({ attempts, nextAttemptAt }) => [attempts.length, nextAttemptAt]),
      Array(6).fill([0, null]),
    );
    assert.equal((await claim(world, kept.id)).length, 1);
  });

  it('lists newest first by status and type, a page at a time in both directions', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    const { id: other } = await addEndpoint(store, environment);
    const { queue, log } = store.webhooks;
    const queued = Array.from({ length: 7 }, (_, n) =>
      delivery(id, NOON + n, n % 2 === 0 ? 'decision.block' : 'device.new'),
    );
    for (const one of queued) await queue.enqueue(environment, one, NOON);
    await queue.enqueue(environment, delivery(other), NOON);
    const ids = queued.map((one) => one.id).toReversed();
    const list = async (filter: Parameters<typeof log.list>[2], page: Parameters<typeof log.list>[3]) =>
      (await log.list(environment, id, filter, page)).map((one) => one.id);
    const all = { statuses: [], types: [] };
    assert.deepEqual(await list(all, { limit: 3, from: null }), ids.slice(0, 3));
    const older = { id: ids[2] ?? '', direction: 'older' as const };
    assert.deepEqual(await list(all, { limit: 3, from: older }), ids.slice(3, 6));
    const newer = { id: ids[5] ?? '', direction: 'newer' as const };
    assert.deepEqual(await list(all, { limit: 3, from: newer }), ids.slice(2, 5).toReversed());
    assert.deepEqual(
      await list({ statuses: [], types: ['device.new'] }, { limit: 9, from: null }),
      [1, 3, 5].map((n) => ids[n]),
    );
    await attempt(world, id, OK, NOON);
    await attempt(world, id, { httpStatus: 410, error: null }, NOON);
    assert.equal((await list({ statuses: ['delivered'], types: [] }, { limit: 9, from: null })).length, 1);
    assert.equal((await list({ statuses: ['failed', 'exhausted'], types: [] }, { limit: 9, from: null })).length, 1);
    assert.equal((await list({ statuses: ['pending'], types: [] }, { limit: 9, from: null })).length, 5);
    assert.equal(
      (
        await list(
          { statuses: ['pending', 'failed'], types: ['decision.block', 'device.new'] },
          { limit: 9, from: null },
        )
      ).length,
      6,
    );
    assert.deepEqual(await log.list(world.otherEnvironment, id, all, { limit: 9, from: null }), []);
  });

  it('forgets what ended long ago, and never what waits', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { id } = await addEndpoint(store, environment);
    const { queue, log } = store.webhooks;
    for (let n = 0; n < 4; n++) await queue.enqueue(environment, delivery(id, NOON + n), NOON + n);
    for (let n = 0; n < 3; n++) await attempt(world, id, OK, NOON + 3);
    assert.equal(await log.prune(environment, NOON, 10), 0);
    assert.equal(await log.prune(world.otherEnvironment, NOON + 10, 10), 0);
    assert.equal(await log.prune(environment, NOON + 2, 1), 1);
    assert.equal(await log.prune(environment, NOON + 10, 10), 2);
    const left = await log.list(environment, id, { statuses: [], types: [] }, { limit: 9, from: null });
    assert.deepEqual(
      left.map(({ status, attempts }) => [status, attempts.length]),
      [['pending', 0]],
    );
  });

  it('keeps endpoints apart, counted and sealed', async () => {
    await using world = await open();
    const { store, environment, otherEnvironment } = world;
    const { endpoints } = store.webhooks;
    const versions = async () => (await store.tenants.environments(null)).map(({ webhooksVersion }) => webhooksVersion);
    const before = await versions();
    const one = await addEndpoint(store, environment, {
      eventTypes: ['decision.block', 'device.new'],
      description: 'Ä',
    });
    const two = await addEndpoint(store, environment, { status: 'disabled' });
    assert.deepEqual((await versions()).map((version, n) => version - (before[n] ?? 0)).toSorted(), [0, 2]);
    const { secret, ...kept } = one;
    assert.deepEqual(await endpoints.find(environment, one.id), kept);
    assert.equal(await endpoints.find(otherEnvironment, one.id), null);
    assert.equal(await endpoints.locate(one.id), environment);
    assert.equal(await endpoints.locate(newId('endpoint', NOON)), null);
    assert.deepEqual(
      (await endpoints.list(environment, { limit: 9, from: null })).map(({ id }) => id),
      [two.id, one.id],
    );
    assert.deepEqual(await endpoints.subscribers(environment), [
      { endpointId: one.id, eventTypes: ['decision.block', 'device.new'] },
    ]);
    const changed = await endpoints.update(
      environment,
      one.id,
      { eventTypes: ['*'], url: 'https://example.com/' },
      NOON + 1,
    );
    assert.deepEqual(changed, { ...kept, eventTypes: ['*'], url: 'https://example.com/', updatedAt: NOON + 1 });
    assert.deepEqual(await endpoints.find(environment, one.id), changed);
    assert.equal(await endpoints.update(otherEnvironment, one.id, { url: 'https://evil.example/' }, NOON), null);
    await assert.rejects(endpoints.create(environment, { ...kept, id: newId('endpoint', NOON) }, 'v1.k1.x', 2), {
      code: 'endpoint_limit',
    });
    assert.ok(secret);
  });

  it('finds secrets under an older key, and never overwrites a rotated one', async () => {
    await using world = await open();
    const { store, environment } = world;
    const { endpoints } = store.webhooks;
    const { id } = await addEndpoint(store, environment);
    assert.deepEqual(await endpoints.sealedOtherwise('k1', 10), []);
    const [old] = await endpoints.sealedOtherwise('k10', 10);
    assert.deepEqual([old?.environmentNumber, old?.endpointId], [environment, id]);
    await endpoints.replaceSecret(environment, id, 'v1.k10.rotated', NOON + 1);
    await endpoints.reseal(environment, id, old?.sealedSecret ?? '', 'v1.k10.old');
    await store.webhooks.queue.enqueue(environment, delivery(id), NOON);
    assert.equal((await claim(world, id))[0]?.sealedSecret, 'v1.k10.rotated');
  });
});
