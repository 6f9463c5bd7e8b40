// Tests that the queue is limited in number and age, sends in order, and retains unsent events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OfflineQueue } from './queue.ts';
import type { Delivery, Envelope } from './transport.ts';

const envelope = (name: string): Envelope => ({ key: name, body: name });
const MINUTE = 60_000;
const remaining = (queue: OfflineQueue) => queue.drain(0).length;

function recorder(kinds: readonly Delivery['kind'][]) {
  const sent: string[] = [];
  const send = async ({ key }: Envelope): Promise<Delivery> => {
    sent.push(key);
    return { kind: kinds[sent.length - 1] ?? 'ok', error: '' } as Delivery;
  };
  return { sent, send };
}

test('sends the oldest first and is empty afterwards', async () => {
  const queue = new OfflineQueue();
  for (const name of ['a', 'b', 'c']) queue.add(envelope(name), 0);
  const { sent, send } = recorder([]);
  await queue.flush(send, 1);
  assert.deepEqual([sent, remaining(queue)], [['a', 'b', 'c'], 0]);
});

test('stops at the first failure and retains it with the later events for the next flush', async () => {
  const queue = new OfflineQueue();
  for (const name of ['a', 'b', 'c']) queue.add(envelope(name), 0);
  const { sent, send } = recorder(['ok', 'network']);
  await queue.flush(send, 1);
  assert.deepEqual(sent, ['a', 'b']);
  await queue.flush(send, 2);
  assert.deepEqual([sent, remaining(queue)], [['a', 'b', 'b', 'c'], 0]);
});

test('drops an event that the service rejects', async () => {
  const queue = new OfflineQueue();
  for (const name of ['a', 'b']) queue.add(envelope(name), 0);
  const { sent, send } = recorder(['refused']);
  await queue.flush(send, 1);
  assert.deepEqual([sent, remaining(queue)], [['a', 'b'], 0]);
});

test('holds twenty events and discards the oldest', () => {
  const queue = new OfflineQueue();
  for (let number = 0; number < 25; number++) queue.add(envelope(String(number)), 0);
  assert.deepEqual(
    queue.drain(0).map(({ key }) => key),
    Array.from({ length: 20 }, (_, index) => String(index + 5)),
  );
});

test('discards events older than ten minutes', async () => {
  const queue = new OfflineQueue();
  queue.add(envelope('old'), 0);
  queue.add(envelope('young'), 5 * MINUTE);
  const { sent, send } = recorder([]);
  await queue.flush(send, 10 * MINUTE);
  assert.deepEqual(sent, ['young']);
});

test('discards events older than ten minutes when the page unloads, too', () => {
  const queue = new OfflineQueue();
  queue.add(envelope('old'), 0);
  queue.add(envelope('young'), 5 * MINUTE);
  assert.deepEqual(
    queue.drain(10 * MINUTE).map(({ key }) => key),
    ['young'],
  );
  assert.equal(remaining(queue), 0);
});

test('concurrent flushes send nothing twice', async () => {
  const queue = new OfflineQueue();
  queue.add(envelope('a'), 0);
  const { sent, send } = recorder([]);
  await Promise.all([queue.flush(send, 1), queue.flush(send, 1)]);
  assert.deepEqual(sent, ['a']);
});

test('a flush sends events added during it', async () => {
  const queue = new OfflineQueue();
  queue.add(envelope('a'), 0);
  const { sent, send } = recorder([]);
  const flushing = queue.flush(send, 1);
  queue.add(envelope('b'), 1);
  await flushing;
  assert.deepEqual([sent, remaining(queue)], [['a', 'b'], 0]);
});
