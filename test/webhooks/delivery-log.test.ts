// Tests the endpoint store and the delivery log on both engines: lists, disabling, deletion, retention, secrets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEASE } from '../../src/delivery/delivery-worker.ts';
import { attempt, claim, complete, OK, resultOf } from './claims.ts';
import { addEndpoint, delivery, NOON, newId, onFreshStores } from './fixture.ts';

onFreshStores((open) => {
  test('retains pending deliveries of a disabled endpoint, cancels those of a deleted one', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { endpoints, queue, log } = store.webhooks;
    const { id } = await addEndpoint(store, environmentNumber);
    const other = await addEndpoint(store, environmentNumber);
    for (let n = 0; n < 6; n++) await queue.enqueue(environmentNumber, delivery(id), NOON);
    await queue.enqueue(environmentNumber, delivery(other.id), NOON);
    await endpoints.update(environmentNumber, id, { status: 'disabled' }, NOON);
    assert.deepEqual(await claim(fixture, id), []);
    await endpoints.update(environmentNumber, id, { status: 'active', url: 'http://127.0.0.1:10/' }, NOON);
    const inFlight = await claim(fixture, id, NOON, 1);
    assert.equal(inFlight[0]?.url, 'http://127.0.0.1:10/');
    assert.equal(await endpoints.remove(environmentNumber, id), true);
    assert.equal(await endpoints.remove(environmentNumber, id), false);
    assert.deepEqual(await claim(fixture, id, NOON + LEASE), []);
    assert.equal(await log.cancelOrphans(environmentNumber, NOON, 4), 4);
    assert.equal(await log.cancelOrphans(environmentNumber, NOON, 4), 2);
    assert.equal(await log.cancelOrphans(environmentNumber, NOON, 4), 0);
    await complete(
      fixture,
      inFlight.map((claimed) => resultOf(claimed, OK, NOON)),
    );
    const filter = { statuses: ['cancelled'] as const, types: [] };
    const cancelled = await log.list(environmentNumber, id, filter, { limit: 100, from: null });
    assert.deepEqual(
      cancelled.map(({ attempts, nextAttemptAt }) => [attempts.map(({ error }) => error).join(), nextAttemptAt]).sort(),
      // The request in flight may have been sent, so its attempt stays in the log.
      [...Array(5).fill(['', null]), ['in_progress', null]],
    );
    assert.equal((await claim(fixture, other.id)).length, 1);
  });

  test('lists newest first by status and type, paging in both directions', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    const { id: other } = await addEndpoint(store, environmentNumber);
    const { queue, log } = store.webhooks;
    const queued = Array.from({ length: 7 }, (_, n) =>
      delivery(id, NOON + n, n % 2 === 0 ? 'decision.block' : 'device.new'),
    );
    for (const one of queued) await queue.enqueue(environmentNumber, one, NOON);
    await queue.enqueue(environmentNumber, delivery(other), NOON);
    const ids = queued.map((one) => one.id).toReversed();
    const list = async (filter: Parameters<typeof log.list>[2], page: Parameters<typeof log.list>[3]) =>
      (await log.list(environmentNumber, id, filter, page)).map((one) => one.id);
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
    await attempt(fixture, id, OK, NOON);
    await attempt(fixture, id, { httpStatus: 410, error: null }, NOON);
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
    assert.deepEqual(await log.list(fixture.otherEnvironmentNumber, id, all, { limit: 9, from: null }), []);
  });

  test('prunes old finished deliveries and never pending ones', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    const { queue, log } = store.webhooks;
    for (let n = 0; n < 4; n++) await queue.enqueue(environmentNumber, delivery(id, NOON + n), NOON + n);
    for (let n = 0; n < 3; n++) await attempt(fixture, id, OK, NOON + 3);
    assert.equal(await log.prune(environmentNumber, NOON, 10), 0);
    assert.equal(await log.prune(fixture.otherEnvironmentNumber, NOON + 10, 10), 0);
    assert.equal(await log.prune(environmentNumber, NOON + 2, 1), 1);
    assert.equal(await log.prune(environmentNumber, NOON + 10, 10), 2);
    const left = await log.list(environmentNumber, id, { statuses: [], types: [] }, { limit: 9, from: null });
    assert.deepEqual(
      left.map(({ status, attempts }) => [status, attempts.length]),
      [['pending', 0]],
    );
  });

  test('scopes endpoints to their environment, limits their number and hides secrets', async () => {
    await using fixture = await open();
    const { store, environmentNumber, otherEnvironmentNumber } = fixture;
    const { endpoints } = store.webhooks;
    const versions = async () => (await store.tenants.environments(null)).map(({ webhooksVersion }) => webhooksVersion);
    const before = await versions();
    const one = await addEndpoint(store, environmentNumber, {
      eventTypes: ['decision.block', 'device.new'],
      description: 'Ä',
    });
    const two = await addEndpoint(store, environmentNumber, { status: 'disabled' });
    assert.deepEqual((await versions()).map((version, n) => version - (before[n] ?? 0)).toSorted(), [0, 2]);
    const { secret, ...stored } = one;
    assert.deepEqual(await endpoints.find(environmentNumber, one.id), stored);
    assert.equal(await endpoints.find(otherEnvironmentNumber, one.id), null);
    assert.equal(await endpoints.locate(one.id), environmentNumber);
    assert.equal(await endpoints.locate(newId('endpoint', NOON)), null);
    assert.deepEqual(
      (await endpoints.list(environmentNumber, { limit: 9, from: null })).map(({ id }) => id),
      [two.id, one.id],
    );
    assert.deepEqual(await endpoints.subscribers(environmentNumber), [
      { endpointId: one.id, eventTypes: ['decision.block', 'device.new'] },
    ]);
    const changed = await endpoints.update(
      environmentNumber,
      one.id,
      { eventTypes: ['*'], url: 'https://example.com/' },
      NOON + 1,
    );
    assert.deepEqual(changed, { ...stored, eventTypes: ['*'], url: 'https://example.com/', updatedAt: NOON + 1 });
    assert.deepEqual(await endpoints.find(environmentNumber, one.id), changed);
    assert.equal(await endpoints.update(otherEnvironmentNumber, one.id, { url: 'https://evil.example/' }, NOON), null);
    await assert.rejects(
      endpoints.create(environmentNumber, { ...stored, id: newId('endpoint', NOON) }, 'v1.k1.x', 2),
      {
        code: 'endpoint_limit',
      },
    );
    assert.ok(secret);
  });
});
