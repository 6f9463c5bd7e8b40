// Tests the stored numbers of windows and partitions, and the partition of each type.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES } from './event-types.ts';
import { ALL_WINDOWS, PARTITION_CAP, PARTITIONS, partitionOf, WINDOW_BIT, WINDOW_NAMES } from './windows.ts';

test('numbers in stored events never change', () => {
  assert.deepEqual(WINDOW_BIT, { account: 1, address: 2, device: 4, fingerprint: 8, session: 16 });
  assert.equal(ALL_WINDOWS, 31);
  for (const [position, name] of WINDOW_NAMES.entries()) assert.equal(WINDOW_BIT[name], 2 ** position);
  assert.deepEqual(PARTITIONS, ['failure', 'attempt', 'success', 'rejection', 'payment']);
});

test('a partition has room for all rows that a threshold needs', () => {
  assert.deepEqual(PARTITION_CAP, { failure: 400, attempt: 200, success: 100, rejection: 400, payment: 400 });
});

test('each type has a partition, also under another name', () => {
  const types = (partition: string) => Object.keys(EVENT_TYPES).filter((type) => partitionOf(type) === partition);
  assert.deepEqual(types('failure'), ['login_failed']);
  assert.deepEqual(types('success'), ['login', 'mfa_passed']);
  assert.deepEqual(types('rejection'), ['mfa_failed', 'payment_failed']);
  assert.deepEqual(types('payment'), ['payment_attempt']);
  assert.ok(types('attempt').includes('signup'));
  assert.deepEqual(['wrong_password', 'payment_declined', 'checkout', 'register', 'page_view'].map(partitionOf), [
    'failure',
    'rejection',
    'payment',
    'attempt',
    'attempt',
  ]);
});
