// The page of an account with many events reads a bounded number of them, whatever the planner makes of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullScans, recordQueries } from '../../bench/queries/query-plans.ts';
import { readAccount } from '../../src/flows/accounts/read-account.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { contextOver } from '../context.ts';
import { desktop, OWN_ID } from '../devices/machines.ts';
import { onBothDatabases } from '../engines.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

const LIMIT = 3;

await onBothDatabases(({ store, location }) => {
  test('older events of an account are read in the order of an index, and not sorted', async () => {
    let now = Date.UTC(2026, 2, 2, 9);
    const environment = await newEnvironment(store);
    const context = contextOver(store, { clock: () => now });
    const event = {
      accountId: 'owner',
      signals: desktop(OWN_ID),
      address: '81.2.69.142',
      credential: 'secret' as const,
    };
    for (const type of ['login', 'login_failed', 'mfa_failed', 'mfa_challenge', 'login', 'page_view']) {
      now += MINUTE;
      const rest = { userAgent: null, occurredAt: null, idempotency: null, imported: null };
      await recordEvent(context, environment, { ...event, ...rest, type });
    }
    const { statements, stop } = recordQueries(location);
    await readAccount(context, environment, 'owner', LIMIT);
    stop();
    const counted = new Map([...statements].filter(([text]) => text.includes('window_partition')));
    assert.equal(counted.size, 1, 'older events were read');
    assert.deepEqual(await fullScans(location, counted), []);
  });
});
