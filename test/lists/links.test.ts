// Tests the graph of links: which neighbors it follows, and that it says when there are more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { readLinks } from '../../src/flows/links/read-links.ts';
import { ACTIVITY_LIMITS } from '../../src/vocabulary/activity-limits.ts';
import { contextOver } from '../context.ts';
import { desktop, OWN_ID } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

const [FROM_START] = ACTIVITY_LIMITS.neighbors;

await onBothEngines(async ({ store }) => {
  const environment = await newEnvironment(store);
  const context = contextOver(store);

  /** Each login is from another address, so that the device is all that the accounts have in common. */
  async function login(accountId: string, n: number): Promise<string> {
    const input = {
      type: 'login',
      accountId,
      signals: desktop(OWN_ID),
      address: `93.184.216.${n + 1}`,
      credential: 'secret' as const,
    };
    const more = { userAgent: null, occurredAt: null, idempotency: null, imported: null };
    return (await recordEvent(context, environment, { ...input, ...more })).recorded.device.id;
  }

  test('the links of a device are truncated only if it has more neighbors than are followed, and each is named once', async () => {
    let deviceId = '';
    for (let n = 0; n < FROM_START; n += 1) deviceId = await login(`u_${n}`, n);
    const { nodes, edges, truncated } = await readLinks(context, environment, { deviceId });
    assert.equal(nodes.filter(({ kind }) => kind === 'account').length, FROM_START);
    assert.equal(truncated, false);
    const pairs = edges.map((edge) => edge.toSorted((one, other) => one - other).join());
    assert.deepEqual(pairs.toSorted(), [...new Set(pairs)].toSorted());
    await login('one more', FROM_START);
    assert.equal((await readLinks(context, environment, { deviceId })).truncated, true);
  });
});
