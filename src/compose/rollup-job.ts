// The job that folds waiting events into the figures, so that a reader rarely finds many.
import type { Context } from '../flows/context.ts';
import { applyAllPendingRollups } from '../flows/overview/apply-rollups.ts';
import { SECOND } from '../vocabulary/clock.ts';

/** Often enough that a reader folds a few hundred events at most, and that few wait at once: a fold holds up what arrives. */
const INTERVAL = SECOND;

export interface RollupJob {
  stop(): Promise<void>;
}

/** `onTrouble` is told when storage fails; the next round tries again. */
export function startRollupJob(context: Context, onTrouble: (error: unknown) => void): RollupJob {
  let running: Promise<void> = Promise.resolve();
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    running = applyAllPendingRollups(context)
      .catch(onTrouble)
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
