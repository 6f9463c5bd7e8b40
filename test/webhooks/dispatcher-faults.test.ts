// The dispatcher when things go wrong, on both engines: crashes, several processes, an orderly stop, a missing key.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LEASE } from '../../src/delivery/delivery-worker.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { addEndpoint, delivery, NOON, onBothEngines } from './engines.ts';
import { answer, startReceiver } from './receivers.ts';
import { dispatcherOn, idsAt, until } from './running-dispatcher.ts';

onBothEngines((open) => {
  it('runs an attempt again under its number after a crash, and gives up on one that keeps crashing (C01)', async () => {
    await using world = await open();
    const { store, environment } = world;
    await using receiver = await startReceiver(answer(200));
    const { id } = await addEndpoint(store, environment, { url: receiver.url });
    /** A process claims what is due and is never heard of again. */
    const crash = async (now: number) => {
      const lease = { token: `crash ${now}`, now, until: now + LEASE };
      const claimed = await store.webhooks.queue.completeAndClaim(
        environment,
        [],
        [{ endpointId: id, limit: 4 }],
        lease,
      );
      return claimed.map((claim) => claim.id);
    };
    const fatal = delivery(id);
    await store.webhooks.queue.enqueue(environment, fatal, NOON);
    for (let n = 0; n < 4; n++) assert.deepEqual(await crash(NOON + n * LEASE), [fatal.id]);
    const unlucky = delivery(id);
    await store.webhooks.queue.enqueue(environment, unlucky, NOON);
    assert.deepEqual((await crash(NOON + 4 * LEASE)).toSorted(), [fatal.id, unlucky.id].toSorted());

    await using running = dispatcherOn(store);
    const { dispatcher, time } = running;
    time.now = NOON + 5 * LEASE - 1;
    dispatcher.start();
    await pause(60);
    assert.equal(receiver.requests.length, 0);
    time.now += 1;
    const find = (one: { id: string }) => store.webhooks.log.find(environment, id, one.id);
    await until(
      async () => (await find(unlucky))?.status === 'delivered' && (await find(fatal))?.attempts.length === 1,
    );
    assert.deepEqual(idsAt(receiver), [unlucky.id]);
    assert.deepEqual(
      (await find(unlucky))?.attempts.map(({ number }) => number),
      [1],
    );
    const given = await find(fatal);
    assert.deepEqual([given?.status, given?.attempts[0]?.error], ['pending', 'interrupted']);
    assert.equal(given?.nextAttemptAt, time.now + MINUTE);
  });

  it('stops in order: nothing more is claimed, what is in flight ends and is written, the rest stays due', async () => {
    await using world = await open();
    const { store, environment } = world;
    await using receiver = await startReceiver((socket) => void setTimeout(() => socket.end(answer(200)), 300));
    const { id } = await addEndpoint(store, environment, { url: receiver.url });
    const queued = Array.from({ length: 9 }, () => delivery(id));
    for (const one of queued) await store.webhooks.queue.enqueue(environment, one, NOON);
    const { dispatcher } = dispatcherOn(store);
    dispatcher.start();
    await until(() => receiver.requests.length === 4);
    await dispatcher.stop();
    assert.equal(receiver.requests.length, 4);
    const log = await store.webhooks.log.list(environment, id, { statuses: [], types: [] }, { limit: 20, from: null });
    assert.equal(log.filter(({ status }) => status === 'delivered').length, 4);
    // Nothing is leased any more: another process has them at once.
    const lease = { token: 'next', now: NOON, until: NOON + LEASE };
    assert.equal(
      (await store.webhooks.queue.completeAndClaim(environment, [], [{ endpointId: id, limit: 4 }], lease)).length,
      4,
    );
  });

  it('says so when a secret cannot be opened, and sends nothing unsigned', async () => {
    await using world = await open();
    const { store, environment } = world;
    await using receiver = await startReceiver(answer(200));
    const { id } = await addEndpoint(store, environment, { url: receiver.url });
    const queued = delivery(id);
    await store.webhooks.queue.enqueue(environment, queued, NOON);
    await using running = dispatcherOn(store, { keys: [{ id: 'k9', key: randomBytes(32) }] });
    running.dispatcher.start();
    await until(async () => (await store.webhooks.log.find(environment, id, queued.id))?.attempts.length === 1);
    const found = await store.webhooks.log.find(environment, id, queued.id);
    assert.deepEqual([found?.status, found?.attempts[0]?.error], ['pending', 'secret_unreadable']);
    assert.equal(receiver.connections, 0);
    assert.match(String(running.troubles[0]), /"k1", which is not configured/);
  });

  it('shares the work of several processes: each delivery once, no cap exceeded (C03)', async () => {
    await using world = await open();
    const { store, environment, otherEnvironment } = world;
    let atOnce = 0;
    let most = 0;
    await using receiver = await startReceiver((socket) => {
      most = Math.max(most, ++atOnce);
      setTimeout(() => {
        atOnce--;
        socket.end(answer(200));
      }, 1);
    });
    const endpoints = [
      await addEndpoint(store, environment, { url: receiver.url }),
      await addEndpoint(store, otherEnvironment, { url: receiver.url }),
    ];
    const count = 150;
    for (const [n, { id }] of endpoints.entries()) {
      for (let k = 0; k < count; k++)
        await store.webhooks.queue.enqueue(n === 0 ? environment : otherEnvironment, delivery(id), NOON);
    }
    // Where one process owns the storage, its dispatchers still may not get into each other's way.
    const stores = await Promise.all(
      [store, store, store, store].map((own, n) => (n === 0 ? own : (world.secondStore?.() ?? own))),
    );
    const dispatchers = stores.map((own) => dispatcherOn(own).dispatcher);
    for (const dispatcher of dispatchers) dispatcher.start();
    await until(() => receiver.requests.length >= 2 * count);
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
    assert.equal(receiver.requests.length, 2 * count);
    assert.equal(new Set(idsAt(receiver)).size, 2 * count);
    assert.ok(most <= 8, `${most} at once to two endpoints`);
    assert.deepEqual(await store.webhooks.queue.statistics(NOON), { pending: 0, oldestDueAt: null });
  });
});
