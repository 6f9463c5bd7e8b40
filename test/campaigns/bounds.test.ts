// Tests the bounds of campaigns: how far apart, how many and how alike stopped events are that still belong together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyCounts } from '../../src/flows/campaigns/group-events.ts';
import type { StoppedEvent } from '../../src/records/campaigns.ts';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { attempt, groups, times } from './stopped-events.ts';

const other = (at: number, more: Partial<StoppedEvent> = {}) =>
  attempt(at, { attackSignal: null, isNewDevice: false, ...more });

test('two events of one source belong together for six hours, those of one device for a day', () => {
  const apart = (shared: Partial<StoppedEvent>, gap: number) => groups([other(0, shared), other(gap, shared)]);
  for (const [shared, hours] of [
    [{ fingerprint: 'look' }, 6],
    [{ address: 'line' }, 6],
    [{ deviceId: 'machine' }, 24],
  ] as const) {
    assert.deepEqual([apart(shared, hours * HOUR), apart(shared, hours * HOUR + 1)], [['source 2'], []]);
  }
  assert.deepEqual(apart({ fingerprint: null, address: null }, MINUTE), [], 'what both lack connects nothing');
  const device = { deviceId: 'machine' };
  assert.deepEqual(
    groups(times(3, (index) => other(index * 20 * HOUR, device))),
    ['source 3'],
    'each from the one before',
  );
});

test('a group joins the attack on an account if most of its events are on it', () => {
  const attack = times(5, (index) => other(index * MINUTE, { accountKey: 'victim' }));
  const tool = (count: number) => [
    ...times(2, (index) => other(10 * MINUTE + index, { accountKey: 'victim', fingerprint: 'tool' })),
    ...times(count, (index) => other(11 * MINUTE + index, { fingerprint: 'tool' })),
  ];
  assert.deepEqual(groups([...attack, ...tool(1)]), ['account 8']);
  assert.deepEqual(groups([...attack, ...tool(2)]), ['account 5', 'source 4']);
  const unnamed = times(9, (index) => other(index * MINUTE, { accountKey: null }));
  assert.deepEqual(groups(unnamed), []);
});

test('ten attempts are stuffing, at most four hours apart, with at most four other sources in between', () => {
  const attempts = (count: number) => times(count, (index) => attempt(index * 4 * HOUR));
  assert.deepEqual([groups(attempts(9)), groups(attempts(10))], [[], ['stuffing 10']]);
  const withOthers = (count: number) => [
    ...times(5, (index) => attempt(index)),
    ...times(count, (index) => other(10 + index)),
    ...times(5, (index) => attempt(100 + index)),
  ];
  assert.deepEqual([groups(withOthers(4)), groups(withOthers(5))], [['stuffing 10'], []]);
  const claimed = withOthers(9).map((event) =>
    event.attackSignal === null ? { ...event, credential: 'public' as const } : event,
  );
  assert.deepEqual(groups(claimed), ['stuffing 10'], 'claims do not interrupt what the server reports');
  const one = { fingerprint: 'one', accountKey: 'one' };
  const visitor = times(5, (index) => other(10 + index, one));
  const visits = [...times(5, (index) => attempt(index)), ...visitor, ...times(5, (index) => attempt(100 + index))];
  assert.deepEqual(groups(visits), ['stuffing 10', 'source 5'], 'one source, however often it tries');
});

test('a third of the attempts have a signal of the attack', () => {
  const attempts = (signaled: number) =>
    times(12, (index) => attempt(index * MINUTE, index < signaled ? {} : { attackSignal: null }));
  assert.deepEqual([groups(attempts(3)), groups(attempts(4))], [[], ['stuffing 12']]);
});

test('a known source is no attempt, nor is a login', () => {
  const attempts = (changes: Partial<StoppedEvent>) => groups(times(12, (index) => attempt(index * MINUTE, changes)));
  assert.deepEqual(attempts({ recognized: true }), []);
  assert.deepEqual(attempts({ type: 'login' }), []);
  assert.deepEqual(attempts({ isNewDevice: false }), ['stuffing 12'], 'the signal suffices');
});

