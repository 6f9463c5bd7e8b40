// Contract: the proofs of accounts, devices and networks that events store, and the resulting history.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedNetworks } from '../../../src/scoring/counted-history.ts';
import { DAY, HOUR, MINUTE } from '../../../src/vocabulary/clock.ts';
import { digest, eventKeys, NOON, UNPROVEN_PAIR, type WritesOverride } from '../sample.ts';
import { type EngineUnderTest, historyOf, newEnvironment, saveEvent } from './engine-under-test.ts';

const NO_PROOFS = { count: 0, firstAt: null, lastAt: null };

export function proofsContract(engine: EngineUnderTest): void {
  const { store } = engine;

  test('stores proofs of account, pair and network in any order of arrival', async () => {
    const { number } = await newEnvironment(store);
    const proof = (at: number, narrow: string) =>
      saveEvent(store, eventKeys(number, { at }), {
        pair: { ...UNPROVEN_PAIR, created: false, proven: true },
        networkProof: { narrow, wide: '203.0.0.0/16', confirmed: false },
      });
    await saveEvent(store, eventKeys(number, { at: NOON }));
    await proof(NOON + DAY, '203.0.1.0/24');
    await proof(NOON + 2 * DAY, '203.0.2.0/24');
    await proof(NOON + MINUTE, '203.0.2.0/24');
    const history = await historyOf(store, eventKeys(number, { at: NOON + 3 * DAY, narrowNetwork: '203.0.2.0/24' }));
    assert.deepEqual(history.proofs, {
      count: 3,
      firstAt: NOON + MINUTE,
      lastAt: NOON + 2 * DAY,
      withSignals: false,
      fingerprinted: true,
      server: NO_PROOFS,
    });
    assert.deepEqual(history.idOwner?.history.pair, {
      firstSeenAt: NOON,
      lastSeenAt: NOON + 2 * DAY,
      eventCount: 4,
      firstProofAt: NOON + MINUTE,
      lastProofAt: NOON + 2 * DAY,
      firstServerProofAt: null,
      confirmedAt: null,
      afterRecovery: false,
    });
    assert.equal(history.accountFirstSeenAt, NOON);
    assert.deepEqual(countedNetworks(history, NOON + 3 * DAY), {
      narrowProven: true,
      narrowInWide: 2,
      narrowSettled: true,
      settledInWide: 2,
      narrowFirm: true,
      narrowConfirmedAt: null,
      anyProven: true,
      accountsInWide: null,
    });
    await proof(NOON + 4 * DAY, '203.0.3.0/24');
    await proof(NOON + 4 * DAY, '203.0.4.0/24');
    const elsewhere = eventKeys(number, { narrowNetwork: '203.0.9.0/24' });
    assert.deepEqual(countedNetworks(await historyOf(store, elsewhere), NOON), {
      narrowProven: false,
      narrowInWide: 3,
      narrowSettled: false,
      settledInWide: 0,
      narrowFirm: false,
      narrowConfirmedAt: null,
      anyProven: true,
      accountsInWide: 0,
    });
    const abroad = eventKeys(number, { narrowNetwork: '198.51.100.0/24', wideNetwork: '198.51.0.0/16' });
    assert.deepEqual(countedNetworks(await historyOf(store, abroad), NOON), {
      narrowProven: false,
      narrowInWide: 0,
      narrowSettled: false,
      settledInWide: 0,
      narrowFirm: false,
      narrowConfirmedAt: null,
      anyProven: true,
      accountsInWide: 0,
    });
    const nowhere = eventKeys(number, { narrowNetwork: null, wideNetwork: null });
    assert.deepEqual(countedNetworks(await historyOf(store, nowhere), NOON), {
      narrowProven: false,
      narrowInWide: 0,
      narrowSettled: false,
      settledInWide: 0,
      narrowFirm: false,
      narrowConfirmedAt: null,
      anyProven: true,
      accountsInWide: 0,
    });
  });

  test('grades proofs: server signals, and networks by age or a second factor', async () => {
    const { number } = await newEnvironment(store);
    const wide = '203.0.0.0/16';
    const at = (time: number, narrow: string) =>
      eventKeys(number, { at: time, narrowNetwork: narrow, wideNetwork: wide });
    const proof = (time: number, narrow: string, confirmed: boolean, withServerSignals: boolean) =>
      saveEvent(store, at(time, narrow), {
        pair: { ...UNPROVEN_PAIR, created: time === NOON, proven: true, withServerSignals, confirmed },
        networkProof: { narrow, wide, confirmed },
      });
    await proof(NOON, '203.0.1.0/24', false, false);
    const first = await historyOf(store, at(NOON + HOUR, '203.0.1.0/24'));
    const firstNetworks = countedNetworks(first, NOON + HOUR);
    assert.deepEqual([firstNetworks.narrowProven, firstNetworks.narrowSettled], [true, false]);
    assert.equal(first.proofs.withSignals, false);
    await proof(NOON + HOUR, '203.0.2.0/24', true, true);
    const confirmed = await historyOf(store, at(NOON + HOUR, '203.0.2.0/24'));
    const confirmedNetworks = countedNetworks(confirmed, NOON + HOUR);
    assert.deepEqual([confirmedNetworks.narrowSettled, confirmedNetworks.settledInWide], [true, 1]);
    assert.equal(confirmed.idOwner?.history.pair?.confirmedAt, NOON + HOUR);
    await proof(NOON + MINUTE, '203.0.2.0/24', true, false);
    const late = await historyOf(store, at(NOON + HOUR, '203.0.2.0/24'));
    assert.equal(late.idOwner?.history.pair?.confirmedAt, NOON + HOUR, 'a second factor may be reported late');
    assert.equal(countedNetworks(late, NOON + HOUR).narrowConfirmedAt, NOON + HOUR, 'for the network, too');
    assert.equal(confirmed.proofs.withSignals, true);
    const aged = await historyOf(store, at(NOON + DAY, '203.0.1.0/24'));
    const agedNetworks = countedNetworks(aged, NOON + DAY);
    assert.deepEqual([agedNetworks.narrowSettled, agedNetworks.settledInWide], [true, 2]);
  });

  test('counts the accounts that proved a /16 a day ago, the oldest first', async () => {
    const { number } = await newEnvironment(store);
    const wide = '198.51.0.0/16';
    const prove = (account: string, narrow: string, at: number) =>
      saveEvent(store, eventKeys(number, { at, accountKey: digest(account), persistentId: null }), {
        account: { key: digest(account), externalId: account, created: narrow === '198.51.1.0/24' },
        networkProof: { narrow, wide, confirmed: false },
      });
    const people = async (at: number) => {
      const from = eventKeys(number, {
        at,
        accountKey: digest('alice'),
        narrowNetwork: '198.51.9.0/24',
        wideNetwork: wide,
      });
      return (await historyOf(store, from)).networks.accountsInWide;
    };
    await saveEvent(store, eventKeys(number, { accountKey: digest('alice') }));
    assert.equal(await people(NOON + 9 * DAY), 0);
    await prove('bob', '198.51.1.0/24', NOON);
    await prove('bob', '198.51.2.0/24', NOON);
    await prove('carol', '198.51.1.0/24', NOON + HOUR);
    assert.equal(await people(NOON + DAY - 1), 0);
    assert.equal(await people(NOON + DAY), 1, 'two networks of one account');
    assert.equal(await people(NOON + DAY + HOUR), 2);
  });

  test('keeps the first proof of a device by any account', async () => {
    const { number } = await newEnvironment(store);
    const firstProofAt = async () => (await historyOf(store, eventKeys(number))).idOwner?.device.firstProofAt;
    await saveEvent(store, eventKeys(number));
    assert.equal(await firstProofAt(), null);
    const prove = (at: number) =>
      saveEvent(store, eventKeys(number, { at }), { pair: { ...UNPROVEN_PAIR, created: false, proven: true } });
    await prove(NOON + DAY);
    assert.equal(await firstProofAt(), NOON + DAY);
    await prove(NOON + 2 * DAY);
    await prove(NOON + HOUR);
    assert.equal(await firstProofAt(), NOON + HOUR, 'events may arrive out of order');
    await saveEvent(store, eventKeys(number, { at: NOON + MINUTE }), { pair: { ...UNPROVEN_PAIR, created: false } });
    assert.equal(await firstProofAt(), NOON + HOUR);
  });

  test('keeps the last password reset of an account, and which devices were first proven after one', async () => {
    const { number } = await newEnvironment(store);
    const history = () => historyOf(store, eventKeys(number));
    const next = (at: number, more: WritesOverride) => saveEvent(store, eventKeys(number, { at }), more);
    await next(NOON, {});
    await next(NOON + 2 * HOUR, { recovery: true });
    await next(NOON + HOUR, { recovery: true });
    assert.equal((await history()).recoveredAt, NOON + 2 * HOUR);
    assert.equal((await history()).idOwner?.history.pair?.afterRecovery, false);
    const proven = { ...UNPROVEN_PAIR, created: false, proven: true };
    await next(NOON + 3 * HOUR, { pair: { ...proven, afterRecovery: true } });
    await next(NOON + 4 * HOUR, { pair: proven });
    assert.equal((await history()).idOwner?.history.pair?.afterRecovery, true);
  });

  test('stores a proof with the first event', async () => {
    const { number } = await newEnvironment(store);
    await saveEvent(store, eventKeys(number), {
      pair: { ...UNPROVEN_PAIR, proven: true },
    });
    const history = await historyOf(store, eventKeys(number));
    assert.deepEqual(history.proofs, {
      count: 1,
      firstAt: NOON,
      lastAt: NOON,
      withSignals: false,
      fingerprinted: true,
      server: NO_PROOFS,
    });
    assert.equal(history.idOwner?.history.pair?.firstProofAt, NOON);
  });
}
