// Maintenance of the delivery log: cancels deliveries of deleted endpoints and removes old finished deliveries.
import type { Context } from '../context.ts';
import { cancelOrphanedDeliveries } from './change-endpoint.ts';

/** Deliveries removed in one transaction. */
const PRUNE_BATCH = 500;

/**
 * Goes through all environments in small batches and ends after the one during which `stopping` aborts. Finished deliveries are
 * removed after `retention` ms.
 */
export async function pruneDeliveries(
  context: Context,
  retention: number,
  stopping?: AbortSignal,
): Promise<{ cancelled: number; removed: number }> {
  const before = context.clock() - retention;
  let cancelled = 0;
  let removed = 0;
  for (const { number } of await context.store.tenants.environments(null)) {
    if (stopping?.aborted) break;
    cancelled += await cancelOrphanedDeliveries(context, { number }, stopping);
    for (let last = PRUNE_BATCH; last === PRUNE_BATCH && !stopping?.aborted; removed += last) {
      last = await context.store.webhooks.log.prune(number, before, PRUNE_BATCH);
    }
  }
  return { cancelled, removed };
}
