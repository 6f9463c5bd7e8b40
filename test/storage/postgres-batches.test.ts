// Tests that events that arrive at the same moment share one transaction on PostgreSQL but succeed or fail separately.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { Failure } from '../../src/vocabulary/failure.ts';
import { EVENTS, numbered, openBatchDatabase, ownKeys, save } from './batch-events.ts';
import { relayTo } from './commit-relay.ts';
import { historyOf, newEnvironment } from './contract/engine-under-test.ts';
import { rowsOfEvents } from './rows-of-events.ts';
import { barrier, digest, eventKeys, eventRow, type WritesOverride, writes } from './sample.ts';

const { client, database, elsewhere, store, stored } = await openBatchDatabase();

describe('a batch', () => {
  test('stores all events in one transaction, and counts each where they share a counter', async () => {
    const { number } = await newEnvironment(store);
    const more = { failure: 'login' as const, device: { countFrequencies: ['f'] } };
    await Promise.all(numbered((index) => save(store, ownKeys(number, index), more)));
    assert.deepEqual(await stored(number), { events: EVENTS, transactions: 1 });
    const history = await historyOf(store, ownKeys(number, 3));
    assert.equal(history.environment.failures.login.lastHour, EVENTS);
    assert.deepEqual([history.account.length, history.address.length], [1, EVENTS]);
    const pool = await store.ingest((transaction) => transaction.loadCandidates(ownKeys(number, 3), [], ['f']));
    assert.deepEqual([pool.deviceCount, pool.frequencies.get('f')], [EVENTS, EVENTS]);
  });

  test('holds events of one environment', async () => {
    const [one, other] = [await newEnvironment(store), await newEnvironment(store)];
    await Promise.all(numbered((index) => save(store, ownKeys((index % 2 === 0 ? one : other).number, index))));
    for (const { number } of [one, other]) {
      assert.deepEqual(await stored(number), { events: EVENTS / 2, transactions: 1 });
    }
    const { rows } = await client.query(
      'SELECT count(DISTINCT xmin::text)::int AS transactions FROM events WHERE environment_id IN ($1, $2)',
      [one.number, other.number],
    );
    assert.equal(rows[0].transactions, 2);
  });

  test('goes on without an event that is refused', async () => {
    const { number } = await newEnvironment(store);
    const rejection = new Failure('conflict', 'idempotency_key_reused', 'used before');
    const results = await Promise.allSettled(
      numbered((index) => save(store, ownKeys(number, index), {}, index === 5 ? { before: rejection } : {})),
    );
    const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    assert.deepEqual(rejected, [rejection]);
    assert.deepEqual(await stored(number), { events: EVENTS - 1, transactions: 1 });
  });

  for (const [name, more, fail] of [
    ['an error in the work', {}, { after: new Error('broken') }],
    // PostgreSQL stores no NUL in a text.
    ['a statement that fails', { event: { type: 'log\u0000in' } }, {}],
  ] as const) {
    test(`stores all other events singly after ${name}`, async () => {
      const { number } = await newEnvironment(store);
      const results = await Promise.allSettled(
        numbered((index) =>
          index === 5 ? save(store, ownKeys(number, index), more, fail) : save(store, ownKeys(number, index)),
        ),
      );
      assert.deepEqual(
        results.map(({ status }) => status),
        numbered((index) => (index === 5 ? 'rejected' : 'fulfilled')),
      );
      assert.deepEqual(await stored(number), { events: EVENTS - 1, transactions: EVENTS - 1 });
    });
  }

  test('counts both of two events that are recognized as one device', async () => {
    const { number } = await newEnvironment(store);
    const first = ownKeys(number, 'first');
    const whole = writes(first);
    await store.ingest(async (transaction) => {
      await transaction.loadHistory(first);
      await transaction.save(whole);
    }, first);
    const same = { id: whole.device.id, created: false, attachId: null };
    await Promise.all(
      numbered((index) =>
        save(store, ownKeys(number, index), index < 2 ? { event: { deviceId: same.id }, device: same } : {}),
      ),
    );
    const { idOwner } = await historyOf(store, first);
    assert.deepEqual([idOwner?.device.eventCount, idOwner?.device.accountCount], [3, 3]);
    assert.deepEqual(await stored(number), { events: EVENTS + 1, transactions: 3 });
  });

  test('does not wait for an event whose account is locked by another process', async () => {
    const { number } = await newEnvironment(store);
    const [locked, released] = [barrier(), barrier()];
    const hot = ownKeys(number, 5);
    const lockOwner = elsewhere.ingest(async (transaction) => {
      await transaction.loadHistory({ ...hot, persistentId: digest('elsewhere') });
      locked.open();
      await released.opened;
    });
    await locked.opened;
    const saving = numbered((index) => save(store, ownKeys(number, index)));
    await Promise.all(saving.filter((_, index) => index !== 5));
    assert.deepEqual(await stored(number), { events: EVENTS - 1, transactions: 1 });
    released.open();
    await Promise.all([lockOwner, saving[5]]);
    assert.deepEqual(await stored(number), { events: EVENTS, transactions: 2 });
  });
});

const RESOLUTION = eventRow(eventKeys(1)).resolution;

