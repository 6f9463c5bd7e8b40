// Tests that events recorded at the same time on SQLite are decided and stored as if they had arrived one after the other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { observe } from '../../src/devices/observe.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import type { EventKeys, IngestTransaction } from '../../src/records/ingest.ts';
import type { Store } from '../../src/records/store.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { contextOver } from '../context.ts';
import { desktop, phone } from '../devices/machines.ts';
import { historyOf, newEnvironment } from './contract/engine-under-test.ts';
import { barrier, digest, eventKeys, NOON, type WritesOverride, writes } from './sample.ts';

const [ONE_ID, OTHER_ID, PHONE_ID] = [
  '3f1d0c9b8a7e6d5c4b3a29181706f5e4',
  '9c27b1e05d84f3a6172839405a6b7c8d',
  'e81a4f6730d2c95b8e7f60514a3b2c1d',
] as const;
const MACHINES = [desktop(ONE_ID), desktop(OTHER_ID), phone(PHONE_ID), desktop(null), null] as const;

interface Sent {
  type: string;
  account: string | null;
  machine: number;
  address: string;
}

/** Failures that make a wave. */
const WAVE = 10;
/** Moments with too few failures for a wave, because events of the same moment do not count each other's failures. */
const moments = fc
  .array(
    fc.array(
      fc.record<Sent>({
        type: fc.constantFrom('login', 'login', 'login_failed', 'password_reset_requested'),
        account: fc.constantFrom('alice', 'bob', 'carol', null),
        machine: fc.nat({ max: MACHINES.length - 1 }),
        address: fc.constantFrom('81.2.69.142', '81.2.69.77', '45.83.1.20'),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .filter((list) => list.flat().filter(({ type }) => type === 'login_failed').length < WAVE);

/** An account starts to use the device of an id (by its signals) at the moment in which the id is presented. */
const ID_OF_ANOTHER_DEVICE: Sent[][] = [
  [
    { type: 'login', account: null, machine: 1, address: '81.2.69.142' },
    { type: 'login', account: 'carol', machine: 3, address: '45.83.1.20' },
  ],
  [
    { type: 'login', account: 'alice', machine: 0, address: '81.2.69.142' },
    { type: 'login', account: 'carol', machine: 1, address: '81.2.69.142' },
  ],
];

/** Records the events of each moment, at the same time or one after the other, and returns the decision on each. */
async function decisions(list: readonly (readonly Sent[])[], atOnce: boolean) {
  const store = await openSqlite({ path: ':memory:', now: () => NOON });
  let now = NOON;
  const context = contextOver(store, { clock: () => now });
  const environment = await newEnvironment(store);
  const devices: string[] = [];
  const record = async ({ type, account, machine, address }: Sent) => {
    const signals = MACHINES[machine] as Record<string, unknown> | null;
    const plain = {
      userAgent: null,
      occurredAt: null,
      credential: 'secret',
      idempotency: null,
      imported: null,
    } as const;
    const input = { type, accountId: account, signals, address, ...plain };
    return (await recordEvent(context, environment, input)).recorded;
  };
  const decided: unknown[] = [];
  for (const moment of list) {
    now += MINUTE;
    const recorded = [];
    if (atOnce) recorded.push(...(await Promise.all(moment.map(record))));
    else for (const sent of moment) recorded.push(await record(sent));
    for (const { score, decision, method, device, signals } of recorded) {
      if (!devices.includes(device.id)) devices.push(device.id);
      decided.push({ score, decision, method, signals, device: devices.indexOf(device.id) });
    }
  }
  await store.close();
  return decided;
}

test('the machines of these tests have ids that are kept', () => {
  for (const id of [ONE_ID, OTHER_ID, PHONE_ID])
    assert.ok(observe({ signals: desktop(id), userAgentHeader: null }).persistentId);
});

test('events of the same moment are decided as if they had come one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(moments, async (list) => {
      assert.deepEqual(await decisions(list, true), await decisions(list, false));
    }),
    { numRuns: 60, examples: [[ID_OF_ANOTHER_DEVICE]] },
  );
});

/** The keys of an event that shares none with others, apart from `more`. */
const keysOf = (environmentNumber: number, name: string, more: Partial<EventKeys> = {}) =>
  eventKeys(environmentNumber, {
    ...{
      accountKey: digest(`account ${name}`),
      persistentId: digest(`id ${name}`),
      fingerprint: digest(`print ${name}`),
    },
    ...{ counterAddress: null, sessionToken: digest(`session ${name}`), ...more },
  });

/** Saves an event after `read` and returns the result of `read`. */
function save<T>(
  store: Store,
  keys: EventKeys,
  read: (transaction: IngestTransaction) => Promise<T>,
  more: WritesOverride = {},
): Promise<T> {
  return store.ingest(async (transaction) => {
    const found = await read(transaction);
    await transaction.save(writes(keys, more));
    return found;
  }, keys);
}

/** Until the server has reported a success, each event first writes the earlier ones, to look for one among them. */
async function reportSuccess(store: Store, environmentNumber: number): Promise<void> {
  const keys = keysOf(environmentNumber, 'earlier');
  await save(store, keys, (transaction) => transaction.loadHistory(keys), { serverSuccess: true });
}

const NAMES = ['first', 'second', 'third'];

for (const name of ['account', 'address', 'fingerprint', 'session'] as const) {
  test(`each event of a moment reads those before it with the same ${name}`, async () => {
    const store = await openSqlite({ path: ':memory:' });
    const { number } = await newEnvironment(store);
    const shared = {
      account: { accountKey: digest('shared') },
      address: { counterAddress: '203.0.113.7' },
      fingerprint: { fingerprint: digest('shared') },
      session: { sessionToken: digest('shared') },
    }[name];
    const found = NAMES.map((own, index) => {
      const keys = keysOf(number, own, shared);
      const { account } = writes(keys);
      const more = index === 0 || name !== 'account' ? {} : { account: account && { ...account, created: false } };
      return save(store, keys, async (transaction) => (await transaction.loadHistory(keys))[name].length, more);
    });
    assert.deepEqual(await Promise.all(found), [0, 1, 2]);
    await store.close();
  });
}

