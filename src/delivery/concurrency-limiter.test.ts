// Tests how many attempts an endpoint may have in flight.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINT_CAP, SLOW_ENDPOINT_CAP } from '../vocabulary/endpoint-caps.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

const healthy = (endpointId: string) => ({ endpointId, slow: false });
const slow = (endpointId: string) => ({ endpointId, slow: true });

test('grants an endpoint what is left of its cap, and a slow one less', () => {
  const limiter = new ConcurrencyLimiter(100);
  assert.equal(limiter.acquire(healthy('a')), ENDPOINT_CAP);
  assert.equal(limiter.acquire(healthy('a')), 0);
  limiter.release('a', 1);
  assert.equal(limiter.acquire(healthy('a')), 1);
  assert.equal(limiter.acquire(healthy('b')), ENDPOINT_CAP);
  assert.equal(limiter.acquire(slow('c')), SLOW_ENDPOINT_CAP);
  assert.equal(limiter.acquire(slow('c')), 0);
});

test('grants no more than the total, and says when it is used up', () => {
  const limiter = new ConcurrencyLimiter(ENDPOINT_CAP + 1);
  limiter.acquire(healthy('a'));
  assert.equal(limiter.isFull, false);
  assert.equal(limiter.acquire(healthy('b')), 1);
  assert.equal(limiter.isFull, true);
  assert.equal(limiter.acquire(healthy('c')), 0);
  limiter.release('a', 2);
  assert.equal(limiter.isFull, false);
  assert.equal(limiter.acquire(healthy('c')), 2);
});

test('grants slow endpoints together at most half of the total', () => {
  const limiter = new ConcurrencyLimiter(5);
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => limiter.acquire(slow(id))),
    [1, 1, 0],
  );
  assert.equal(limiter.acquire(healthy('d')), 3);
  limiter.release('a', 1);
  assert.equal(limiter.acquire(slow('c')), 1);
});

test('grants a slow endpoint nothing when healthy ones use the total', () => {
  const limiter = new ConcurrencyLimiter(ENDPOINT_CAP);
  limiter.acquire(healthy('a'));
  assert.equal(limiter.acquire(slow('b')), 0);
});

test('takes back the permits of slow endpoints as theirs, and ignores endpoints that have none', () => {
  const limiter = new ConcurrencyLimiter(4);
  limiter.acquire(slow('a'));
  limiter.acquire(slow('b'));
  limiter.release('a', 1);
  limiter.release('unknown', 1);
  limiter.release('b', 0);
  assert.equal(limiter.acquire(healthy('a')), 3);
  limiter.release('a', 3);
  assert.deepEqual(
    ['c', 'd'].map((id) => limiter.acquire(slow(id))),
    [1, 0],
  );
});

test('grants endpoints whose attempts take long at most half of the total, for a minute', () => {
  let now = 0;
  const limiter = new ConcurrencyLimiter(8, () => now);
  assert.deepEqual(
    ['a', 'b'].map((id) => limiter.acquire(healthy(id))),
    [ENDPOINT_CAP, ENDPOINT_CAP],
  );
  for (let n = 0; n < ENDPOINT_CAP; n += 1) for (const id of ['a', 'b']) limiter.release(id, 1, 9_000);
  assert.equal(limiter.acquire(healthy('a')), ENDPOINT_CAP);
  assert.equal(limiter.acquire(healthy('b')), 0);
  assert.equal(limiter.acquire(healthy('c')), ENDPOINT_CAP, 'the other half is left');
  limiter.release('c', ENDPOINT_CAP, 1_000);
  now = 59_999;
  assert.equal(limiter.acquire(healthy('b')), 0);
  now = 60_000;
  assert.equal(limiter.acquire(healthy('b')), ENDPOINT_CAP);
});
