// Runs the job that applies pending events to the rollups, so that few are left for readers to apply.
import type { Context } from '../flows/context.ts';
import { applyAllPendingRollups } from '../flows/overview/apply-rollups.ts';
import { SECOND } from '../vocabulary/clock.ts';

/** Short enough that readers apply at most a few hundred events, and that one run only briefly blocks incoming events. */
const INTERVAL = SECOND;

export interface RollupJob {
  stop(): Promise<void>;
}

/** `onError` is called when storage fails; the next run retries. */
export function startRollupJob(context: Context, onError: (error: unknown) => void): RollupJob {
  let running: Promise<void> = Promise.resolve();
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    running = applyAllPendingRollups(context)
      .catch(onError)
      .finally(() => {
        idle = true;
      });
  }, INTERVAL);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
