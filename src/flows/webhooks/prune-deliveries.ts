// Upkeep of the delivery log, now and then: what waits for an endpoint that is gone, and what has been kept long enough.

import type { Context } from '../context.ts';
import { cancelOrphanedDeliveries } from './change-endpoint.ts';

/** Deliveries removed in one transaction. */
const PRUNE_BATCH = 500;

/** Removes ended deliveries older than `keepFor` ms in small steps, over all environments. */
export async function pruneDeliveries(
  context: Context,
  keepFor: number,
): Promise<{ cancelled: number; removed: number }> {
  const before = context.clock() - keepFor;
  let cancelled = 0;
  let removed = 0;
  for (const { number } of await context.store.tenants.environments(null)) {
    cancelled += await cancelOrphanedDeliveries(context, { number });
    for (let last = PRUNE_BATCH; last === PRUNE_BATCH; removed += last) {
      last = await context.store.webhooks.log.prune(number, before, PRUNE_BATCH);
    }
  }
  return { cancelled, removed };
}
