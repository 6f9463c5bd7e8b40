// Tests that the removal of unused client signals examines every event and every removed signal, more than it reads or changes at once.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { withFolder } from '../cli/run-cli.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';
import { digest, eventKeys, NOON, writes } from '../storage/sample.ts';

/** Above 2,000, the rows of one read, and no multiple of 100, the signals of one change. */
const MANY = 2_050;
const NOBODY = { accountKey: null, persistentId: null, fingerprint: null };
const signals = (name: string) => ({ digest: digest(name), body: `{"platform":"${name}"}` });

test('unused signals are deleted, however many, and those of an old event stay', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'assay.db');
    const store = await openSqlite({ path });
    const { number } = await newEnvironment(store);
    /** Saves events in order and returns the id of the last one. */
    const save = (all: ReturnType<typeof signals>[] | null[]) =>
      store.ingest(async (transaction) => {
        let last = '';
        for (const stableSignals of all) {
          const saved = writes(eventKeys(number, NOBODY), { event: { stableSignals } });
          await transaction.save(saved);
          last = saved.event.id;
        }
        return last;
      });
    await save([...Array.from({ length: MANY }, (_, n) => signals(`forgotten ${n}`)), signals('shared')]);
    const old = await save([signals('shared')]);
    await save(Array.from({ length: MANY }, () => null));
    assert.equal((await store.privacy.forgetBefore(number, NOON + 1, MANY + 1)).cleaned, MANY + 1);

    await store.privacy.dropUnusedSignals(number);
    const stored = await store.events.event(number, old);
    assert.deepEqual(stored?.event.stableSignals, signals('shared'));
    const file = new SqliteConnection(path, { readOnly: true });
    const count = (table: string) => file.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count;
    assert.deepEqual([count('client_signals'), count('unused_signals')], [1, 0]);
    file.close();
    await store.close();
  });
});
