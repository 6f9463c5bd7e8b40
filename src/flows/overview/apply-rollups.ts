// Applies pending events to the rollups: periodically in a background job, and before every read of the rollups.
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';

/** Events per transaction when a reader waits for the rollups: 20 to 60 ms of SQLite's single thread. */
const BATCH = 200;
/** Maximum number of events applied before a read: a steady stream of new events must not delay a reader indefinitely. */
const MAX_EVENTS = 100_000;

/** Applies the events that are pending, at most about `MAX_EVENTS`. Returns the number applied. */
export async function applyPendingRollups(context: Context, environment: Pick<Environment, 'number'>): Promise<number> {
  let applied = 0;
  while (applied < MAX_EVENTS) {
    const count = await context.store.rollups.applyPending(environment.number, BATCH);
    applied += count;
    if (count < BATCH) break;
  }
  return applied;
}

/**
 * Applies at most `size` events of each environment, none where another process is applying them. Returns how many of each. `onError`
 * receives the failure of one environment, whose count is 0; the environments after it are still applied.
 */
export async function applyBatches(
  context: Pick<Context, 'store'>,
  environments: readonly number[],
  size: number,
  onError: (error: unknown) => void,
): Promise<number[]> {
  const counts: number[] = [];
  for (const number of environments) {
    try {
      counts.push(await context.store.rollups.applyUnlessBusy(number, size));
    } catch (error) {
      onError(error);
      counts.push(0);
    }
  }
  return counts;
}

/** Recomputes all rollups from the events, for an operator who suspects they are wrong. Returns the number of events applied. */
export async function rebuildRollups(context: Context, environment: Environment): Promise<number> {
  await context.store.rollups.reset(environment.number);
  let total = 0;
  for (;;) {
    const applied = await applyPendingRollups(context, environment);
    total += applied;
    if (applied === 0) return total;
  }
}
