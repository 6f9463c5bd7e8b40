// The dispatcher against real receivers on both engines: the ladder, changes of an endpoint, fairness.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { encryptSecret } from '../../src/webhooks/secret-encryption.ts';
import { signature } from '../../src/webhooks/signature.ts';
import { addEndpoint, delivery, KEYS, NOON, onBothEngines } from './engines.ts';
import { answer, startReceiver } from './receivers.ts';
import { dispatcherOn, idsAt, parse, until } from './running-dispatcher.ts';

onBothEngines((open) => {
  it('sends five times at 0, 60, 300, 1800 and 7200 s after each end: same id and bytes, fresh signature (W02)', async () => {
    await using world = await open();
    const { store, environment } = world;
    await using receiver = await startReceiver(answer(503, 'busy'));
    const { id, secret } = await addEndpoint(store, environment, { url: receiver.url });
    await using running = dispatcherOn(store);
    const { dispatcher, time, troubles } = running;
    const queued = delivery(id);
    await store.webhooks.queue.enqueue(environment, queued, NOON);
    dispatcher.start();
    const sentAt: number[] = [];
    for (const delay of [0, 60, 300, 1_800, 7_200]) {
      time.now += delay * 1_000 - 1;
      if (delay > 0) {
        await pause(60);
        assert.equal(receiver.requests.length, sentAt.length, 'nothing is sent a millisecond early');
      }
      time.now += 1;
      sentAt.push(time.now);
      await until(async () => {
        const found = await store.webhooks.log.find(environment, id, queued.id);
        return found?.attempts.length === sentAt.length;
      });
    }
    const found = await store.webhooks.log.find(environment, id, queued.id);
    assert.equal(found?.status, 'exhausted');
    time.now += 100 * MINUTE;
    await pause(60);
    assert.equal(receiver.requests.length, 5);
    const signatures = new Set<string | undefined>();
    for (const [n, request] of receiver.requests.entries()) {
      const { headers, body } = parse(request);
      assert.equal(body, queued.body);
      assert.equal(headers['service-webhook-id'], queued.id);
      assert.equal(JSON.parse(body).id, queued.id);
      const timestamp = String(Math.floor((sentAt[n] ?? 0) / 1_000));
      assert.equal(headers['service-webhook-timestamp'], timestamp);
      assert.equal(headers['service-webhook-signature'], signature(secret, timestamp, body));
      signatures.add(headers['service-webhook-signature']);
    }
    assert.equal(signatures.size, 5);
    assert.deepEqual(troubles, []);
  });

  it('ends the ladder with the first success, signed with the secret and sent to the URL of that moment (W02, W14)', async () => {
    await using world = await open();
    const { store, environment } = world;
    await using broken = await startReceiver(answer(500));
    await using mended = await startReceiver(answer(204));
    const { id } = await addEndpoint(store, environment, { url: broken.url });
    await using running = dispatcherOn(store);
    const { dispatcher, time } = running;
    const queued = delivery(id);
    await store.webhooks.queue.enqueue(environment, queued, NOON);
    dispatcher.start();
    await until(() => broken.requests.length === 1);
    await until(async () => (await store.webhooks.log.find(environment, id, queued.id))?.attempts.length === 1);
    // Its types no longer name what waits: what was promised is still sent.
    await store.webhooks.endpoints.update(environment, id, { url: mended.url, eventTypes: ['device.new'] }, NOON);
    await store.webhooks.endpoints.replaceSecret(
      environment,
      id,
      encryptSecret('whsec_rotated', id, KEYS, randomBytes(12)),
      NOON,
    );
    time.now += MINUTE;
    await until(async () => (await store.webhooks.log.find(environment, id, queued.id))?.status === 'delivered');
    const { headers, body } = parse(mended.requests[0] ?? '');
    assert.equal(body, queued.body);
    assert.equal(
      headers['service-webhook-signature'],
      signature('whsec_rotated', headers['service-webhook-timestamp'] ?? '', body),
    );
    assert.equal(broken.requests.length, 1);
  });

  it('sends nothing after an endpoint is disabled or deleted (W14)', async () => {
    await using world = await open();
    const { store, environment } = world;
    await using receiver = await startReceiver(answer(500));
    const disabled = await addEndpoint(store, environment, { url: receiver.url });
    const deleted = await addEndpoint(store, environment, { url: receiver.url });
    await using running = dispatcherOn(store);
    const { dispatcher, time } = running;
    for (const { id } of [disabled, deleted]) await store.webhooks.queue.enqueue(environment, delivery(id), NOON);
    dispatcher.start();
    await until(
      async () =>
        (await store.webhooks.queue.dueEndpoints(NOON, null, 9)).length === 0 && receiver.requests.length === 2,
    );
    await until(() => dispatcher.inFlight === 0);
    await store.webhooks.endpoints.update(environment, disabled.id, { status: 'disabled' }, NOON);
    await store.webhooks.endpoints.remove(environment, deleted.id);
    await store.webhooks.log.cancelOrphans(environment, NOON, 100);
    time.now += 10 * MINUTE;
    await pause(80);
    assert.equal(receiver.requests.length, 2);
    await store.webhooks.endpoints.update(environment, disabled.id, { status: 'active' }, NOON);
    await until(() => receiver.requests.length === 3);
  });

  it('delivers past receivers that hang, each within its cap, and past the backlog of a dead one (W18)', async () => {
    await using world = await open();
    const { store, environment, otherEnvironment } = world;
    await using running = dispatcherOn(store, { concurrency: 16 });
    // Disposed before the dispatcher, which then need not wait for its answers.
    await using hanging = await startReceiver(() => undefined);
    await using good = await startReceiver(answer(200));
    const dead = await Promise.all(
      [environment, environment, otherEnvironment].map((number) => addEndpoint(store, number, { url: hanging.url })),
    );
    const alive = await addEndpoint(store, environment, { url: good.url });
    for (const [n, { id }] of dead.entries()) {
      for (let k = 0; k < 100; k++)
        await store.webhooks.queue.enqueue(n < 2 ? environment : otherEnvironment, delivery(id), NOON);
    }
    const { dispatcher } = running;
    dispatcher.start();
    await until(() => hanging.connections === 12);
    for (let k = 0; k < 40; k++) await store.webhooks.queue.enqueue(environment, delivery(alive.id), NOON);
    dispatcher.wake();
    await until(() => good.requests.length === 40);
    // Four for each of the three, while forty went to the good one.
    assert.equal(hanging.connections, 12);
    assert.equal(new Set(idsAt(good)).size, 40);
  });

  it('takes turns when there are more endpoints with work than slots', async () => {
    await using world = await open();
    const { store, environment } = world;
    await using receiver = await startReceiver((socket) => void setTimeout(() => socket.end(answer(200)), 2));
    const endpoints = await Promise.all(
      Array.from({ length: 9 }, () => addEndpoint(store, environment, { url: receiver.url })),
    );
    const owner = new Map<string, string>();
    for (const { id } of endpoints) {
      for (let k = 0; k < 12; k++) {
        const queued = delivery(id);
        owner.set(queued.id, id);
        await store.webhooks.queue.enqueue(environment, queued, NOON);
      }
    }
    await using running = dispatcherOn(store, { concurrency: 4 });
    running.dispatcher.start();
    await until(() => receiver.requests.length === owner.size);
    const order = idsAt(receiver).map((id) => owner.get(id ?? ''));
    // Without turns the first endpoint would be served to its end before the last begins.
    const begun = new Set(order.slice(0, 48));
    assert.equal(begun.size, endpoints.length);
  });
});
