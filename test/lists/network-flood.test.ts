// Tests that the activity of an address flooded with page views still shows the attack before them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { readNetworkActivity } from '../../src/flows/networks/read-network-activity.ts';
import { SECOND } from '../../src/vocabulary/clock.ts';
import { siblingId } from '../../src/vocabulary/ids.ts';
import type { KeyKind } from '../../src/vocabulary/words.ts';
import { contextOver } from '../context.ts';
import { phone } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { idOf } from '../integrity/simulation.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

/** Events that one request reads in this test; the usual 5,000 would take minutes to record. */
const LIMIT = 20;
/** More accounts than the page shows. */
const MANY = 101;
const VICTIMS = ['victim 1', 'victim 2', 'victim 3'];

await onBothEngines(({ store }) => {
  for (const address of ['45.83.1.20', '2a02:8109:7:1::20']) {
    test(`neither page views nor made-up accounts hide who was attacked from ${address}`, async () => {
      let now = Date.UTC(2026, 2, 2, 9);
      const environment = await newEnvironment(store);
      const context = contextOver(store, { clock: () => now });
      const send = async (type: string, accountId: string, machine: number, credential: KeyKind) => {
        now += SECOND;
        const input = { type, accountId, signals: phone(idOf(machine)), address, credential };
        const rest = { userAgent: null, occurredAt: null, idempotency: null, imported: null };
        return (await recordEvent(context, environment, { ...input, ...rest })).recorded;
      };
      const first = await send('login_failed', VICTIMS[0] as string, 1, 'secret');
      for (const victim of VICTIMS) await send('login_failed', victim, 1, 'secret');
      for (let n = 0; n < 2 * MANY; n += 1) await send('page_view', `made up ${n % MANY}`, 2, 'public');
      const id = siblingId('network', first.id);
      for (const limit of [LIMIT, 1_000]) {
        const { accounts, completeSince } = await readNetworkActivity(context, environment, id, limit);
        const [most, ...others] = accounts.map(({ externalId }) => externalId);
        assert.deepEqual([most, ...others.slice(0, 2).sort()], VICTIMS, `of ${limit} events`);
        assert.equal(completeSince !== null, limit === LIMIT);
      }
    });
  }
});
