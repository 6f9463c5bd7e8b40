// The dispatcher against real receivers on both engines: the ladder, fairness, crashes, several processes, an orderly stop.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Dispatcher, type DispatcherOptions } from '../../src/delivery/dispatcher.ts';
import { LEASE } from '../../src/delivery/lane.ts';
import { hostResolver } from '../../src/delivery/resolve-host.ts';
import type { Store } from '../../src/records/store.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { signature } from '../../src/webhooks/signature.ts';
import { parseRange, type TargetRules } from '../../src/webhooks/target.ts';
import { addEndpoint, delivery, KEYS, NOON, newId, onBothEngines } from './engines.ts';
import { answer, type Receiver, startReceiver } from './receivers.ts';

const RULES: TargetRules = { allowed: [parseRange('127.0.0.0/8')], own: [] };

/** A dispatcher on this store whose clock the test sets. */
function dispatcherOn(store: Store, more: Partial<DispatcherOptions> = {}) {
  const troubles: unknown[] = [];
  const time = { now: NOON };
  const dispatcher = new Dispatcher({
    queue: store.webhooks.queue,
    clock: () => time.now,
    newId,
    newToken: () => randomBytes(12).toString('base64url'),
    keys: KEYS,
    connect: { rules: RULES, resolve: hostResolver([], RULES) },
    onTrouble: (error) => troubles.push(error),
    pollInterval: 20,
    ...more,
  });
  return {
    dispatcher,
    time,
    troubles,
    async [Symbol.asyncDispose]() {
      await dispatcher.stop();
    },
  };
}

/** Waits until `isSo`; the test's own limit ends a wait in vain. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}

const HEAD = /^([^:]+): (.*)$/;

function parse(request: string): { headers: Record<string, string>; body: string } {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const headers = head.split('\r\n').flatMap((line) => {
    const found = HEAD.exec(line);
    return found === null ? [] : [[(found[1] ?? '').toLowerCase(), found[2] ?? '']];
  });
  return { headers: Object.fromEntries(headers), body };
}

/** The ids a receiver has got, in order. */
const idsAt = (receiver: Receiver) => receiver.requests.map((request) => parse(request).headers['service-webhook-id']);

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
    const { seal } = await import('../../src/webhooks/seal.ts');
    await store.webhooks.endpoints.replaceSecret(
      environment,
      id,
      seal('whsec_rotated', id, KEYS, randomBytes(12)),
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
    dispatcher.nudge();
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

  it('runs an attempt again under its number after a crash, and gives up on one that keeps crashing (C01)', async () => {
    await using world = await open();
    const { store, environment } = world;
    await using receiver = await startReceiver(answer(200));
    const { id } = await addEndpoint(store, environment, { url: receiver.url });
    /** A process claims what is due and is never heard of again. */
    const crash = async (now: number) => {
      const lease = { token: `crash ${now}`, now, until: now + LEASE };
      const claimed = await store.webhooks.queue.exchange(environment, [], [{ endpointId: id, limit: 4 }], lease);
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
      (await store.webhooks.queue.exchange(environment, [], [{ endpointId: id, limit: 4 }], lease)).length,
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
