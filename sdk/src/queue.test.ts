// The queue is bounded in number and age, sends in order, and keeps what finds no way out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OfflineQueue } from './queue.ts';
import type { Delivery, Envelope } from './transport.ts';

const envelope = (name: string): Envelope => ({ key: name, body: name });
const MINUTE = 60_000;

function outbox(ways: readonly Delivery['kind'][]) {
  const sent: string[] = [];
  const send = async ({ key }: Envelope): Promise<Delivery> => {
    sent.push(key);
    return { kind: ways[sent.length - 1] ?? 'answer', error: '' } as Delivery;
  };
  return { sent, send };
}

test('sends oldest first and is empty then', async () => {
  const queue = new OfflineQueue();
  for (const name of ['a', 'b', 'c']) queue.add(envelope(name), 0);
  const { sent, send } = outbox([]);
  await queue.flush(send, 1);
  assert.deepEqual([sent, queue.size], [['a', 'b', 'c'], 0]);
});

test('stops at the first that finds no way out, and keeps it with all behind it', async () => {
  const queue = new OfflineQueue();
  for (const name of ['a', 'b', 'c']) queue.add(envelope(name), 0);
  const { sent, send } = outbox(['answer', 'network']);
  await queue.flush(send, 1);
  assert.deepEqual([sent, queue.size], [['a', 'b'], 2]);
});

test('a refused event is dropped: it would be refused again', async () => {
  const queue = new OfflineQueue();
  for (const name of ['a', 'b']) queue.add(envelope(name), 0);
  const { sent, send } = outbox(['refused']);
  await queue.flush(send, 1);
  assert.deepEqual([sent, queue.size], [['a', 'b'], 0]);
});

test('holds twenty; the oldest give way', () => {
  const queue = new OfflineQueue();
  for (let number = 0; number < 25; number++) queue.add(envelope(String(number)), 0);
  assert.deepEqual(
    queue.drain().map(({ key }) => key),
    Array.from({ length: 20 }, (_, index) => String(index + 5)),
  );
});

test('what is older than ten minutes is not sent any more', async () => {
  const queue = new OfflineQueue();
  queue.add(envelope('old'), 0);
  queue.add(envelope('young'), 5 * MINUTE);
  const { sent, send } = outbox([]);
  await queue.flush(send, 10 * MINUTE);
  assert.deepEqual(sent, ['young']);
});

test('a second flush while one is under way sends nothing twice', async () => {
  const queue = new OfflineQueue();
  queue.add(envelope('a'), 0);
  const { sent, send } = outbox([]);
  await Promise.all([queue.flush(send, 1), queue.flush(send, 1)]);
  assert.deepEqual(sent, ['a']);
});

test('an event that comes during a flush is sent by it', async () => {
  const queue = new OfflineQueue();
  queue.add(envelope('a'), 0);
  const { sent, send } = outbox([]);
  const flushing = queue.flush(send, 1);
  queue.add(envelope('b'), 1);
  await flushing;
  assert.deepEqual([sent, queue.size], [['a', 'b'], 0]);
});
