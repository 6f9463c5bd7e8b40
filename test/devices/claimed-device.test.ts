// Tests that devices of claims stay out of the fingerprint index where the server reports logins: forgers cannot make a fingerprint common.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Context } from '../../src/flows/context.ts';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import type { KeyKind } from '../../src/vocabulary/words.ts';
import { contextOver } from '../context.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';
import { desktop, FRESH_ID, NOW, OWN_ID } from './machines.ts';

let store: Store;
let context: Context;
let live: Environment;

before(async () => {
  store = await openSqlite({ path: ':memory:' });
  live = await newEnvironment(store);
  context = contextOver(store, { clock: () => NOW });
});
after(() => store.close());

const input = (accountId: string, signals: Record<string, unknown>, credential: KeyKind) => ({
  ...{ type: 'login', accountId, signals, credential, address: '81.2.69.142', userAgent: null },
  ...{ occurredAt: null, idempotency: null, imported: null },
});

/** The devices that a stranger's event with these signals could be linked to, and how often their parts were counted. */
async function known(signals: Record<string, unknown>): Promise<{ candidates: number; counted: number }> {
  const { eventKeys, observation } = observeEvent(live, input('stranger', signals, 'secret'), NOW);
  const { keys, frequencyKeys } = observation;
  const pool = await store.ingest((transaction) => transaction.loadCandidates(eventKeys, keys, frequencyKeys));
  return { candidates: pool.candidates.length, counted: Math.max(0, ...pool.frequencies.values()) };
}

test('a claim creates a device that no other event is compared with, a reported login one that is', async () => {
  await recordEvent(context, live, input('customer', { canvas_hash: 'x' }, 'secret'));
  for (const [n, id] of [OWN_ID, FRESH_ID].entries()) {
    await recordEvent(context, live, input(`claimed_${n}`, desktop(id), 'public'));
  }
  assert.deepEqual(await known(desktop(null)), { candidates: 0, counted: 0 });
  await recordEvent(context, live, input('reported', desktop(null), 'secret'));
  assert.deepEqual(await known(desktop(null)), { candidates: 1, counted: 1 });
});
