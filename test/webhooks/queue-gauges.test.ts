// Tests the gauges of waiting deliveries, on both engines: counted at a scrape, which works even if storage is unavailable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { deliveryMetrics, queueMetrics } from '../../src/delivery/metrics.ts';
import { SECOND } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';

const NOW = Date.UTC(2026, 0, 1);

await onBothEngines(({ store }) => {
  test('a scrape says that the number of waiting deliveries is unknown, and has all other metrics', async () => {
    const registry = new Registry();
    const { queue } = store.webhooks;
    let isAway = false;
    let reads = 0;
    let oldestDueAt: number | null = null;
    const statistics: typeof queue.statistics = async (now) => {
      reads += 1;
      if (isAway) throw new Error('storage is away');
      return { ...(await queue.statistics(now)), oldestDueAt };
    };
    queueMetrics(registry, { ...queue, statistics }, () => NOW);
    deliveryMetrics(registry, () => 3);
    assert.match(await registry.metrics(), /^assay_webhook_pending 0$/m);
    isAway = true;
    const text = await registry.metrics();
    assert.match(text, /^assay_webhook_in_flight 3$/m);
    assert.match(text, /^assay_webhook_pending nan$/im);
    assert.match(text, /^assay_webhook_oldest_due_seconds nan$/im);
    isAway = false;
    oldestDueAt = NOW - 5 * SECOND;
    assert.match(
      await registry.metrics(),
      /^assay_webhook_oldest_due_seconds 5$/m,
      'of this scrape, not of the one before',
    );
    assert.equal(reads, 3, 'one read for each scrape');
  });
});
