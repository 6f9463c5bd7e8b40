// The job that folds waiting events into the figures, so that a reader rarely finds many.
import type { Context } from '../flows/context.ts';
import { foldAllFigures } from '../flows/overview/apply-rollups.ts';
import { SECOND } from '../vocabulary/clock.ts';

/** Often enough that a reader folds a few hundred events at most, and that few wait at once: a fold holds up what arrives. */
const INTERVAL = SECOND;

export interface FigureJob {
  stop(): Promise<void>;
}

/** `onTrouble` is told when storage fails; the next round tries again. */
export function startFigureJob(context: Context, onTrouble: (error: unknown) => void): FigureJob {
  let running: Promise<void> = Promise.resolve();
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    running = foldAllFigures(context)
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
