// Contract: history windows at their time limits, in their order and at their cap, and failure counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventKeys } from '../../../src/records/ingest.ts';
import type { PastEvent } from '../../../src/scoring/history.ts';
import { DAY, HOUR, MINUTE } from '../../../src/vocabulary/clock.ts';
import { digest, eventKeys, id, NOON, writes } from '../sample.ts';
import { type EngineUnderTest, historyOf, newEnvironment, saveEvent } from './engine-under-test.ts';

const offsets = (events: readonly PastEvent[]): number[] => events.map(({ at }) => at - NOON);

/** Keys without overlap: the events of a test share only the keys the test is about. */
function isolatedKeys(environmentNumber: number, at: number, shared: Partial<EventKeys>): EventKeys {
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

  test('reads a past event as it was stored', async () => {
    const { number } = await newEnvironment(store);
    const from = eventKeys(number, { sessionToken: digest('token') });
    const saved = await saveEvent(store, from, {
      event: { recognized: true, credential: 'secret', type: 'custom.type_1' },
    });
    const expected: PastEvent = {
      at: NOON,
      type: 'custom.type_1',
      account: from.accountKey,
      device: saved.device.id,
      counterAddress: '203.0.113.7',
      wideNetwork: '203.0.0.0/16',
      fingerprint: digest('fp'),
      agent: digest('agent'),
      sessionToken: digest('token'),
      recognized: true,
      settled: true,
      byId: false,
      credential: 'secret',
    };
    const history = await historyOf(store, from);
    for (const window of ['account', 'address', 'fingerprint', 'session'] as const) {
      assert.deepEqual(history[window], [expected], window);
    }
    assert.deepEqual(history.idOwner?.history.window, [expected], 'device');
  });

  for (const [window, length] of [
    ['account', DAY],
    ['address', DAY],
    ['fingerprint', DAY],
    ['session', 12 * HOUR],
  ] as const) {
    test(`limits the ${window} window to ${length / HOUR} hours before the event`, async () => {
      const { number } = await newEnvironment(store);
      for (const offset of [-length - 1, -length, -length + 1, -1, 0, 1]) {
        await saveEvent(store, isolatedKeys(number, NOON + offset, KEYS[window]), { event: { type: 'login' } });
      }
      const history = await historyOf(store, isolatedKeys(number, NOON, KEYS[window]));
      assert.deepEqual(offsets(history[window]), [0, -1, -length + 1]);
    });
  }

  test('limits the device window to 24 hours, for the id owner and any other device', async () => {
    const { number } = await newEnvironment(store);
    const shared = { persistentId: digest('id') };
    for (const offset of [-DAY, -DAY + 1, 0, 1]) await saveEvent(store, isolatedKeys(number, NOON + offset, shared));
    const now = isolatedKeys(number, NOON, shared);
    const history = await historyOf(store, now);
    assert.deepEqual(offsets(history.idOwner?.history.window ?? []), [0, -DAY + 1]);
    const deviceId = history.idOwner?.device.id as string;
    const direct = await store.ingest((transaction) => transaction.loadDeviceHistory(now, deviceId));
    assert.deepEqual(direct, history.idOwner?.history);
  });

  test('remembers which accounts used a fingerprint from a recognized source', async () => {
    const { number } = await newEnvironment(store);
    const seen = async (account: string | null, fingerprint: string | null = digest('f')) => {
      const accountKey = account === null ? null : digest(account);
      return (await historyOf(store, isolatedKeys(number, NOON, { fingerprint, accountKey }))).seenFingerprint;
    };
    const use = (account: string | null, recognized: boolean, at = NOON) => {
      const accountKey = account === null ? null : digest(account);
      return saveEvent(store, isolatedKeys(number, at, { fingerprint: digest('f'), accountKey }), {
        event: { recognized },
      });
    };
    await use(null, true, NOON - 900 * DAY);
    await use('bob', false);
    assert.deepEqual(
      await seen('alice'),
      { own: false, ownServer: false, settled: false, elsewhere: false },
      'neither use was recognized',
    );
    for (const at of [NOON - 400 * DAY, NOON - DAY]) await use('alice', true, at);
    await use('alice', false);
    assert.deepEqual(await seen('alice'), { own: true, ownServer: false, settled: false, elsewhere: false });
    assert.deepEqual(await seen('bob'), { own: false, ownServer: false, settled: false, elsewhere: true });
    assert.deepEqual(await seen(null), { own: false, ownServer: false, settled: false, elsewhere: true });
    assert.deepEqual(await seen('alice', digest('other')), {
      own: false,
      ownServer: false,
      settled: false,
      elsewhere: false,
    });
    assert.deepEqual(await seen('alice', null), { own: false, ownServer: false, settled: false, elsewhere: false });
    await use('bob', true);
    assert.deepEqual(await seen('alice'), { own: true, ownServer: false, settled: false, elsewhere: true });
  });

  test('remembers whether a fingerprint was used on a settled device, by the server once it has spoken', async () => {
    const { number } = await newEnvironment(store);
    const own = isolatedKeys(number, NOON, { fingerprint: digest('f'), accountKey: digest('alice') });
    const use = async (credential: 'public' | 'secret', fingerprintSettled: boolean) => {
      await saveEvent(store, own, { event: { recognized: true, credential }, fingerprintSettled });
      const { ownServer, settled } = (await historyOf(store, own)).seenFingerprint;
      return [ownServer, settled];
    };
    assert.deepEqual(await use('public', false), [false, false]);
    assert.deepEqual(await use('public', true), [false, true]);
    assert.deepEqual(await use('public', false), [false, true]);
    assert.deepEqual(await use('secret', false), [true, false]);
    assert.deepEqual(await use('secret', true), [true, true]);
    assert.deepEqual(await use('public', false), [true, true]);
  });

  test('caps a window at the newest 200 rows, by time and then insertion', async () => {
    const { number } = await newEnvironment(store);
    const shared = { accountKey: digest('busy'), counterAddress: '198.18.0.1', fingerprint: digest('busy') };
    const seconds = Array.from({ length: 203 }, (_, index) => index);
    await Promise.all(
      seconds.map((second) =>
        store.ingest(async (transaction) => {
          const at = NOON - Math.max(2, second) * 1_000;
          const from = isolatedKeys(number, at, shared);
          await transaction.loadHistory(from);
          const account = { key: shared.accountKey, externalId: 'busy', created: second === 0 };
          await transaction.save(writes(from, { account, event: { type: `t${second}` } }));
        }),
      ),
    );
    const history = await historyOf(store, isolatedKeys(number, NOON, shared));
    for (const window of ['account', 'address', 'fingerprint'] as const) {
      assert.equal(history[window].length, 200, window);
      assert.deepEqual(
        new Set(history[window].slice(0, 3).map(({ type }) => type)),
        new Set(['t0', 't1', 't2']),
        window,
      );
      assert.deepEqual(
        history[window].slice(3).map(({ type }) => type),
        seconds.slice(3, 200).map((second) => `t${second}`),
        window,
      );
    }
  });

  test('orders events of equal time by insertion', async () => {
    const { number } = await newEnvironment(store);
    const shared = isolatedKeys(number, NOON, { accountKey: digest('tie') });
    for (const type of ['first', 'second', 'third']) await saveEvent(store, shared, { event: { type } });
    const history = await historyOf(store, shared);
    assert.deepEqual(
      history.account.map(({ type }) => type),
      ['third', 'second', 'first'],
    );
  });

  test('excludes other environments from every window', async () => {
    const [one, other] = [await newEnvironment(store), await newEnvironment(store)];
    await saveEvent(store, eventKeys(one.number, { sessionToken: digest('x') }));
    const history = await historyOf(store, eventKeys(other.number, { sessionToken: digest('x') }));
    assert.deepEqual(
      [history.idOwner, history.account, history.address, history.fingerprint, history.session],
      [null, [], [], [], []],
    );
    assert.equal(history.accountFirstSeenAt, null);
  });

  test('counts unrecognized failures by minute for an hour and by hour for a week', async () => {
    const { number } = await newEnvironment(store);
    const fail = async (at: number) =>
      saveEvent(store, isolatedKeys(number, at, {}), { failure: 'login', event: { type: 'login_failed' } });
    const from = isolatedKeys(number, NOON + 30 * MINUTE + 1, {});
    await fail(NOON - 29 * MINUTE - 59_000);
    for (const at of [NOON - 28 * MINUTE, NOON, NOON, from.at]) await fail(at);
    await fail(NOON - 168 * HOUR);
    await fail(NOON - 168 * HOUR - 1);
    const { environment } = await historyOf(store, from);
    // The minute that began 60 minutes and a millisecond ago is excluded; the current hour is not complete.
    assert.equal(environment.failures.login.lastHour, 4);
    assert.deepEqual(environment.failures.login.byHour, [1, 2]);
    await fail(NOON - 2 * HOUR);
    assert.deepEqual(
      (await historyOf(store, from)).environment.failures.login.byHour,
      [1, 1, 2],
      'a late failure appears at once',
    );
    const later = { ...from, at: from.at + HOUR };
    assert.equal((await historyOf(store, later)).environment.failures.login.lastHour, 0);
    await saveEvent(store, isolatedKeys(number, NOON, {}), { failure: 'payment' });
    const { failures, firstEventAt } = (await historyOf(store, from)).environment;
    assert.deepEqual([failures.payment.lastHour, failures.login.lastHour], [1, 4], 'each kind for itself');
    assert.deepEqual((await historyOf(store, later)).environment.failures.payment.byHour, [1]);
    assert.equal(firstEventAt, NOON - 29 * MINUTE - 59_000);
  });

  test('counts failures at this time of day on each of the last seven days', async () => {
    const { number } = await newEnvironment(store);
    const fail = (hoursBefore: number) =>
      saveEvent(store, isolatedKeys(number, NOON - hoursBefore * HOUR, {}), {
        failure: 'payment',
        event: { type: 'payment_failed' },
      });
    for (const hours of [1, 12, 23, 26, 71, 50]) await fail(hours);
    const paymentsByDay = async (at: number) =>
      (await historyOf(store, isolatedKeys(number, at, {}))).environment.failures.payment.byDay;
    assert.deepEqual(await paymentsByDay(NOON + 5 * MINUTE), [], 'the hours around it do not count');
    for (const hours of [24, 24, 25, 49, 168]) await fail(hours);
    assert.deepEqual((await paymentsByDay(NOON + 5 * MINUTE)).toSorted(), [1, 1, 2], 'the busier of two hours');
    assert.deepEqual((await paymentsByDay(NOON + HOUR)).toSorted(), [1, 2]);
  });

  test('counts corrected failures at the time of each failure', async () => {
    const { number } = await newEnvironment(store);
    const corrects = [NOON - 2 * MINUTE, NOON - 3 * MINUTE, NOON - 3 * MINUTE];
    await saveEvent(store, isolatedKeys(number, NOON, {}), { corrects });
    const corrected = async (at: number) =>
      (await historyOf(store, isolatedKeys(number, at, {}))).environment.failures.corrected_login.lastHour;
    assert.equal(await corrected(NOON + MINUTE), 3);
    assert.equal(await corrected(NOON + 57 * MINUTE), 1);
    assert.equal(await corrected(NOON + 58 * MINUTE), 0, 'a correction counts no longer than its failure');
    assert.equal(await corrected(NOON - 3 * MINUTE), 2);
  });

  test('drops removed addresses from the address window at once', async () => {
    const { number } = await newEnvironment(store);
    await saveEvent(store, eventKeys(number));
    assert.equal((await historyOf(store, eventKeys(number))).address.length, 1);
    assert.equal((await store.privacy.forgetBefore(number, NOON + DAY, 10)).cleaned, 1);
    const history = await historyOf(store, eventKeys(number));
    assert.deepEqual([history.address.length, history.account.length], [0, 1]);
  });

  test('verifies an environment for seven days after a server-sent success', async () => {
    const { number } = await newEnvironment(store);
    const verified = async (at: number) => (await historyOf(store, isolatedKeys(number, at, {}))).environment.verified;
    assert.equal(await verified(NOON), false);
    await saveEvent(store, isolatedKeys(number, NOON, {}), { serverSuccess: true, event: { credential: 'secret' } });
    assert.equal(await verified(NOON - 1), false, 'not before the success');
    assert.equal(await verified(NOON), true);
    assert.equal(await verified(NOON + 7 * DAY - 1), true);
    assert.equal(await verified(NOON + 7 * DAY), false);
    await saveEvent(store, isolatedKeys(number, NOON + 8 * DAY, {}), { serverSuccess: true });
    assert.equal(await verified(NOON + 8 * DAY), true);
    assert.equal(await verified(NOON + 1), true, 'an older event uses the older success');
  });

  test('discards cached counters of a transaction that was rolled back', async () => {
    const { number } = await newEnvironment(store);
    const past = isolatedKeys(number, NOON - 5 * HOUR, {});
    const attempt = store.ingest(async (transaction) => {
      await transaction.loadHistory(past);
      await transaction.save(writes(past, { failure: 'login', serverSuccess: true, event: { id: id('event') } }));
      const inside = await transaction.loadHistory(isolatedKeys(number, NOON, {}));
      assert.equal(inside.environment.verified, true);
      throw new Error('undone');
    });
    await assert.rejects(attempt, /undone/);
    const { environment } = await historyOf(store, isolatedKeys(number, NOON, {}));
    const none = { lastHour: 0, byHour: [], byDay: [] };
    const failures = { login: none, payment: none, claimed_payment: none, corrected_login: none };
    assert.deepEqual(environment, { failures, firstEventAt: null, verified: false });
  });
}
