// Tests that reads of one account or campaign use its index, whatever else the environment contains.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullScans, recordQueries } from '../../bench/queries/query-plans.ts';
import { openTables } from '../../bench/seed/tables.ts';
import { readAccount } from '../../src/flows/accounts/read-account.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { readLinks } from '../../src/flows/links/read-links.ts';
import type { Store } from '../../src/records/store.ts';
import { DAY, MINUTE } from '../../src/vocabulary/clock.ts';
import { KEY_KINDS } from '../../src/vocabulary/words.ts';
import { contextOver } from '../context.ts';
import { desktop, OWN_ID } from '../devices/machines.ts';
import { onBothDatabases } from '../engines.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

const START = Date.UTC(2026, 2, 2, 9);
const LIMIT = 3;

/** An environment with a few events of one account on one device. */
async function usedOnce(store: Store) {
  let now = START;
  const environment = await newEnvironment(store);
  const context = contextOver(store, { clock: () => now });
  const event = { accountId: 'owner', signals: desktop(OWN_ID), address: '81.2.69.142', credential: 'secret' as const };
  const rest = { userAgent: null, occurredAt: null, idempotency: null, imported: null };
  let device = '';
  for (const type of ['login', 'login_failed', 'mfa_failed', 'mfa_challenge', 'login', 'page_view']) {
    now += MINUTE;
    device = (await recordEvent(context, environment, { ...event, ...rest, type })).recorded.device.id;
  }
  return { environment, context, device };
}

await onBothDatabases(({ store, location }) => {
  test('older events of an account are read in the order of an index, and not sorted', async () => {
    const { environment, context } = await usedOnce(store);
    const { statements, stop } = recordQueries(location);
    await readAccount(context, environment, 'owner', LIMIT);
    stop();
    const counted = new Map([...statements].filter(([text]) => text.includes('window_partition')));
    assert.equal(counted.size, 1, 'older events were read');
    assert.deepEqual(await fullScans(location, counted), []);
  });

  test('links are read in the order of indexes, and not sorted', async () => {
    const { environment, context, device } = await usedOnce(store);
    const { statements, stop } = recordQueries(location);
    for (const start of [{ accountId: 'owner' }, { deviceId: device }]) await readLinks(context, environment, start);
    stop();
    const reported = new Map([...statements].filter(([text]) => text.includes('window_partition')));
    assert.equal(reported.size, 3, 'of an account, a device and a network');
    assert.deepEqual(await fullScans(location, reported), []);
  });

  test('what a device was let through with is read by the index of its device, and not of types', async () => {
    const { environment, context, device } = await usedOnce(store);
    const { statements, stop } = recordQueries(location);
    const range = { from: START, to: START + DAY };
    const found = await context.store.campaigns.letThrough(
      environment.number,
      { kind: 'device', value: device },
      range,
      KEY_KINDS,
      9,
    );
    stop();
    assert.equal(found.length, 5, 'without the page view');
    assert.equal(statements.size, 1);
    // PostgreSQL has statistics on the frequency of devices and types; SQLite chooses by the indexes alone.
    if (location.engine === 'postgres') return;
    const tables = await openTables(location);
    const [text] = [...statements.keys()];
    const [first] = await tables.all(`EXPLAIN QUERY PLAN ${String(text).replaceAll('?', 'NULL')}`);
    await tables.close();
    assert.match(String(first?.detail), /events_list_device/);
  });
});