/** Everything that an event may write, for a first event or one of a returning device. */
function everything(index: number, returning: boolean): WritesOverride {
  const name = `${index} ${returning}`;
  return {
    event: {
      id: `evt_${name}`,
      deviceId: `dev_${index}`,
      sessionId: `ses_${index}`,
      credential: index % 2 === 0 ? 'secret' : 'public',
      fingerprint: digest(`fp ${index}`),
      matchedRule: null,
      resolution: index % 2 === 0 ? RESOLUTION : { ...RESOLUTION, changedSignals: [], conflictingSignals: [] },
      stableSignals: { digest: digest(`stable ${index % 3}`), body: '{"quote":"\\"\\\\","list":"{a,b}"}' },
      signals: [{ code: 'RARE', weight: 1, description: "It's {1,2} \\ NULL", metadata: { text: '"ü"' } }],
    },
    device: {
      created: !returning,
      addKeys: [{ kind: 1, digest: digest(`key ${index % 4}`) }],
      attachId: returning && index % 3 === 0 ? null : digest(`id ${index}`),
      refuteId: returning && index % 3 === 0 ? { persistentId: digest(`id ${index}`), cloned: index === 0 } : null,
      networks: index % 4 === 0 ? null : ['203.0.113.0/24'],
      profile: returning && index % 2 === 0 ? null : { os_family: `os ${name}` },
      countFrequencies: returning ? [] : [`f${index % 3}`, 'common'],
    },
    account: { key: digest(`account ${index}`), externalId: `NULL ${index}`, created: !returning },
    pair: {
      created: !returning,
      proven: index % 3 !== 1,
      withServerSignals: index % 4 === 0,
      confirmed: index % 5 === 0,
      afterRecovery: index % 4 === 1,
    },
    networkProof: index % 2 === 0 ? null : { narrow: '203.0.113.0/24', wide: '203.0.0.0/16', confirmed: index === 3 },
    session: { id: `ses_${index}`, created: !returning },
    fingerprintRecognized: true,
    failure: [null, 'login' as const, 'payment' as const][index % 3] ?? null,
    recovery: index % 3 === 0,
    idempotency: { key: `key ${name}`, requestDigest: digest(name), response: '{}' },
    deliveries: [
      {
        id: `whd_${name}`,
        endpointId: 'whe_1',
        type: 'risk.assessment.completed',
        eventId: `evt_${name}`,
        body: '{"a":[1]}',
      },
    ],
  };
}

test('a batch reads and writes the same rows as events in transactions of their own', async (t) => {
  const single = await openPostgres({ url: database.url, batches: false });
  t.after(() => single.close());
  const rows: Record<string, string[]>[] = [];
  const histories: unknown[] = [];
  for (const on of [store, single]) {
    const { number } = await newEnvironment(store);
    const keysOf = (index: number) => ({
      ...ownKeys(number, index),
      fingerprint: digest(`fp ${index}`),
      sessionToken: index % 2 === 0 ? null : digest(`token ${index}`),
    });
    for (const returning of [false, true]) {
      await Promise.all(numbered((index) => save(on, keysOf(index), everything(index, returning))));
    }
    rows.push(await rowsOfEvents(client, number));
    histories.push(
      await Promise.all(
        numbered((index) => {
          const keys = keysOf(index);
          return on.ingest(
            async (transaction) => [
              await transaction.loadHistory({ ...keys, idempotencyKey: `key ${index} true` }),
              await transaction.loadCandidates(
                keys,
                [{ kind: 1, digest: digest(`key ${index % 4}`) }],
                ['common', 'none'],
              ),
              await transaction.loadDeviceHistory(keys, `dev_${(index + 1) % EVENTS}`),
            ],
            keys,
          );
        }),
      ),
    );
    assert.deepEqual((await stored(number)).transactions, on === store ? 2 : 2 * EVENTS);
  }
  assert.deepEqual(rows[0], rows[1]);
  assert.deepEqual(histories[0], histories[1]);
  for (const [table, found] of Object.entries(rows[0] ?? {})) assert.ok(found.length > 0, `${table} was not written`);
});

describe('a batch whose connection ends during its commit', () => {
  // The second time, the connection that looks up the first result ends too.
  for (const [when, times] of [
    ['before', 1],
    ['after', 1],
    ['after', 2],
  ] as const) {
    test(`tells every event the truth when the commit was lost ${when} it was executed, ${times} times`, async (t) => {
      const relay = await relayTo(database.url);
      const unsteady = await openPostgres({ url: relay.url, poolSize: 2 });
      t.after(async () => {
        relay.close();
        await unsteady.close();
      });
      const { number } = await newEnvironment(store);
      // The first batch also queries the types of its statements.
      await Promise.all(numbered((index) => save(unsteady, ownKeys(number, `warm ${index}`))));
      relay.cut(when, times);
      const results = await Promise.allSettled(numbered((index) => save(unsteady, ownKeys(number, index))));
      const { rows } = await client.query('SELECT id FROM events WHERE environment_id = $1', [number]);
      const ids = new Set(rows.map(({ id }) => id));
      for (const result of results) {
        if (result.status === 'fulfilled') assert.ok(ids.has(result.value), 'acknowledged and stored');
        else assert.ok(result.reason instanceof Failure && result.reason.kind === 'unavailable', String(result.reason));
      }
      const acknowledged = results.filter(({ status }) => status === 'fulfilled').length;
      assert.equal(ids.size, EVENTS + acknowledged, 'nothing is stored that was reported as lost');
      assert.equal(acknowledged, when === 'after' ? EVENTS : 0);
    });
  }
});
