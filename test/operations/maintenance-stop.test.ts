// Tests stopping during hourly maintenance, on both engines: it ends after the current batch, before storage may close.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { composeWebhooks } from '../../src/compose/webhooks.ts';
import type { Context } from '../../src/flows/context.ts';
import { applyRetention } from '../../src/flows/privacy/apply-retention.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

/** The batch size of the flows, so that there is always more to do. */
const FULL_BATCH = 500;

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });

  test('the webhook service stops after the batch that its maintenance is removing', async () => {
    const steps: string[] = [];
    const { log } = store.webhooks;
    const slowLog: typeof log = {
      ...log,
      prune: async (...values) => {
        steps.push('batch began');
        await nextTick();
        await log.prune(...values);
        steps.push('batch ended');
        return FULL_BATCH;
      },
    };
    const context: Context = {
      ...server.context,
      store: { ...store, webhooks: { ...store.webhooks, log: slowLog } },
    };
    const limits = { webhookConcurrency: 4, webhookLogDays: 30 };
    const service = composeWebhooks(context, limits, new Registry(), assert.ifError);
    await service.start();
    while (steps.length === 0) await nextTick();
    await service.stop();
    const atStop = steps.slice();
    assert.equal(atStop.at(-1), 'batch ended');
    for (let tick = 0; tick < 20; tick += 1) await nextTick();
    assert.deepEqual(steps, atStop, 'nothing more is removed');
  });

  test('retention that is cut off leaves the search for unused signals to the next run', async () => {
    const steps: string[] = [];
    const stopping = new AbortController();
    const environments = (await store.tenants.environments(null)).map((one) => ({ ...one, retentionDays: 1 }));
    assert.ok(environments.length > 1);
    const context: Context = {
      ...server.context,
      store: {
        ...store,
        tenants: { ...store.tenants, environments: async () => environments },
        privacy: {
          ...store.privacy,
          forgetBefore: async (...values) => {
            steps.push('batch');
            if (steps.length === 2) stopping.abort();
            await store.privacy.forgetBefore(...values);
            return { passed: FULL_BATCH, cleaned: FULL_BATCH };
          },
          dropUnusedSignals: async (number, signal) => {
            steps.push(signal?.aborted ? 'nothing more' : 'unused signals');
            await store.privacy.dropUnusedSignals(number, signal);
          },
        },
      },
    };
    const [report, ...others] = await applyRetention(context, stopping.signal);
    assert.deepEqual([report?.cleanedEvents, others], [2 * FULL_BATCH, []]);
    assert.deepEqual(steps, ['batch', 'batch', 'nothing more']);
  });
});
