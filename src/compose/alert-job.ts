// Runs the job that evaluates alert rules and sends what is due, and the hourly removal of old alerts.

import { pruneAlerts, watchEnvironments } from '../flows/alerts/watch-environments.ts';
import type { Context } from '../flows/context.ts';
import { HOUR, SECOND } from '../vocabulary/clock.ts';

/** An alert is noticed within this time. A run without rules is one indexed read. */
const INTERVAL = 5 * SECOND;

export interface AlertJob {
  stop(): Promise<void>;
}

/** `onError` is called when storage fails; the next run retries. */
export function startAlertJob(context: Context, onError: (error: unknown) => void): AlertJob {
  let running: Promise<void> = Promise.resolve();
  let idle = true;
  const run = (work: () => Promise<void>) => () => {
    if (!idle) return;
    idle = false;
    running = work()
      .catch(onError)
      .finally(() => {
        idle = true;
      });
  };
  const timers = [
    setInterval(
      run(() => watchEnvironments(context, onError)),
      INTERVAL,
    ),
    setInterval(
      run(() => pruneAlerts(context)),
      HOUR,
    ),
  ];
  for (const timer of timers) timer.unref();
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
      return running;
    },
  };
}
