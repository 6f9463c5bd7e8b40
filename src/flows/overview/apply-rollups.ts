// Folds waiting events into the figures: by a job from time to time, and before anybody reads them.
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';

/** Events in one transaction when somebody waits for the figures: 20 to 60 ms of SQLite's one thread. */
const BATCH = 200;
/** The same when nobody waits but the events that arrive meanwhile. With 200, one in fifty of them stood behind folds for 100 ms. */
const JOB_BATCH = 50;
/** Events at most before a read: those that keep arriving must not keep a reader waiting. */
const MOST = 100_000;

/** Until nothing waits that was there when it began, as far as the bound allows. Resolves to the number folded. */
export function applyPendingRollups(context: Context, environment: Pick<Environment, 'number'>): Promise<number> {
  return foldInBatches(context, environment.number, BATCH);
}

/** The job: every environment in which something waits, in turn. */
export async function applyAllPendingRollups(context: Context): Promise<void> {
  for (const number of await context.store.rollups.pendingEnvironments())
    await foldInBatches(context, number, JOB_BATCH);
}

async function foldInBatches(context: Context, environmentNumber: number, size: number): Promise<number> {
  let folded = 0;
  while (folded < MOST) {
    const count = await context.store.rollups.applyPending(environmentNumber, size);
    folded += count;
    if (count < size) break;
  }
  return folded;
}

/** Counts everything anew, for an operator who does not trust the figures. Resolves to the number of events counted. */
export async function rebuildRollups(context: Context, environment: Environment): Promise<number> {
  await context.store.rollups.reset(environment.number);
  let total = 0;
  for (;;) {
    const folded = await applyPendingRollups(context, environment);
    total += folded;
    if (folded === 0) return total;
  }
}
