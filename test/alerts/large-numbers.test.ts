// Tests that an alert writes its numbers as the dashboard does: 1,200 events, not 1200, and one event in the singular.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureRule } from '../../src/flows/alerts/measure-rule.ts';
import { onBothServers } from '../webhooks/webhook-client.ts';
import { alertRule } from './sample-rule.ts';

const RULE = alertRule({ kind: 'refused_origins', threshold: 1, minEvents: 1 });

await onBothServers(({ server }) => {
  test('a sentence separates thousands and has a singular', async () => {
    const { context, environments } = server;
    const now = context.clock();
    const refused = {
      environmentNumber: environments.test.number,
      at: now,
      kind: 'origin',
      word: 'https://a.test',
    } as const;
    const found = async () => (await measureRule(context, environments.test, RULE, now)).map(({ what }) => what);
    await context.store.rejections.add([{ ...refused, count: 1 }]);
    assert.deepEqual(await found(), ['1 event came from origins that are not allowed: https://a.test (1).']);
    await context.store.rejections.add([{ ...refused, count: 1_199 }]);
    assert.deepEqual(await found(), ['1,200 events came from origins that are not allowed: https://a.test (1,200).']);
  });
});
