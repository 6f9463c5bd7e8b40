// Tests which stopped events are grouped into an attack on one account from changing sources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoppedEvent } from '../../src/records/campaigns.ts';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { attempt, groups, times } from './stopped-events.ts';

/** An attempt on an account, without a signal of stuffing. */
const on = (accountKey: string, at: number, more: Partial<StoppedEvent> = {}) =>
  attempt(at, { accountKey, attackSignal: null, isNewDevice: false, ...more });

test('five attempts on one account are an attack on it, unless more than six hours lie between two of them', () => {
  assert.deepEqual(groups(times(5, (index) => on('victim', index * 6 * HOUR))), ['account 5']);
  assert.deepEqual(groups(times(4, (index) => on('victim', index * 6 * HOUR))), []);
  assert.deepEqual(groups(times(9, (index) => on('victim', index * MINUTE + (index > 4 ? 6 * HOUR : 0)))), [
    'account 5',
  ]);
});

test('what the owner does on a device that the account knows is no attack on it', () => {
  assert.deepEqual(groups(times(9, (index) => on('owner', index * MINUTE, { recognized: true }))), []);
});

test('a source that tries many accounts does not join the attack on one of them', () => {
  const tool = times(10, (index) => on(`account ${index}`, index * MINUTE, { fingerprint: 'tool' }));
  const attack = times(6, (index) => on('account 0', index * MINUTE + 1));
  assert.deepEqual(groups([...tool, ...attack]), ['source 10', 'account 6']);
});

test('nor do two sources that together tried another account more often than either has events of the first', () => {
  const shared = [1, 2].flatMap((tool) => [
    ...times(2, (index) => on('first', index * MINUTE, { fingerprint: `tool ${tool}` })),
    on('second', 2 * MINUTE, { fingerprint: `tool ${tool}` }),
  ]);
  const attacks = [on('first', 3 * MINUTE), ...times(3, (index) => on('second', (4 + index) * MINUTE))];
  assert.deepEqual(groups([...shared, ...attacks]), ['account 7', 'account 3']);
});