test('each event of a moment reads those before it with the same persistent id', async () => {
  const store = await openSqlite({ path: ':memory:' });
  const { number } = await newEnvironment(store);
  const persistentId = digest('shared');
  const owners = NAMES.map((name) => {
    const keys = keysOf(number, name, { persistentId });
    return save(store, keys, async (transaction) => (await transaction.loadHistory(keys)).idOwner !== null);
  });
  assert.deepEqual(await Promise.all(owners), [false, true, true]);
  await store.close();
});

test('an event reads which accounts have used its fingerprint in those before it', async () => {
  const store = await openSqlite({ path: ':memory:' });
  const { number } = await newEnvironment(store);
  await reportSuccess(store, number);
  const found = NAMES.map((name) => {
    const keys = keysOf(number, name, { fingerprint: digest('shared') });
    const read = async (transaction: IngestTransaction) =>
      (await transaction.loadHistory(keys)).seenFingerprint.elsewhere;
    return save(store, keys, read, { fingerprintRecognized: true });
  });
  assert.deepEqual(await Promise.all(found), [false, true, true]);
  await store.close();
});

test('an event of an address finds the devices of those before it', async () => {
  const store = await openSqlite({ path: ':memory:' });
  const { number } = await newEnvironment(store);
  const key = { kind: 1, digest: digest('key') };
  await reportSuccess(store, number);
  const counts = NAMES.map((name) => {
    const keys = keysOf(number, name, { counterAddress: '203.0.113.7' });
    const candidates = async (transaction: IngestTransaction) => {
      await transaction.loadHistory(keys);
      return (await transaction.loadCandidates(keys, [key], [])).candidates.length;
    };
    return save(store, keys, candidates, { device: { addKeys: [key] } });
  });
  assert.deepEqual(await Promise.all(counts), [0, 1, 2]);
  await store.close();
});

test('an event of an address reads what those before it have changed of the environment', async () => {
  const store = await openSqlite({ path: ':memory:', now: () => NOON });
  const { number } = await newEnvironment(store);
  const found = NAMES.map((name, index) => {
    const keys = keysOf(number, name, { counterAddress: '203.0.113.7', at: NOON + index * MINUTE });
    const read = async (transaction: IngestTransaction) => {
      const { environment } = await transaction.loadHistory(keys);
      return [environment.verified, environment.failures.login.lastHour];
    };
    return save(store, keys, read, { serverSuccess: index === 0, failure: 'login' });
  });
  assert.deepEqual(await Promise.all(found), [
    [false, 0],
    [true, 1],
    [true, 2],
  ]);
  await store.close();
});

test('an event that arrives late reads the late events before it', async () => {
  const store = await openSqlite({ path: ':memory:' });
  const { number } = await newEnvironment(store);
  const found = [0, -60, -30].map((minutes) => {
    const keys = keysOf(number, `${minutes}`, { counterAddress: '203.0.113.7', at: NOON + minutes * MINUTE });
    return save(store, keys, async (transaction) => (await transaction.loadHistory(keys)).address.length);
  });
  assert.deepEqual(await Promise.all(found), [0, 0, 1]);
  await store.close();
});

test('both of two events that are recognized as one device change it', async () => {
  const store = await openSqlite({ path: ':memory:' });
  const { number } = await newEnvironment(store);
  const first = keysOf(number, 'first');
  const { device } = writes(first);
  let runs = 0;
  const saveOn = (name: string, created: boolean) => {
    const keys = keysOf(number, name);
    const read = async (transaction: IngestTransaction) => {
      runs += 1;
      await transaction.loadHistory(keys);
      return (await transaction.loadDeviceHistory(keys, device.id)).window.length;
    };
    const more = { created, id: device.id, ...(created ? {} : { attachId: null }) };
    return save(store, keys, read, { event: { deviceId: device.id }, device: more });
  };
  assert.equal(await saveOn('first', true), 0);
  const windows = await Promise.all(['second', 'third', 'fourth'].map((name) => saveOn(name, false)));
  assert.deepEqual(windows, [1, 2, 3], 'each reads the events before it');
  assert.equal(runs, 1 + 3 + 2, 'two of them were assessed again');
  const { idOwner } = await historyOf(store, first);
  assert.deepEqual([idOwner?.device.eventCount, idOwner?.device.accountCount], [4, 4]);
  assert.equal(idOwner?.history.window.length, 4);
  await store.close();
});

test('an event that reads the window of a device while another is saved with it reads again', async () => {
  const store = await openSqlite({ path: ':memory:' });
  const { number } = await newEnvironment(store);
  const [first, second, reader] = [keysOf(number, 'first'), keysOf(number, 'second'), keysOf(number, 'reader')];
  const { device } = writes(first);
  const nothing = async () => {};
  await save(store, first, nothing, { event: { deviceId: device.id }, device: { id: device.id } });
  const isReading = barrier();
  const lengths: number[] = [];
  const reading = store.ingest(async (transaction) => {
    const window = transaction.loadDeviceHistory(reader, device.id);
    isReading.open();
    lengths.push((await window).window.length);
  }, reader);
  const more = { created: false, id: device.id, attachId: null };
  const saving = save(store, second, () => isReading.opened, { event: { deviceId: device.id }, device: more });
  await Promise.all([reading, saving]);
  assert.deepEqual(lengths, [2]);
  await store.close();
});
