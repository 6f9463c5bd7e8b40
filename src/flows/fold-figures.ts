// Folds waiting events into the figures: by a job from time to time, and before anybody reads them.
import type { Environment } from '../records/tenants.ts';
import type { Context } from './context.ts';

/** Events in one transaction: short enough that ingestion hardly notices it. */
const BATCH = 200;
/** Batches at most before a read: events that keep arriving must not keep a reader waiting. */
const MOST_BATCHES = 500;

/** Until nothing waits that was there when it began, as far as the bound allows. Resolves to the number folded. */
export async function foldFigures(context: Context, environment: Pick<Environment, 'number'>): Promise<number> {
  let folded = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const count = await context.store.figures.fold(environment.number, BATCH);
    folded += count;
    if (count < BATCH) break;
  }
  return folded;
}

/** The job: every environment in turn. */
export async function foldAllFigures(context: Context): Promise<void> {
  for (const environment of await context.store.tenants.environments(null)) await foldFigures(context, environment);
}

/** Counts everything anew, for an operator who does not trust the figures. Resolves to the number of events counted. */
export async function rebuildFigures(context: Context, environment: Environment): Promise<number> {
  await context.store.figures.forget(environment.number);
  let total = 0;
  for (;;) {
    const folded = await foldFigures(context, environment);
    total += folded;
    if (folded === 0) return total;
  }
}
