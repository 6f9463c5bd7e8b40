// Contract: what a history window holds at its edges, in its order and over its cap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventKeys } from '../../../src/records/ingest.ts';
import type { PastEvent } from '../../../src/scoring/history.ts';
import { DAY, HOUR, MINUTE } from '../../../src/vocabulary/clock.ts';
import { digest, eventKeys, id, NOON, writes } from '../sample.ts';
import { type EngineUnderTest, keep, known, newEnvironment } from './engine-under-test.ts';

const offsets = (events: readonly PastEvent[]): number[] => events.map(({ at }) => at - NOON);

/** The windows are apart: each event of a test shares only the keys that the test is about. */
function apart(environmentNumber: number, at: number, shared: Partial<EventKeys>): EventKeys {
  const own = { accountKey: null, persistentId: null, fingerprint: null, counterAddress: null, sessionToken: null };
  return eventKeys(environmentNumber, { ...own, narrowNetwork: null, wideNetwork: null, ...shared, at });
}

const KEYS = {
  account: { accountKey: digest('a') },
  address: { counterAddress: '2001:db8:1:2::' },
  fingerprint: { fingerprint: digest('f') },
  session: { sessionToken: digest('t') },
} as const;

export function windowsContract(engine: EngineUnderTest): void {
  const { store } = engine;

  test('a past event is read as it was stored', async () => {
    const { number } = await newEnvironment(store);
    const from = eventKeys(number, { sessionToken: digest('token') });
    const kept = await keep(store, from, { event: { recognized: true, credential: 'secret', type: 'custom.type_1' } });
    const expected: PastEvent = {
      at: NOON,
      type: 'custom.type_1',
      account: from.accountKey,
      device: kept.device.id,
      counterAddress: '203.0.113.7',
      wideNetwork: '203.0.0.0/16',
      fingerprint: digest('fp'),
      agent: digest('agent'),
      sessionToken: digest('token'),
      recognized: true,
      credential: 'secret',
    };
    const context = await known(store, from);
    for (const window of ['account', 'address', 'fingerprint', 'session'] as const) {
      assert.deepEqual(context[window], [expected], window);
    }
    assert.deepEqual(context.idOwner?.history.window, [expected], 'device');
  });

  for (const [window, length] of [
    ['account', DAY],
    ['address', DAY],
    ['fingerprint', DAY],
    ['session', 12 * HOUR],
  ] as const) {
    test(`the ${window} window ends after ${length / HOUR} hours and sees nothing after the event`, async () => {
      const { number } = await newEnvironment(store);
      for (const offset of [-length - 1, -length, -length + 1, -1, 0, 1]) {
        await keep(store, apart(number, NOON + offset, KEYS[window]), { event: { type: 'login' } });
      }
      const context = await known(store, apart(number, NOON, KEYS[window]));
      assert.deepEqual(offsets(context[window]), [0, -1, -length + 1]);
    });
  }

  test('the device window ends after 24 hours, for the holder of the id and for any other device', async () => {
    const { number } = await newEnvironment(store);
    const shared = { persistentId: digest('id') };
    for (const offset of [-DAY, -DAY + 1, 0, 1]) await keep(store, apart(number, NOON + offset, shared));
    const now = apart(number, NOON, shared);
    const context = await known(store, now);
    assert.deepEqual(offsets(context.idOwner?.history.window ?? []), [0, -DAY + 1]);
    const deviceId = context.idOwner?.device.id as string;
    const direct = await store.ingest((transaction) => transaction.loadDeviceHistory(now, deviceId));
    assert.deepEqual(direct, context.idOwner?.history);
  });

  test('who has shown the fingerprint from a source they recognised is known for ever', async () => {
    const { number } = await newEnvironment(store);
    const shown = async (account: string | null, fingerprint: string | null = digest('f')) => {
      const accountKey = account === null ? null : digest(account);
      return (await known(store, apart(number, NOON, { fingerprint, accountKey }))).seenFingerprint;
    };
    const show = (account: string | null, recognized: boolean, at = NOON) => {
      const accountKey = account === null ? null : digest(account);
      return keep(store, apart(number, at, { fingerprint: digest('f'), accountKey }), { event: { recognized } });
    };
    await show(null, true, NOON - 900 * DAY);
    await show('bob', false);
    assert.deepEqual(await shown('alice'), { own: false, elsewhere: false }, 'neither is a recognised account');
    for (const at of [NOON - 400 * DAY, NOON - DAY]) await show('alice', true, at);
    await show('alice', false);
    assert.deepEqual(await shown('alice'), { own: true, elsewhere: false });
    assert.deepEqual(await shown('bob'), { own: false, elsewhere: true });
    assert.deepEqual(await shown(null), { own: false, elsewhere: true });
    assert.deepEqual(await shown('alice', digest('other')), { own: false, elsewhere: false });
    assert.deepEqual(await shown('alice', null), { own: false, elsewhere: false });
    await show('bob', true);
    assert.deepEqual(await shown('alice'), { own: true, elsewhere: true });
  });

  test('a window holds the newest 200; of one moment the newest stored', async () => {
    const { number } = await newEnvironment(store);
    const shared = { accountKey: digest('busy'), counterAddress: '198.18.0.1', fingerprint: digest('busy') };
    const seconds = Array.from({ length: 203 }, (_, index) => index);
    await Promise.all(
      seconds.map((second) =>
        store.ingest(async (transaction) => {
          const at = NOON - Math.max(2, second) * 1_000;
          const from = apart(number, at, shared);
          await transaction.loadHistory(from);
          const account = { key: shared.accountKey, externalId: 'busy', created: second === 0 };
          await transaction.save(writes(from, { account, event: { type: `t${second}` } }));
        }),
      ),
    );
    const context = await known(store, apart(number, NOON, shared));
    for (const window of ['account', 'address', 'fingerprint'] as const) {
      assert.equal(context[window].length, 200, window);
      assert.deepEqual(
        new Set(context[window].slice(0, 3).map(({ type }) => type)),
        new Set(['t0', 't1', 't2']),
        window,
      );
      assert.deepEqual(
        context[window].slice(3).map(({ type }) => type),
        seconds.slice(3, 200).map((second) => `t${second}`),
        window,
      );
    }
  });

  test('ties are ordered by the order of storing', async () => {
    const { number } = await newEnvironment(store);
    const shared = apart(number, NOON, { accountKey: digest('tie') });
    for (const type of ['first', 'second', 'third']) await keep(store, shared, { event: { type } });
    const context = await known(store, shared);
    assert.deepEqual(
      context.account.map(({ type }) => type),
      ['third', 'second', 'first'],
    );
  });

  test('no window sees another environment', async () => {
    const [one, other] = [await newEnvironment(store), await newEnvironment(store)];
    await keep(store, eventKeys(one.number, { sessionToken: digest('x') }));
    const context = await known(store, eventKeys(other.number, { sessionToken: digest('x') }));
    assert.deepEqual(
      [context.idOwner, context.account, context.address, context.fingerprint, context.session],
      [null, [], [], [], []],
    );
    assert.equal(context.accountFirstSeenAt, null);
  });

  test('unrecognized failures are counted by minute for an hour and by hour for a week', async () => {
    const { number } = await newEnvironment(store);
    const fail = async (at: number) =>
      keep(store, apart(number, at, {}), { unrecognizedFailure: true, event: { type: 'login_failed' } });
    const from = apart(number, NOON + 30 * MINUTE + 1, {});
    await fail(NOON - 29 * MINUTE - 59_000);
    for (const at of [NOON - 28 * MINUTE, NOON, NOON, from.at]) await fail(at);
    await fail(NOON - 168 * HOUR);
    await fail(NOON - 168 * HOUR - 1);
    const { environment } = await known(store, from);
    // The minute that began 60 minutes and a millisecond ago is out; the running hour belongs to no complete hour.
    assert.equal(environment.failuresLastHour, 4);
    assert.deepEqual(environment.failuresByHour, [1, 2]);
    await fail(NOON - 2 * HOUR);
    assert.deepEqual((await known(store, from)).environment.failuresByHour, [1, 1, 2], 'a late failure shows at once');
    assert.equal((await known(store, { ...from, at: from.at + HOUR })).environment.failuresLastHour, 0);
  });

  test('an environment is verified for seven days after a server-sent success', async () => {
    const { number } = await newEnvironment(store);
    const verified = async (at: number) => (await known(store, apart(number, at, {}))).environment.verified;
    assert.equal(await verified(NOON), false);
    await keep(store, apart(number, NOON, {}), { serverSuccess: true, event: { credential: 'secret' } });
    assert.equal(await verified(NOON - 1), false, 'not before it came');
    assert.equal(await verified(NOON), true);
    assert.equal(await verified(NOON + 7 * DAY - 1), true);
    assert.equal(await verified(NOON + 7 * DAY), false);
    await keep(store, apart(number, NOON + 8 * DAY, {}), { serverSuccess: true });
    assert.equal(await verified(NOON + 8 * DAY), true);
    assert.equal(await verified(NOON + 1), true, 'an older event sees the older success');
  });

  test('a failed transaction leaves no trace in counters that a process remembers', async () => {
    const { number } = await newEnvironment(store);
    const past = apart(number, NOON - 5 * HOUR, {});
    const attempt = store.ingest(async (transaction) => {
      await transaction.loadHistory(past);
      await transaction.save(
        writes(past, { unrecognizedFailure: true, serverSuccess: true, event: { id: id('event') } }),
      );
      const inside = await transaction.loadHistory(apart(number, NOON, {}));
      assert.equal(inside.environment.verified, true);
      throw new Error('undone');
    });
    await assert.rejects(attempt, /undone/);
    const { environment } = await known(store, apart(number, NOON, {}));
    assert.deepEqual(environment, { failuresLastHour: 0, failuresByHour: [], verified: false });
  });
}
