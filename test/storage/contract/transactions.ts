// Contract: isolation, rollback, serialization of events that share a key, and durability.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../../../src/records/store.ts';
import { Failure } from '../../../src/vocabulary/failure.ts';
import { barrier, digest, eventKeys, id, writes } from '../sample.ts';
import { type EngineUnderTest, historyOf, newEnvironment, saveEvent } from './engine-under-test.ts';

export function transactionsContract(engine: EngineUnderTest): void {
  const { store } = engine;

  test('returns the result of the work, also when it saves nothing', async () => {
    const { number } = await newEnvironment(store);
    assert.equal(await store.ingest(async () => 7), 7);
    assert.equal(
      await store.ingest(async (transaction) => (await transaction.loadHistory(eventKeys(number))).idOwner),
      null,
    );
  });

  test('commits several events of one transaction, each of which reads the earlier ones', async () => {
    const { number } = await newEnvironment(store);
    const ids = ['one', 'two', 'three'];
    const run = (fails: boolean) =>
      store.ingest(async (transaction) => {
        const seen: number[] = [];
        for (const [index, persistentId] of ids.entries()) {
          const from = eventKeys(number, { persistentId: digest(persistentId), fingerprint: null });
          const history = await transaction.loadHistory(from);
          seen.push(history.account.length);
          const account = { key: from.accountKey as string, externalId: 'alice', created: index === 0 };
          await transaction.save(writes(from, { account }));
        }
        if (fails) throw new Error('undone');
        return seen;
      });
    await assert.rejects(run(true), /undone/);
    assert.equal((await historyOf(store, eventKeys(number))).account.length, 0);
    assert.deepEqual(await run(false), [0, 1, 2]);
    assert.equal((await historyOf(store, eventKeys(number))).account.length, 3);
  });

  test('rolls back failing jobs alone when they share a commit', async () => {
    const { number } = await newEnvironment(store);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        store.ingest(async (transaction) => {
          const from = eventKeys(number, {
            accountKey: digest(`a${index}`),
            persistentId: digest(`p${index}`),
            fingerprint: null,
          });
          await transaction.loadHistory(from);
          if (index % 4 === 1) throw new Failure('conflict', 'stale_version', 'before saving');
          await transaction.save(writes(from, { failure: 'login', device: { countFrequencies: ['f'] } }));
          if (index % 4 === 2) throw new Failure('conflict', 'stale_version', 'after saving');
          return index;
        }),
      ),
    );
    for (const [index, outcome] of outcomes.entries()) {
      const fails = index % 4 === 1 || index % 4 === 2;
      assert.equal(outcome.status, fails ? 'rejected' : 'fulfilled', `job ${index}`);
      if (outcome.status === 'rejected')
        assert.ok(outcome.reason instanceof Failure && outcome.reason.code === 'stale_version');
      const history = await historyOf(
        store,
        eventKeys(number, { accountKey: digest(`a${index}`), persistentId: digest(`p${index}`) }),
      );
      assert.equal(history.idOwner === null, fails);
      assert.equal(history.account.length, fails ? 0 : 1);
      assert.equal(history.address.length, 6);
      assert.equal(history.environment.failures.login.lastHour, 6);
    }
    const pool = await store.ingest((transaction) => transaction.loadCandidates(eventKeys(number), [], ['f']));
    assert.deepEqual([pool.deviceCount, pool.frequencies.get('f')], [6, 6]);
  });

  test('hides an event from other readers until it is committed', async () => {
    const { number } = await newEnvironment(store);
    const whole = writes(eventKeys(number));
    const [saved, checked] = [barrier(), barrier()];
    const saving = store.ingest(async (transaction) => {
      await transaction.loadHistory(eventKeys(number));
      await transaction.save(whole);
      saved.open();
      await checked.opened;
    });
    await saved.opened;
    const seen = store.events.event(number, whole.event.id);
    // A store with one connection responds after the commit, with the event; others respond at once, without it.
    const before = await Promise.race([seen, new Promise((resolve) => setImmediate(resolve, 'pending'))]);
    if (before !== 'pending') assert.equal(before, null);
    checked.open();
    await saving;
    assert.notEqual(await store.events.event(number, whole.event.id), null);
  });

  test('saves an event again after its transaction was rolled back', async () => {
    const { number } = await newEnvironment(store);
    const whole = writes(eventKeys(number));
    const attempt = (fails: boolean) =>
      store.ingest(async (transaction) => {
        await transaction.loadHistory(eventKeys(number));
        await transaction.save(whole);
        if (fails) throw new Error('undone');
      });
    await assert.rejects(attempt(true), /undone/);
    assert.equal(await store.events.event(number, whole.event.id), null);
    await attempt(false);
    assert.deepEqual((await store.events.event(number, whole.event.id))?.event, whole.event);
  });

  for (const [presented, shared] of [
    ['the same id', { fingerprint: null }],
    ['no id', { persistentId: null }],
  ] as const) {
    test(`creates one device for two concurrent first events with ${presented}, 100 times`, async () => {
      const other = (await engine.openSecondStore?.()) ?? store;
      const { number } = await newEnvironment(store);
      for (let round = 0; round < 100; round++) {
        const from = eventKeys(number, {
          persistentId: digest(`id${round}`),
          fingerprint: digest(`fp${round}`),
          accountKey: null,
          ...shared,
        });
        const [one, two] = await Promise.all([firstEvent(store, from), firstEvent(other, from)]);
        assert.equal(one, two, `round ${round}`);
      }
      if (other !== store) await other.close();
    });
  }

  test('processes events of one account in sequence', async () => {
    const other = (await engine.openSecondStore?.()) ?? store;
    const { number } = await newEnvironment(store);
    const seen = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const from = eventKeys(number, { persistentId: digest(`d${index}`), fingerprint: null });
        let before = -1;
        await (index % 2 === 0 ? store : other).ingest(async (transaction) => {
          const history = await transaction.loadHistory(from);
          before = history.account.length;
          const created = history.accountFirstSeenAt === null;
          await transaction.save(
            writes(from, { account: { key: from.accountKey as string, externalId: 'alice', created } }),
          );
        });
        return before;
      }),
    );
    assert.deepEqual(
      seen.sort((a, b) => a - b),
      Array.from({ length: 24 }, (_, index) => index),
    );
    if (other !== store) await other.close();
  });

  test('creates one event for 16 concurrent requests with one idempotency key', async () => {
    const other = (await engine.openSecondStore?.()) ?? store;
    const { number } = await newEnvironment(store);
    const ids = await Promise.all(
      Array.from({ length: 16 }, (_, index) => {
        // Only the key is shared, so that the key alone must serialize them.
        const alone = { accountKey: digest(`a${index}`), persistentId: digest(`p${index}`), fingerprint: null };
        const from = eventKeys(number, { ...alone, idempotencyKey: 'once' });
        return (index % 2 === 0 ? store : other).ingest(async (transaction) => {
          const { replay } = await transaction.loadHistory(from);
          if (replay !== null) return replay.eventId;
          const whole = writes(from, { idempotency: { key: 'once', requestDigest: 'd', response: '{}' } });
          await transaction.save(whole);
          return whole.event.id;
        });
      }),
    );
    assert.equal(new Set(ids).size, 1);
    if (other !== store) await other.close();
  });

  // An in-memory database ends with its store.
  const { reopen } = engine;
  if (reopen !== null)
    test('preserves acknowledged events when closed and reopened', async () => {
      const { number } = await newEnvironment(store);
      const saved = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          saveEvent(store, eventKeys(number, { accountKey: digest(`${index}`), persistentId: digest(`${index}`) })),
        ),
      );
      const again = await reopen();
      for (const { event } of saved) assert.deepEqual((await again.events.event(number, event.id))?.event, event);
      await again.ready();
    });
}

/** Resolves the device as a flow would: the id's owner, else a device with the fingerprint, else a new one. */
async function firstEvent(store: Store, from: ReturnType<typeof eventKeys>): Promise<string> {
  return store.ingest(async (transaction) => {
    const history = await transaction.loadHistory(from);
    const knownId = history.idOwner?.device.id ?? history.fingerprint[0]?.device;
    const deviceId = knownId ?? id('device');
    const created = knownId === undefined;
    await transaction.save(
      writes(from, { event: { deviceId }, device: { created, attachId: created ? from.persistentId : null } }),
    );
    return deviceId;
  });
}
