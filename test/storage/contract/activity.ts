// Contract: what the pages of accounts and networks read about devices, proofs and labels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '../../../src/vocabulary/clock.ts';
import type { Label } from '../../../src/vocabulary/words.ts';
import { digest, eventKeys, NOON, UNPROVEN_PAIR } from '../sample.ts';
import { type EngineUnderTest, newEnvironment, saveEvent } from './engine-under-test.ts';
import { labelEvent } from './outcomes.ts';

const WIDE = '203.0.0.0/16';
const NETWORKS = ['203.0.1.0/24', '203.0.2.0/24', '203.0.3.0/24'] as const;

export function activityContract(engine: EngineUnderTest): void {
  const { store } = engine;

  const prove = (number: number, account: string, narrow: string, at: number) =>
    saveEvent(store, eventKeys(number, { at, accountKey: digest(account) }), {
      account: { key: digest(account), externalId: account, created: false },
      pair: { ...UNPROVEN_PAIR, proven: true },
      networkProof: { narrow, wide: WIDE, confirmed: false },
    });

  test('lists the proven networks of an account, the latest proof first', async () => {
    const { number } = await newEnvironment(store);
    const [first, second, third] = NETWORKS;
    for (const [minutes, narrow] of [third, first, second].entries()) {
      await prove(number, 'alice', narrow, NOON + minutes * MINUTE);
    }
    await prove(number, 'bob', first, NOON + 9 * MINUTE);
    const narrow = async (limit: number) =>
      (await store.activity.provenNetworks(number, digest('alice'), limit)).map((one) => one.narrow);
    assert.deepEqual(await narrow(9), [second, first, third]);
    assert.deepEqual(await narrow(2), [second, first]);
  });

  test('finds the accounts that proved one network, not another of the same /16', async () => {
    const { number } = await newEnvironment(store);
    const [there, elsewhere] = NETWORKS;
    await prove(number, 'alice', there, NOON);
    await prove(number, 'bob', elsewhere, NOON);
    await prove(number, 'carol', there, NOON);
    const keys = [digest('alice'), digest('bob')];
    const found = await store.activity.provenThere(number, { wide: WIDE, narrow: there }, keys);
    assert.deepEqual(
      found.map(({ accountKey, narrow }) => [accountKey, narrow]),
      [[digest('alice'), there]],
    );
  });

  test('counts the devices used once without a proof', async () => {
    const { number } = await newEnvironment(store);
    for (const device of ['once', 'twice', 'twice', 'proven']) {
      const from = eventKeys(number, { persistentId: digest(device), fingerprint: digest(device) });
      await saveEvent(store, from, device === 'proven' ? { pair: { ...UNPROVEN_PAIR, proven: true } } : {});
    }
    await store.rollups.applyPending(number, 9);
    const facts = await store.activity.account(number, digest('alice'));
    assert.deepEqual([facts?.deviceCount, facts?.provenDeviceCount, facts?.onceDeviceCount], [3, 1, 1]);
  });

  test('reads the labels of the given events, without those that were taken back', async () => {
    const { number } = await newEnvironment(store);
    const record = async (...labels: (Label | null)[]) => {
      const { event } = await saveEvent(store, eventKeys(number));
      await labelEvent(store, number, event.id, ...labels);
      return event.id;
    };
    const corrected = await record('payment_fraud', 'account_takeover');
    const takenBack = await record('fraud_confirmed', null);
    await record('fraud_confirmed');
    const found = await store.activity.outcomes(number, [corrected, takenBack]);
    assert.deepEqual(
      found.map(({ eventId, label }) => [eventId, label]),
      [[corrected, 'account_takeover']],
    );
  });
}
