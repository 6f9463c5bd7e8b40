// Contract: the rows that one event stores for its device, account, session and networks, and how they are read back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '../../../src/vocabulary/clock.ts';
import { digest, eventKeys, id, NOON, PROFILE, writes } from '../sample.ts';
import { type EngineUnderTest, historyOf, newEnvironment, saveEvent } from './engine-under-test.ts';

const NO_FAILURES = { lastHour: 0, byHour: [], byDay: [] };
const NO_PROOFS = { count: 0, firstAt: null, lastAt: null };

export function recordsContract(engine: EngineUnderTest): void {
  const { store } = engine;

  test('loads an empty history for a first event', async () => {
    const { number } = await newEnvironment(store);
    assert.deepEqual(await historyOf(store, eventKeys(number, { idempotencyKey: 'once', sessionToken: digest('s') })), {
      replay: null,
      idOwner: null,
      account: [],
      address: [],
      fingerprint: [],
      session: [],
      seenFingerprint: { own: false, ownServer: false, settled: false, elsewhere: false },
      accountFirstSeenAt: null,
      proofs: { ...NO_PROOFS, withSignals: false, fingerprinted: false, server: NO_PROOFS },
      recoveredAt: null,
      networks: { narrow: null, inWide: [], anyProven: false, accountsInWide: null },
      environment: {
        failures: {
          login: NO_FAILURES,
          payment: NO_FAILURES,
          claimed_payment: NO_FAILURES,
          corrected_login: NO_FAILURES,
        },
        firstEventAt: null,
        verified: false,
      },
    });
  });

  test('reads back every field of an event', async () => {
    const { number } = await newEnvironment(store);
    const from = eventKeys(number, { sessionToken: digest('s') });
    const { event } = await saveEvent(store, from);
    assert.deepEqual(await store.events.event(number, event.id), {
      event,
      externalAccountId: 'alice',
      device: { id: event.deviceId, isTrusted: false, firstSeenAt: NOON, lastSeenAt: NOON },
      session: { id: event.sessionId, eventCount: 1, startedAt: NOON, lastSeenAt: NOON },
    });
  });

  test('finds events of an account by time and type', async () => {
    const { number } = await newEnvironment(store);
    const ids: string[] = [];
    for (const [at, type] of [
      [NOON, 'login'],
      [NOON + 5, 'logout'],
      [NOON + 10, 'login'],
    ] as const) {
      ids.push((await saveEvent(store, eventKeys(number, { at }), { event: { at, type } })).event.id);
    }
    const { accountKey } = eventKeys(number);
    const found = async (from: number, to: number, type: string | null, limit = 9, of = accountKey as string) =>
      (await store.events.accountEvents(number, of, { from, to, type }, limit)).map(({ id }) => id);
    assert.deepEqual(await found(NOON, NOON + 10, null), ids);
    assert.deepEqual(await found(NOON, NOON + 10, null, 2), ids.slice(0, 2));
    assert.deepEqual(await found(NOON + 1, NOON + 9, null), [ids[1]]);
    assert.deepEqual(await found(NOON, NOON + 10, 'login'), [ids[0], ids[2]]);
    assert.deepEqual(await found(NOON, NOON + 10, null, 9, digest('another account')), []);
    const [first] = await store.events.accountEvents(
      number,
      accountKey as string,
      { from: NOON, to: NOON, type: null },
      1,
    );
    assert.deepEqual(first, { id: ids[0], type: 'login', at: NOON });
  });

  test('reads back an event without optional fields and with inverted flags', async () => {
    const { number } = await newEnvironment(store);
    const none = { accountKey: null, persistentId: null, fingerprint: null, counterAddress: null, wideNetwork: null };
    const saved = await saveEvent(store, eventKeys(number, { ...none, narrowNetwork: null }), {
      event: {
        agent: null,
        matchedRule: null,
        stableSignals: null,
        volatileSignals: null,
        signals: [],
        forced: true,
        deviceNew: false,
        deviceTrusted: true,
        recognized: true,
        automation: { score: 0, webdriver: true, headlessHint: false, runtimeInconsistency: true },
      },
    });
    const detail = await store.events.event(number, saved.event.id);
    assert.deepEqual(detail?.event, saved.event);
    assert.equal(detail?.externalAccountId, null);
  });

  test('reads back unusual text unchanged', async () => {
    const { number } = await newEnvironment(store);
    const externalId = '\u{1F468}‍\u{1F469} é e\u0301 \u0001 "\'\\ %_ ?? $1 {{int8}} \u202e';
    const body = JSON.stringify({ text: externalId, deep: [[[{}]]] });
    const matchedRule = { id: id('rule'), name: externalId };
    const saved = await saveEvent(store, eventKeys(number), {
      account: { key: digest('alice'), externalId, created: true },
      event: { stableSignals: { digest: digest(body), body }, volatileSignals: body, matchedRule },
    });
    const detail = await store.events.event(number, saved.event.id);
    assert.deepEqual(detail?.event, saved.event);
    assert.equal(detail?.externalAccountId, externalId);
  });

  test('hides events of other environments and locates their environment', async () => {
    const [one, other] = [await newEnvironment(store), await newEnvironment(store)];
    const { event } = await saveEvent(store, eventKeys(one.number));
    assert.equal(await store.events.event(other.number, event.id), null);
    for (const own of [[], [one.number], [other.number], [other.number, one.number]]) {
      assert.equal(await store.lists.locate('event', event.id, own), one.number, String(own));
      assert.equal(await store.lists.locate('device', event.deviceId, own), one.number, String(own));
      assert.equal(await store.lists.locate('event', id('event'), own), null);
      assert.equal(await store.lists.locate('device', id('device'), own), null);
      assert.equal(await store.lists.locate('device', event.id, own), null);
    }
    assert.equal(await store.events.event(one.number, "' OR 1=1 --"), null);
  });

  test('updates counts, profiles and networks of a returning device', async () => {
    const { number } = await newEnvironment(store);
    const first = await saveEvent(store, eventKeys(number), { device: { provisional: true } });
    const newer = { ...PROFILE, browser_version: [134, 0] };
    const later = eventKeys(number, { at: NOON + DAY, accountKey: digest('bob') });
    const networks = ['2001:db8::/48', '203.0.113.0/24'];
    await saveEvent(store, later, { device: { profile: newer, networks, provisional: false } });
    await saveEvent(store, eventKeys(number, { at: NOON - DAY }), { device: { networks: null } });

    const { idOwner } = await historyOf(store, later);
    assert.deepEqual(idOwner?.device, {
      id: first.device.id,
      isTrusted: false,
      trustedAt: null,
      firstProofAt: null,
      provisional: false,
      profile: newer,
      firstSeenAt: NOON,
      lastSeenAt: NOON + DAY,
      eventCount: 3,
      accountCount: 2,
      networks,
    });
    assert.deepEqual(idOwner?.history.pair, {
      firstSeenAt: NOON + DAY,
      lastSeenAt: NOON + DAY,
      eventCount: 1,
      firstProofAt: null,
      lastProofAt: null,
      firstServerProofAt: null,
      confirmedAt: null,
      afterRecovery: false,
    });
  });

  test('stores owner, refutations and last-seen time of an id, to ten minutes', async () => {
    const { number } = await newEnvironment(store);
    const from = eventKeys(number);
    const first = await saveEvent(store, from);
    const owner = async () => (await historyOf(store, from)).idOwner?.id;
    assert.deepEqual(await owner(), { deviceId: first.device.id, cloned: false, conflicts: 0, lastSeenAt: NOON });
    await saveEvent(store, { ...from, at: NOON + 10 * MINUTE - 1 });
    assert.equal((await owner())?.lastSeenAt, NOON);
    await saveEvent(store, { ...from, at: NOON + 10 * MINUTE });
    assert.equal((await owner())?.lastSeenAt, NOON + 10 * MINUTE);

    const stranger = id('device');
    const refuteId = (cloned: boolean) => ({
      id: stranger,
      refuteId: { persistentId: digest('phone'), cloned },
      attachId: null,
    });
    const at = NOON + DAY;
    await saveEvent(
      store,
      { ...from, at },
      { event: { deviceId: stranger }, device: { ...refuteId(false), created: true } },
    );
    assert.deepEqual(await owner(), {
      deviceId: first.device.id,
      cloned: false,
      conflicts: 1,
      lastSeenAt: NOON + 10 * MINUTE,
    });
    await saveEvent(
      store,
      { ...from, at },
      { event: { deviceId: stranger }, device: { ...refuteId(true), created: false } },
    );
    await saveEvent(
      store,
      { ...from, at },
      { event: { deviceId: stranger }, device: { ...refuteId(false), created: false } },
    );
    assert.deepEqual(await owner(), {
      deviceId: first.device.id,
      cloned: true,
      conflicts: 3,
      lastSeenAt: NOON + 10 * MINUTE,
    });

    const attach = { created: false, attachId: digest('phone') };
    await saveEvent(store, { ...from, at }, { event: { deviceId: stranger }, device: attach });
    assert.deepEqual(await owner(), { deviceId: stranger, cloned: true, conflicts: 3, lastSeenAt: at });
  });

  test('finds the newest session of a device and account, and of a token', async () => {
    const { number } = await newEnvironment(store);
    const from = eventKeys(number);
    const { device } = await saveEvent(store, from, { event: { sessionId: id('session') } });
    const event = { deviceId: device.id };
    const session = async (more: Parameters<typeof eventKeys>[1]) =>
      (await historyOf(store, eventKeys(number, more))).idOwner?.history.session ?? null;
    const token = digest('token');
    const withToken = await saveEvent(store, eventKeys(number, { at: NOON + 1, sessionToken: token }), { event });
    const newest = await saveEvent(store, eventKeys(number, { at: NOON + 2, sessionToken: digest('other') }), {
      event,
    });
    const of = (saved: typeof newest, at: number) => ({
      id: saved.event.sessionId,
      startedAt: at,
      lastSeenAt: at,
      eventCount: 1,
    });
    assert.deepEqual(await session({}), of(newest, NOON + 2));
    assert.deepEqual(await session({ sessionToken: token }), of(withToken, NOON + 1));
    assert.equal(await session({ sessionToken: digest('unknown') }), null);
    assert.equal(await session({ accountKey: digest('bob') }), null);
    assert.equal(await session({ accountKey: null }), null);

    const withoutAccount = await saveEvent(store, eventKeys(number, { accountKey: null, at: NOON + 3 }), { event });
    assert.deepEqual(await session({ accountKey: null }), of(withoutAccount, NOON + 3));
    const again = {
      event: { ...event, sessionId: newest.event.sessionId },
      session: { id: newest.event.sessionId, created: false },
    };
    await saveEvent(store, eventKeys(number, { at: NOON + 60 * MINUTE }), again);
    const grown = { id: newest.event.sessionId, startedAt: NOON + 2, lastSeenAt: NOON + 60 * MINUTE, eventCount: 2 };
    assert.deepEqual(await session({ at: NOON + 90 * DAY }), grown);
    const direct = await store.ingest((t) =>
      t.loadDeviceHistory(eventKeys(number, { sessionToken: token }), device.id),
    );
    assert.deepEqual(direct.session, of(withToken, NOON + 1));
  });

  test('rejects an event with a stored id and rolls back all its writes', async () => {
    const { number } = await newEnvironment(store);
    const from = eventKeys(number);
    const { event } = await saveEvent(store, from);
    const twice = store.ingest(async (transaction) => {
      await transaction.loadHistory(from);
      const other = writes(eventKeys(number, { accountKey: digest('x'), persistentId: digest('y') }), {
        event: { ...event, deviceId: id('device') },
      });
      await transaction.save(other);
    });
    await assert.rejects(twice);
    assert.equal((await historyOf(store, eventKeys(number, { persistentId: digest('y') }))).idOwner, null);
  });
}
