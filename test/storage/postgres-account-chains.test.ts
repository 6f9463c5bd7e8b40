// Tests that events of one account that wait together on PostgreSQL share a transaction.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Failure } from '../../src/vocabulary/failure.ts';
import { EVENTS, numbered, openBatchDatabase, ownKeys, readsOf, save } from './batch-events.ts';
import { newEnvironment } from './contract/engine-under-test.ts';
import { digest, writes } from './sample.ts';

const { store, stored } = await openBatchDatabase();

describe('events of one account that wait together', () => {
  test('share a transaction, in which each reads those before it', async () => {
    const { number } = await newEnvironment(store);
    const keysOf = (index: number) => ({ ...ownKeys(number, index), accountKey: digest('hot') });
    const seen: number[] = [];
    await Promise.all(
      numbered((index) =>
        store.ingest(
          async (transaction) => {
            const { account, accountFirstSeenAt } = await transaction.loadHistory(keysOf(index));
            seen.push(account.length);
            const created = accountFirstSeenAt === null;
            await transaction.save(
              writes(keysOf(index), { account: { key: digest('hot'), externalId: 'hot', created } }),
            );
          },
          keysOf(index),
          readsOf(keysOf(index)),
        ),
      ),
    );
    assert.deepEqual(
      seen,
      numbered((index) => index),
    );
    assert.deepEqual(await stored(number), { events: EVENTS, transactions: 1 });
  });

  test('each keep their fate when one is refused, and when one fails', async () => {
    for (const [error, transactions] of [
      [new Failure('conflict', 'idempotency_key_reused', 'used before'), 1],
      [new Error('broken'), EVENTS - 1],
    ] as const) {
      const { number } = await newEnvironment(store);
      const results = await Promise.allSettled(
        numbered((index) => {
          const keys = { ...ownKeys(number, index), accountKey: digest('hot') };
          const account = { key: digest('hot'), externalId: 'hot', created: index === 0 };
          return save(store, keys, { account }, index === 5 ? { before: error } : {});
        }),
      );
      const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      assert.deepEqual(rejected, [error]);
      assert.deepEqual(await stored(number), { events: EVENTS - 1, transactions });
    }
  });

  test('do not share it with an event whose device is in use', async () => {
    const { number } = await newEnvironment(store);
    const keys = (account: string, device: string) => ({
      ...ownKeys(number, device),
      accountKey: digest(account),
    });
    const created = new Set<string>();
    await Promise.all(
      [keys('hot', 'one'), keys('other', 'two'), keys('hot', 'two'), keys('other', 'one'), keys('hot', 'three')].map(
        (from) =>
          store.ingest(
            async (transaction) => {
              const history = await transaction.loadHistory(from);
              const whole = writes(from);
              const owner = history.idOwner?.device.id;
              const device = {
                ...whole.device,
                id: owner ?? whole.device.id,
                created: owner === undefined,
                attachId: owner === undefined ? from.persistentId : null,
              };
              created.add(device.id);
              const account = { key: from.accountKey, externalId: 'x', created: history.accountFirstSeenAt === null };
              await transaction.save({ ...whole, event: { ...whole.event, deviceId: device.id }, device, account });
            },
            from,
            readsOf(from),
          ),
      ),
    );
    assert.equal(created.size, 3, 'a second device for one persistent id');
    assert.equal((await stored(number)).events, 5);
  });
});
