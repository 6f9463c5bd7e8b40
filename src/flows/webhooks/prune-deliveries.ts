// Maintenance of deliveries: cancels those of deleted endpoints, removes old finished ones, and corrects what a wrong clock planned.
import { MINUTE } from '../../vocabulary/clock.ts';
import { RETRY_DELAYS } from '../../webhooks/retry.ts';
import type { Context } from '../context.ts';
import { inBatches } from '../in-batches.ts';
import { sharedNow } from '../shared-clock.ts';
import { cancelOrphanedDeliveries } from './change-endpoint.ts';

/** Deliveries removed, or brought forward, in one transaction. */
const PRUNE_BATCH = 500;
/** How far ahead attempts may be planned, ms; the clocks of several processes may differ by a minute. */
const AHEAD = { first: MINUTE, retry: Math.max(...RETRY_DELAYS) + MINUTE };

/**
 * Goes through all environments in small batches and ends after the one during which `stopping` aborts. Finished deliveries are
 * removed after `retention` ms.
 */
export async function pruneDeliveries(
  context: Context,
  retention: number,
  stopping?: AbortSignal,
): Promise<{ cancelled: number; removed: number }> {
  const before = (await sharedNow(context)) - retention;
  const { log, queue } = context.store.webhooks;
  let cancelled = 0;
  let removed = 0;
  for (const { number } of await context.store.tenants.environments(null)) {
    if (stopping?.aborted) break;
    cancelled += await cancelOrphanedDeliveries(context, { number }, stopping);
    // Planned by a clock that was hours ahead, a delivery would wait until the time that it showed.
    await inBatches(PRUNE_BATCH, stopping, (limit) => queue.bringForward(number, context.clock(), AHEAD, limit));
    removed += await inBatches(PRUNE_BATCH, stopping, (limit) => log.prune(number, before, limit));
  }
  return { cancelled, removed };
}
