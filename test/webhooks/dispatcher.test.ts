// Tests the dispatcher against real receivers on both engines: backoff schedule, endpoint changes, fairness.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { encryptSecret } from '../../src/webhooks/secret-encryption.ts';
import { signature } from '../../src/webhooks/signature.ts';
import { addEndpoint, delivery, KEYS, NOON, onFreshStores } from './fixture.ts';
import { httpResponse, startReceiver } from './receivers.ts';
import { completedAttempts, deliveryIdsOf, dispatcherOn, parse, waitUntil } from './running-dispatcher.ts';

onFreshStores((open) => {
  test('retries after 60, 300, 1800 and 7200 s with the same id and body (W02)', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    await using receiver = await startReceiver(httpResponse(503, 'busy'));
    const { id, secret } = await addEndpoint(store, environmentNumber, { url: receiver.url });
    await using running = dispatcherOn(store);
    const { dispatcher, time, errors } = running;
    const queued = delivery(id);
    await store.webhooks.queue.enqueue(environmentNumber, queued, NOON);
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
      await waitUntil(async () => {
        const found = await store.webhooks.log.find(environmentNumber, id, queued.id);
        return completedAttempts(found) === sentAt.length;
      });
    }
    const found = await store.webhooks.log.find(environmentNumber, id, queued.id);
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
    assert.deepEqual(errors, []);
  });

  test('retries until the first success with the current URL and secret (W02, W14)', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    await using failing = await startReceiver(httpResponse(500));
    await using repaired = await startReceiver(httpResponse(204));
    const { id } = await addEndpoint(store, environmentNumber, { url: failing.url });
    await using running = dispatcherOn(store);
    const { dispatcher, time } = running;
    const queued = delivery(id);
    await store.webhooks.queue.enqueue(environmentNumber, queued, NOON);
    dispatcher.start();
    await waitUntil(() => failing.requests.length === 1);
    await waitUntil(
      async () => completedAttempts(await store.webhooks.log.find(environmentNumber, id, queued.id)) === 1,
    );
    // The endpoint's types no longer include the pending delivery's type: it is sent all the same.
    await store.webhooks.endpoints.update(
      environmentNumber,
      id,
      { url: repaired.url, eventTypes: ['device.new'] },
      NOON,
    );
    await store.webhooks.endpoints.replaceSecret(
      environmentNumber,
      id,
      encryptSecret('whsec_rotated', id, KEYS, randomBytes(12)),
      NOON,
    );
    time.now += MINUTE;
    await waitUntil(
      async () => (await store.webhooks.log.find(environmentNumber, id, queued.id))?.status === 'delivered',
    );
    const { headers, body } = parse(repaired.requests[0] ?? '');
    assert.equal(body, queued.body);
    assert.equal(
      headers['service-webhook-signature'],
      signature('whsec_rotated', headers['service-webhook-timestamp'] ?? '', body),
    );
    assert.equal(failing.requests.length, 1);
  });

  test('sends nothing after an endpoint is disabled or deleted (W14)', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    await using receiver = await startReceiver(httpResponse(500));
    const disabled = await addEndpoint(store, environmentNumber, { url: receiver.url });
    const deleted = await addEndpoint(store, environmentNumber, { url: receiver.url });
    await using running = dispatcherOn(store);
    const { dispatcher, time } = running;
    for (const { id } of [disabled, deleted]) await store.webhooks.queue.enqueue(environmentNumber, delivery(id), NOON);
    dispatcher.start();
    await waitUntil(
      async () =>
        (await store.webhooks.queue.dueEndpoints(NOON, null, 9)).length === 0 && receiver.requests.length === 2,
    );
    await waitUntil(() => dispatcher.inFlight === 0);
    await store.webhooks.endpoints.update(environmentNumber, disabled.id, { status: 'disabled' }, NOON);
    await store.webhooks.endpoints.remove(environmentNumber, deleted.id);
    await store.webhooks.log.cancelOrphans(environmentNumber, NOON, 100);
    time.now += 10 * MINUTE;
    await pause(80);
    assert.equal(receiver.requests.length, 2);
    await store.webhooks.endpoints.update(environmentNumber, disabled.id, { status: 'active' }, NOON);
    await waitUntil(() => receiver.requests.length === 3);
  });

  test('delivers to healthy endpoints while others hang with a backlog (W18)', async () => {
    await using fixture = await open();
    const { store, environmentNumber, otherEnvironmentNumber } = fixture;
    await using running = dispatcherOn(store, { concurrency: 16 });
    // Disposed before the dispatcher, so that the dispatcher need not wait for its responses.
    await using hanging = await startReceiver(() => undefined);
    await using good = await startReceiver(httpResponse(200));
    const hung = await Promise.all(
      [environmentNumber, environmentNumber, otherEnvironmentNumber].map((number) =>
        addEndpoint(store, number, { url: hanging.url }),
      ),
    );
    const healthy = await addEndpoint(store, environmentNumber, { url: good.url });
    for (const [n, { id }] of hung.entries()) {
      for (let k = 0; k < 100; k++)
        await store.webhooks.queue.enqueue(n < 2 ? environmentNumber : otherEnvironmentNumber, delivery(id), NOON);
    }
    const { dispatcher } = running;
    dispatcher.start();
    await waitUntil(() => hanging.connections === 12);
    for (let k = 0; k < 40; k++) await store.webhooks.queue.enqueue(environmentNumber, delivery(healthy.id), NOON);
    dispatcher.wake();
    await waitUntil(() => good.requests.length === 40);
    // Four connections to each of the three, while the healthy endpoint received forty deliveries.
    assert.equal(hanging.connections, 12);
    assert.equal(new Set(deliveryIdsOf(good)).size, 40);
  });

  test('serves endpoints round robin when permits are scarce', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    await using receiver = await startReceiver((socket) => void setTimeout(() => socket.end(httpResponse(200)), 2));
    const endpoints = await Promise.all(
      Array.from({ length: 9 }, () => addEndpoint(store, environmentNumber, { url: receiver.url })),
    );
    const owner = new Map<string, string>();
    for (const { id } of endpoints) {
      for (let k = 0; k < 12; k++) {
        const queued = delivery(id);
        owner.set(queued.id, id);
        await store.webhooks.queue.enqueue(environmentNumber, queued, NOON);
      }
    }
    await using running = dispatcherOn(store, { concurrency: 4 });
    running.dispatcher.start();
    await waitUntil(() => receiver.requests.length === owner.size);
    const order = deliveryIdsOf(receiver).map((id) => owner.get(id ?? ''));
    // Without round robin the first endpoint's backlog would be sent completely before the last endpoint is served.
    const served = new Set(order.slice(0, 48));
    assert.equal(served.size, endpoints.length);
  });

  test('leaves half of the permits to others if receivers take long, and serves these in turn', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const held: Socket[] = [];
    await using tardy = await startReceiver((socket) => void held.push(socket));
    await using good = await startReceiver(httpResponse(200));
    const queueFor = async (url: string, count: number) => {
      const { id } = await addEndpoint(store, environmentNumber, { url });
      for (let n = 0; n < count; n += 1) await store.webhooks.queue.enqueue(environmentNumber, delivery(id), NOON);
    };
    const answer = () => {
      for (const socket of held.splice(0)) socket.end(httpResponse(200));
    };
    for (const name of ['a', 'b']) await queueFor(`http://127.0.0.1:${tardy.port}/${name}`, 20);
    await using running = dispatcherOn(store, { concurrency: 8 });
    running.dispatcher.start();
    await waitUntil(() => held.length === 8);
    await pause(2_100);
    answer();
    await waitUntil(() => tardy.requests.length === 12);
    await queueFor(good.url, 10);
    running.dispatcher.wake();
    await waitUntil(() => good.requests.length === 10);
    assert.equal(tardy.requests.length, 12);
    for (const next of [16, 20]) {
      answer();
      await waitUntil(() => tardy.requests.length === next);
    }
    // One that keeps the permits it gets has eight more deliveries left.
    const names = tardy.requests.slice(8).map((request) => /^POST (\S+)/.exec(request)?.[1]);
    assert.deepEqual([...new Set(names)].toSorted(), ['/a', '/b']);
    answer();
  });
});
