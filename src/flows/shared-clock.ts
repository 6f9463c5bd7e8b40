// The time before which it is safe to delete what is old, where processes with different clocks share one storage.
import type { Context } from './context.ts';

/**
 * The time by the clock of this process or by that of the storage, whichever is behind. A process whose clock was a day ahead ended all
 * sessions and deleted valid idempotency keys, so that another process stored retried events twice.
 */
export async function sharedNow({ clock, store }: Context): Promise<number> {
  return clock() - Math.max(0, await store.clockAhead());
}
