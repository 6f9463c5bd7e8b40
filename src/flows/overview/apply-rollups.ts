// Applies pending events to the rollups: periodically in a background job, and before every read of the rollups.
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';

/** Events per transaction when a reader waits for the rollups: 20 to 60 ms of SQLite's single thread. */
const BATCH = 200;
/** Events per transaction in the job, where only new events wait. With 200, one event in fifty was delayed by 100 ms. */
const JOB_BATCH = 50;
/** Maximum number of events applied before a read: a steady stream of new events must not delay a reader indefinitely. */
const MAX_EVENTS = 100_000;

/** Applies the events that are pending, at most about `MAX_EVENTS`. Returns the number applied. */
export function applyPendingRollups(context: Context, environment: Pick<Environment, 'number'>): Promise<number> {
  return applyInBatches(context, environment.number, BATCH);
}

/** The background job: goes through every environment that has pending events. */
export async function applyAllPendingRollups(context: Context): Promise<void> {
  for (const number of await context.store.rollups.pendingEnvironments())
    await applyInBatches(context, number, JOB_BATCH);
}

async function applyInBatches(context: Context, environmentNumber: number, size: number): Promise<number> {
  let applied = 0;
  while (applied < MAX_EVENTS) {
    const count = await context.store.rollups.applyPending(environmentNumber, size);
    applied += count;
    if (count < size) break;
  }
  return applied;
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
