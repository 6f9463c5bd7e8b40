// Contract: candidate devices with their caps, and frequencies of signal values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CandidateKey } from '../../../src/devices/observation.ts';
import type { EventWrites } from '../../../src/records/ingest.ts';
import { DAY } from '../../../src/vocabulary/clock.ts';
import { digest, eventKeys, NOON, PROFILE, UNPROVEN_PAIR } from '../sample.ts';
import { type EngineUnderTest, newEnvironment, saveEvent } from './engine-under-test.ts';

const candidateKey = (kind: number, text = 'same'): CandidateKey => ({ kind, digest: digest(text) });

export function candidatesContract(engine: EngineUnderTest): void {
  const { store } = engine;

  /** Creates devices with their own persistent ids, one event each, and returns their ids in order of creation. */
  async function createDevices(
    number: number,
    count: number,
    parts: (index: number) => Partial<EventWrites['device']>,
    account: string | null = null,
  ) {
    const created: string[] = [];
    for (let index = 0; index < count; index++) {
      const persistentId = digest(`${Math.random()}`);
      const accountKey = account === null ? null : digest(account);
      const from = eventKeys(number, { at: NOON + index, persistentId, accountKey, fingerprint: null });
      created.push((await saveEvent(store, from, { device: parts(index) })).device.id);
    }
    return created;
  }
  const load = (number: number, keys: CandidateKey[], frequencyKeys: string[] = [], accountKey: string | null = null) =>
    store.ingest((transaction) => transaction.loadCandidates(eventKeys(number, { accountKey }), keys, frequencyKeys));

  test('returns no candidates and a device count of 1 for an empty environment', async () => {
    const { number } = await newEnvironment(store);
    assert.deepEqual(await load(number, [candidateKey(1)], ['os=x'], digest('alice')), {
      candidates: [],
      crowdedKeys: [],
      deviceCount: 1,
      frequencies: new Map(),
    });
  });

  test('finds devices by shared keys and by account, each once', async () => {
    const { number } = await newEnvironment(store);
    const other = await newEnvironment(store);
    const [byTwo] = await createDevices(number, 1, () => ({
      addKeys: [candidateKey(1), candidateKey(3), candidateKey(4, 'x')],
    }));
    const [byOneAndAccount] = await createDevices(number, 1, () => ({ addKeys: [candidateKey(3)] }), 'alice');
    const [byAccount] = await createDevices(number, 1, () => ({ addKeys: [candidateKey(3, 'y')] }), 'alice');
    await createDevices(number, 1, () => ({ addKeys: [candidateKey(2)] }), 'bob');
    await createDevices(other.number, 1, () => ({ addKeys: [candidateKey(1)] }), 'alice');
    const pool = await load(number, [candidateKey(1), candidateKey(3)], [], digest('alice'));
    const found = pool.candidates.map(({ device, accountProofAt, keys }) => ({ id: device.id, accountProofAt, keys }));
    assert.deepEqual(found, [
      { id: byAccount, accountProofAt: null, keys: [] },
      { id: byOneAndAccount, accountProofAt: null, keys: [3] },
      { id: byTwo, accountProofAt: undefined, keys: [1, 3] },
    ]);
    assert.deepEqual(pool.candidates[0]?.device.profile, PROFILE);
    assert.equal(pool.candidates[0]?.device.lastSeenAt, NOON);
  });

  test('scans a key of 64 devices and reports one of 65 as crowded', async () => {
    const { number } = await newEnvironment(store);
    const ids = await createDevices(number, 64, () => ({ addKeys: [candidateKey(1), candidateKey(2)] }));
    await createDevices(number, 1, () => ({ addKeys: [candidateKey(2)] }));
    const pool = await load(number, [candidateKey(1), candidateKey(2)]);
    assert.deepEqual(pool.crowdedKeys, [2]);
    assert.deepEqual(pool.candidates.map(({ device }) => device.id).sort(), [...ids].sort());
    assert.ok(pool.candidates.every(({ keys }) => keys.length === 1 && keys[0] === 1));
  });

  test("returns at most 256 devices, including the account's 16 newest", async () => {
    const { number } = await newEnvironment(store);
    const kinds = [1, 2, 3, 4];
    for (const kind of kinds) await createDevices(number, 64, () => ({ addKeys: [candidateKey(kind)] }));
    const own = await createDevices(number, 17, () => ({}), 'alice');
    const pool = await load(
      number,
      kinds.map((kind) => candidateKey(kind)),
      [],
      digest('alice'),
    );
    assert.equal(pool.candidates.length, 256);
    const fromAccount = pool.candidates
      .filter((candidate) => candidate.accountProofAt === null)
      .map(({ device }) => device.id);
    assert.deepEqual(fromAccount, own.slice(1).reverse());
  });

  test('ranks a device by the day it was last proven to the account', async () => {
    const { number } = await newEnvironment(store);
    const persistentId = digest('old');
    const old = await saveEvent(store, eventKeys(number, { persistentId }));
    await createDevices(number, 16, () => ({}), 'alice');
    const ids = async () => (await load(number, [], [], digest('alice'))).candidates.map(({ device }) => device.id);
    assert.ok(!(await ids()).includes(old.device.id));
    const later = eventKeys(number, { persistentId, at: NOON + DAY });
    await saveEvent(store, later);
    assert.ok(!(await ids()).includes(old.device.id), 'anyone may send an event that names account and device');
    const pair = { ...UNPROVEN_PAIR, created: false, proven: true };
    await saveEvent(store, later, { pair });
    assert.equal((await ids())[0], old.device.id);
  });

  test('counts values once for each device that joins the index', async () => {
    const { number } = await newEnvironment(store);
    const countFrequencies = ['os=windows', 'gpu=x', 'os=ü%_'];
    await createDevices(number, 2, () => ({ countFrequencies }));
    await createDevices(number, 1, () => ({ countFrequencies: ['os=windows'] }));
    await createDevices(number, 1, () => ({ provisional: true }));
    const pool = await load(number, [], [...countFrequencies, 'unseen']);
    assert.deepEqual(
      pool.frequencies,
      new Map([
        ['gpu=x', 2],
        ['os=windows', 3],
        ['os=ü%_', 2],
      ]),
    );
    assert.equal(pool.deviceCount, 3, 'a provisional device is not indexed');
  });

  test('accepts a key that is already stored', async () => {
    const { number } = await newEnvironment(store);
    const from = eventKeys(number);
    await saveEvent(store, from, { device: { addKeys: [candidateKey(1)] } });
    await saveEvent(store, from, { device: { addKeys: [candidateKey(1), candidateKey(2)] } });
    const pool = await load(number, [candidateKey(1), candidateKey(2)]);
    assert.deepEqual(
      pool.candidates.map(({ keys }) => keys),
      [[1, 2]],
    );
  });
}
