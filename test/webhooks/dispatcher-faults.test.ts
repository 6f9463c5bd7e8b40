// Tests the dispatcher under faults on both engines: crashes, several processes, a graceful stop, a missing key.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LEASE } from '../../src/delivery/delivery-worker.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { addEndpoint, delivery, NOON, newId, onFreshStores } from './fixture.ts';
import { httpResponse, startReceiver } from './receivers.ts';
import { completedAttempts, deliveryIdsOf, dispatcherOn, waitUntil } from './running-dispatcher.ts';

onFreshStores((open) => {
  test('repeats an attempt after a crash and fails one that keeps crashing (C01)', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    await using receiver = await startReceiver(httpResponse(200));
    const { id } = await addEndpoint(store, environmentNumber, { url: receiver.url });
    /** Claims the due deliveries and never completes them, like a process that dies. */
    const crash = async (now: number) => {
      const lease = { token: `crash ${now}`, now, until: now + LEASE, newAttemptId: () => newId('attempt', now) };
      const claimed = await store.webhooks.queue.completeAndClaim(
        environmentNumber,
        [],
        [{ endpointId: id, limit: 4 }],
        lease,
      );
      return claimed.map((claim) => claim.id);
    };
    const fatal = delivery(id);
    await store.webhooks.queue.enqueue(environmentNumber, fatal, NOON);
    for (let n = 0; n < 4; n++) assert.deepEqual(await crash(NOON + n * LEASE), [fatal.id]);
    const unlucky = delivery(id);
    await store.webhooks.queue.enqueue(environmentNumber, unlucky, NOON);
    assert.deepEqual((await crash(NOON + 4 * LEASE)).toSorted(), [fatal.id, unlucky.id].toSorted());

    await using running = dispatcherOn(store);
    const { dispatcher, time } = running;
    time.now = NOON + 5 * LEASE - 1;
    dispatcher.start();
    await pause(60);
    assert.equal(receiver.requests.length, 0);
    time.now += 1;
    const find = (one: { id: string }) => store.webhooks.log.find(environmentNumber, id, one.id);
    await waitUntil(
      async () => (await find(unlucky))?.status === 'delivered' && completedAttempts(await find(fatal)) === 1,
    );
    assert.deepEqual(deliveryIdsOf(receiver), [unlucky.id]);
    assert.deepEqual(
      (await find(unlucky))?.attempts.map(({ number }) => number),
      [1],
    );
    const interrupted = await find(fatal);
    assert.deepEqual([interrupted?.status, interrupted?.attempts[0]?.error], ['pending', 'interrupted']);
    assert.equal(interrupted?.nextAttemptAt, time.now + MINUTE);
  });

  test('a scan or a result that storage does not take at first costs no second request', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    await using receiver = await startReceiver(httpResponse(200));
    const { id } = await addEndpoint(store, environmentNumber, { url: receiver.url });
    const { queue } = store.webhooks;
    const failures = { scan: 1, save: 2 };
    const fails = (what: keyof typeof failures) => {
      if (failures[what] === 0) return;
      failures[what] -= 1;
      throw new Error(`no ${what}`);
    };
    const away: typeof queue = {
      ...queue,
      dueEndpoints: async (...given) => {
        fails('scan');
        return queue.dueEndpoints(...given);
      },
      completeAndClaim: async (...given) => {
        if (given[1].length > 0) fails('save');
        return queue.completeAndClaim(...given);
      },
    };
    // The clock stands still, so no lease ends and nothing that was sent is claimed again.
    await using running = dispatcherOn(store, { queue: away });
    const sent = delivery(id);
    await queue.enqueue(environmentNumber, sent, NOON);
    running.dispatcher.start();
    await waitUntil(
      async () => (await store.webhooks.log.find(environmentNumber, id, sent.id))?.status === 'delivered',
    );
    assert.deepEqual(running.errors.map(String), ['Error: no scan', 'Error: no save', 'Error: no save']);
    assert.deepEqual(deliveryIdsOf(receiver), [sent.id]);
  });

  test('on a graceful stop, completes attempts in flight and releases the other claims', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    await using receiver = await startReceiver((socket) => void setTimeout(() => socket.end(httpResponse(200)), 300));
    const { id } = await addEndpoint(store, environmentNumber, { url: receiver.url });
    const queued = Array.from({ length: 9 }, () => delivery(id));
    for (const one of queued) await store.webhooks.queue.enqueue(environmentNumber, one, NOON);
    const { dispatcher } = dispatcherOn(store);
    dispatcher.start();
    await waitUntil(() => receiver.requests.length === 4);
    await dispatcher.stop();
    assert.equal(receiver.requests.length, 4);
    const log = await store.webhooks.log.list(
      environmentNumber,
      id,
      { statuses: [], types: [] },
      { limit: 20, from: null },
    );
    assert.equal(log.filter(({ status }) => status === 'delivered').length, 4);
    // Nothing is leased any more: another process can claim the rest at once.
    const lease = { token: 'next', now: NOON, until: NOON + LEASE, newAttemptId: () => newId('attempt', NOON) };
    assert.equal(
      (await store.webhooks.queue.completeAndClaim(environmentNumber, [], [{ endpointId: id, limit: 4 }], lease))
        .length,
      4,
    );
  });

  test('a process that stood still while it claimed does not send what another process has sent since', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    await using receiver = await startReceiver(httpResponse(200));
    const { id } = await addEndpoint(store, environmentNumber, { url: receiver.url });
    const queued = delivery(id);
    await store.webhooks.queue.enqueue(environmentNumber, queued, NOON);
    const another = dispatcherOn(store);
    const sentByAnother = async () => {
      another.time.now += LEASE;
      another.dispatcher.start();
      await waitUntil(async () => (await store.webhooks.queue.statistics(another.time.now)).pending === 0);
      await another.dispatcher.stop();
    };
    let hasClaimed = false;
    const { queue } = store.webhooks;
    const stoppedQueue: typeof queue = {
      ...queue,
      completeAndClaim: async (...values) => {
        const claimed = await queue.completeAndClaim(...values);
        if (claimed.length > 0) {
          await sentByAnother();
          stopped.time.now = another.time.now;
          hasClaimed = true;
        }
        return claimed;
      },
    };
    await using stopped = dispatcherOn(store, { queue: stoppedQueue });
    stopped.dispatcher.start();
    await waitUntil(() => hasClaimed);
    await stopped.dispatcher.stop();
    assert.deepEqual(deliveryIdsOf(receiver), [queued.id]);
    assert.equal((await store.webhooks.log.find(environmentNumber, id, queued.id))?.status, 'delivered');
  });

  test('reports a secret that cannot be decrypted and sends nothing unsigned', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    await using receiver = await startReceiver(httpResponse(200));
    const { id } = await addEndpoint(store, environmentNumber, { url: receiver.url });
    const queued = delivery(id);
    await store.webhooks.queue.enqueue(environmentNumber, queued, NOON);
    await using running = dispatcherOn(store, { keys: [{ id: 'k9', key: randomBytes(32) }] });
    running.dispatcher.start();
    await waitUntil(
      async () => completedAttempts(await store.webhooks.log.find(environmentNumber, id, queued.id)) === 1,
    );
    const found = await store.webhooks.log.find(environmentNumber, id, queued.id);
    assert.deepEqual([found?.status, found?.attempts[0]?.error], ['pending', 'secret_unreadable']);
    assert.equal(receiver.connections, 0);
    assert.match(String(running.errors[0]), /"k1", which is not configured/);
  });

  test('sends each delivery once and within the caps from several processes (C03)', async () => {
    await using fixture = await open();
    const { store, environmentNumber, otherEnvironmentNumber } = fixture;
    let concurrent = 0;
    let maxConcurrent = 0;
    await using receiver = await startReceiver((socket) => {
      maxConcurrent = Math.max(maxConcurrent, ++concurrent);
      setTimeout(() => {
        concurrent--;
        socket.end(httpResponse(200));
      }, 1);
    });
    const endpoints = [
      await addEndpoint(store, environmentNumber, { url: receiver.url }),
      await addEndpoint(store, otherEnvironmentNumber, { url: receiver.url }),
    ];
    const count = 150;
    for (const [n, { id }] of endpoints.entries()) {
      for (let k = 0; k < count; k++)
        await store.webhooks.queue.enqueue(n === 0 ? environmentNumber : otherEnvironmentNumber, delivery(id), NOON);
    }
    // Where one process owns the storage, its dispatchers share one store and must not interfere with each other.
    const stores = await Promise.all(
      [store, store, store, store].map((own, n) => (n === 0 ? own : (fixture.openSecondStore?.() ?? own))),
    );
    const dispatchers = stores.map((own) => dispatcherOn(own).dispatcher);
    for (const dispatcher of dispatchers) dispatcher.start();
    await waitUntil(() => receiver.requests.length >= 2 * count);
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
    assert.equal(receiver.requests.length, 2 * count);
    assert.equal(new Set(deliveryIdsOf(receiver)).size, 2 * count);
    assert.ok(maxConcurrent <= 8, `${maxConcurrent} concurrent attempts to two endpoints`);
    assert.deepEqual(await store.webhooks.queue.statistics(NOON), { pending: 0, oldestDueAt: null });
  });
});