test('in a quarter of the attempts, a source may try one account again; more are people', () => {
  const attempts = (people: number) => [
    ...times(24 - 2 * people, (index) => attempt(index * MINUTE)),
    ...Array.from({ length: people }, (_, person) =>
      times(2, (index) =>
        attempt((person * 2 + index) * MINUTE + 1, { deviceId: `phone ${person}`, accountKey: `person ${person}` }),
      ),
    ).flat(),
  ];
  assert.deepEqual(groups(attempts(3)), ['stuffing 18', 'source 2', 'source 2', 'source 2']);
  assert.ok(!groups(attempts(4)).some((group) => group.startsWith('stuffing')));
});

test('a source of more than nine events joins if nothing of it repeats more than twice', () => {
  const small = (count: number) =>
    times(count, (index) => attempt(1000 + index, { fingerprint: 'common phone', address: 'x' }));
  const others = times(12, (index) => attempt(index * MINUTE));
  assert.deepEqual(groups([...others, ...small(9)]), ['stuffing 21']);
  assert.deepEqual(groups([...others, ...small(10)]), ['stuffing 12', 'source 10']);
  const chain = times(10, (index) =>
    attempt(1000 + index, { fingerprint: `look ${index >> 1}`, address: `line ${(index + 1) >> 1}` }),
  );
  assert.deepEqual(groups([...others, ...chain]), ['stuffing 22']);
  for (const key of ['address', 'deviceId', 'fingerprint', 'accountKey'] as const) {
    const repeated = chain.map((event) => ({ ...event, [key]: 'same' }));
    assert.deepEqual(groups([...others, ...repeated]), ['stuffing 12', 'source 10'], key);
  }
  const hidden = times(10, (index) =>
    attempt(1000 + index, { deviceId: `d ${index >> 1}`, fingerprint: `f ${(index + 1) >> 1}`, address: null }),
  );
  assert.deepEqual(groups([...others, ...hidden]), ['stuffing 22'], 'what is unknown does not repeat');
});

test('a source is of the attack if half of its events are', () => {
  const others = times(12, (index) => attempt(index * MINUTE));
  const source = (honest: number) => [
    attempt(1000, { deviceId: 'machine' }),
    ...times(honest, (index) => other(1001 + index, { deviceId: 'machine' })),
  ];
  assert.deepEqual(groups([...others, ...source(1)]), ['stuffing 14']);
  assert.deepEqual(groups([...others, ...source(2)]), ['stuffing 12', 'source 3']);
});

test('three browsers in turn, each on changing addresses and accounts, are one tool', () => {
  const tool = (browsers: number, accounts = 1, addresses = 1) =>
    groups(
      times(browsers * 12, (index) =>
        attempt(index * MINUTE, {
          fingerprint: `browser ${index % browsers}`,
          accountKey: `account ${Math.floor(index / browsers / accounts)} of ${index % browsers}`,
          address: `address ${Math.floor(index / browsers / addresses)} of ${index % browsers}`,
        }),
      ),
    );
  assert.deepEqual(tool(2), ['source 12', 'source 12']);
  assert.deepEqual(tool(3), ['stuffing 36']);
  assert.deepEqual(tool(3, 1, 2), ['stuffing 36'], 'two attempts from each address');
  assert.deepEqual(tool(3, 1, 3), ['source 12', 'source 12', 'source 12']);
  assert.deepEqual(tool(3, 2), ['source 12', 'source 12', 'source 12'], 'people who try their accounts again');
});

test('counts the events with each key', () => {
  const events = [
    attempt(1, { address: 'a' }),
    attempt(2, { address: 'b' }),
    attempt(3, { address: 'a' }),
    attempt(4, { address: null }),
  ];
  assert.deepEqual(
    [...keyCounts(events, 'address')],
    [
      ['a', 2],
      ['b', 1],
    ],
  );
});
