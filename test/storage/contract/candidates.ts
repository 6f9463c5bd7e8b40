// Contract: which devices come up for comparison, with their caps, and how common values are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CandidateKey } from '../../../src/devices/observation.ts';
import type { EventWrites } from '../../../src/records/ingest.ts';
import { DAY } from '../../../src/vocabulary/clock.ts';
import { digest, eventKeys, NOON, PROFILE } from '../sample.ts';
import { type EngineUnderTest, keep, newEnvironment } from './engine-under-test.ts';

const candidateKey = (kind: number, text = 'same'): CandidateKey => ({ kind, digest: digest(text) });

export function candidatesContract(engine: EngineUnderTest): void {
  const { store } = engine;

  /** Makes devices of their own ids, one event each, and returns their ids in the order of making. */
  async function make(
    number: number,
    count: number,
    parts: (index: number) => Partial<EventWrites['device']>,
    account: string | null = null,
  ) {
    const made: string[] = [];
    for (let index = 0; index < count; index++) {
      const persistentId = digest(`${Math.random()}`);
      const accountKey = account === null ? null : digest(account);
      const from = eventKeys(number, { at: NOON + index, persistentId, accountKey, fingerprint: null });
      made.push((await keep(store, from, { device: parts(index) })).device.id);
    }
    return made;
  }
  const load = (number: number, keys: CandidateKey[], frequencyKeys: string[] = [], accountKey: string | null = null) =>
    store.ingest((transaction) => transaction.loadCandidates(eventKeys(number, { accountKey }), keys, frequencyKeys));

  test('nothing known: no candidates, one device assumed', async () => {
    const { number } = await newEnvironment(store);
    assert.deepEqual(await load(number, [candidateKey(1)], ['os=x'], digest('alice')), {
      candidates: [],
      crowdedKeys: [],
      deviceCount: 1,
      frequencies: new Map(),
    });
  });

  test('devices are found by each key they share, and by the account, once each', async () => {
    const { number } = await newEnvironment(store);
    const other = await newEnvironment(store);
    const [byTwo] = await make(number, 1, () => ({
      addKeys: [candidateKey(1), candidateKey(3), candidateKey(4, 'x')],
    }));
    const [byOneAndAccount] = await make(number, 1, () => ({ addKeys: [candidateKey(3)] }), 'alice');
    const [byAccount] = await make(number, 1, () => ({ addKeys: [candidateKey(3, 'y')] }), 'alice');
    await make(number, 1, () => ({ addKeys: [candidateKey(2)] }), 'bob');
    await make(other.number, 1, () => ({ addKeys: [candidateKey(1)] }), 'alice');
    const pool = await load(number, [candidateKey(1), candidateKey(3)], [], digest('alice'));
    const found = pool.candidates.map(({ device, fromAccount, keys }) => ({ id: device.id, fromAccount, keys }));
    assert.deepEqual(found, [
      { id: byAccount, fromAccount: true, keys: [] },
      { id: byOneAndAccount, fromAccount: true, keys: [3] },
      { id: byTwo, fromAccount: false, keys: [1, 3] },
    ]);
    assert.deepEqual(pool.candidates[0]?.device.profile, PROFILE);
    assert.equal(pool.candidates[0]?.device.lastSeenAt, NOON);
  });

  test('a key of 64 devices is scanned, of 65 it is crowded', async () => {
    const { number } = await newEnvironment(store);
    const made = await make(number, 64, () => ({ addKeys: [candidateKey(1), candidateKey(2)] }));
    await make(number, 1, () => ({ addKeys: [candidateKey(2)] }));
    const pool = await load(number, [candidateKey(1), candidateKey(2)]);
    assert.deepEqual(pool.crowdedKeys, [2]);
    assert.deepEqual(pool.candidates.map(({ device }) => device.id).sort(), [...made].sort());
    assert.ok(pool.candidates.every(({ keys }) => keys.length === 1 && keys[0] === 1));
  });

  test('at most 256 devices come up, the account’s own 16 newest among them', async () => {
    const { number } = await newEnvironment(store);
    const kinds = [1, 2, 3, 4];
    for (const kind of kinds) await make(number, 64, () => ({ addKeys: [candidateKey(kind)] }));
    const own = await make(number, 17, () => ({}), 'alice');
    const pool = await load(
      number,
      kinds.map((kind) => candidateKey(kind)),
      [],
      digest('alice'),
    );
    assert.equal(pool.candidates.length, 256);
    const fromAccount = pool.candidates.filter((candidate) => candidate.fromAccount).map(({ device }) => device.id);
    assert.deepEqual(fromAccount, own.slice(1).reverse());
  });

  test('a device that the account used again counts as new from that day', async () => {
    const { number } = await newEnvironment(store);
    const persistentId = digest('old');
    const old = await keep(store, eventKeys(number, { persistentId }));
    await make(number, 16, () => ({}), 'alice');
    const ids = async () => (await load(number, [], [], digest('alice'))).candidates.map(({ device }) => device.id);
    assert.ok(!(await ids()).includes(old.device.id));
    await keep(store, eventKeys(number, { persistentId, at: NOON + DAY }));
    assert.equal((await ids())[0], old.device.id);
  });

  test('values are counted once for each device that joins the index', async () => {
    const { number } = await newEnvironment(store);
    const countFrequencies = ['os=windows', 'gpu=x', 'os=ü%_'];
    await make(number, 2, () => ({ countFrequencies }));
    await make(number, 1, () => ({ countFrequencies: ['os=windows'] }));
    await make(number, 1, () => ({ provisional: true }));
    const pool = await load(number, [], [...countFrequencies, 'unseen']);
    assert.deepEqual(
      pool.frequencies,
      new Map([
        ['gpu=x', 2],
        ['os=windows', 3],
        ['os=ü%_', 2],
      ]),
    );
    assert.equal(pool.deviceCount, 3, 'a provisional device is in no index');
  });

  test('keys may be added again', async () => {
    const { number } = await newEnvironment(store);
    const from = eventKeys(number);
    await keep(store, from, { device: { addKeys: [candidateKey(1)] } });
    await keep(store, from, { device: { addKeys: [candidateKey(1), candidateKey(2)] } });
    const pool = await load(number, [candidateKey(1), candidateKey(2)]);
    assert.deepEqual(
      pool.candidates.map(({ keys }) => keys),
      [[1, 2]],
    );
  });
}
