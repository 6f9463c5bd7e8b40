// Runs the job that applies pending events to the rollups, so that few are left for readers to apply.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../flows/context.ts';
import { applyBatches } from '../flows/overview/apply-rollups.ts';
import { SECOND } from '../vocabulary/clock.ts';
import type { Job } from './hourly-job.ts';

/** How often the job looks for environments with pending events, ms. */
const INTERVAL = SECOND;
/**
 * Minimum pause between two batches, ms. A batch of 8 events takes twice the time per event of one of 32, because each transaction
 * rewrites its pages; so 25 ms cost 13 % more CPU at 500 events a second on SQLite. A single large batch is no better: with the events
 * of a whole second at once, one event in twenty waited 10 to 20 ms at 300 a second.
 */
const PAUSE = 100;
/** Events of an environment in one transaction. Large batches take a third less time per event, for times of high load. */
const BATCH = { min: 16, max: 200 } as const;

/** `onError` is called when storage fails; the next run retries. */
export function startRollupJob(context: Pick<Context, 'store'>, onError: (error: unknown) => void): Job {
  const stopping = new AbortController();
  const pause = (duration: number) => sleep(duration, true, { ref: false, signal: stopping.signal }).catch(() => false);
  const run = async () => {
    let size: number = BATCH.min;
    for (let more = await pause(INTERVAL); more; ) {
      const listedAt = performance.now();
      const left = () => Math.max(0, INTERVAL - (performance.now() - listedAt));
      try {
        let pending: readonly number[] = await context.store.rollups.pendingEnvironments();
        while (more && pending.length > 0 && left() > 0) {
          const startedAt = performance.now();
          const counts = await applyBatches(context, pending, size, onError);
          // Empty or failed environments wait for the next list: a hundred idle environments would be a hundred transactions each.
          pending = pending.filter((_, index) => counts[index] !== 0);
          const most = Math.max(...counts);
          more = await pause(most === BATCH.max ? 0 : Math.max(PAUSE, performance.now() - startedAt));
          size = nextSize(size, most);
        }
      } catch (error) {
        onError(error);
        more = await pause(INTERVAL);
      }
      more = await pause(left());
    }
  };
  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** Doubles the batch when one was full, and halves it when three quarters were empty. */
function nextSize(size: number, applied: number): number {
  if (applied === size) return Math.min(BATCH.max, size * 2);
  return applied < size / 4 ? Math.max(BATCH.min, Math.floor(size / 2)) : size;
}
