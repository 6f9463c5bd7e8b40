// Runs the job that evaluates alert rules and sends due messages, and the hourly removal of old alerts.
import { pruneAlerts, watchEnvironments } from '../flows/alerts/watch-environments.ts';
import type { Context } from '../flows/context.ts';
import { HOUR, SECOND } from '../vocabulary/clock.ts';
import type { Job } from './hourly-job.ts';

/** A condition is detected within this time. A run without rules is one indexed read. */
const INTERVAL = 5 * SECOND;

/** `onError` is called when storage fails; the next run retries. */
export function startAlertJob(context: Context, onError: (error: unknown) => void): Job {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let unfinished = 0;
  const start = (work: () => Promise<void>) => {
    unfinished += 1;
    running = running
      .then(work)
      .catch(onError)
      .finally(() => {
        unfinished -= 1;
      });
  };
  const watch = () => {
    if (unfinished === 0) start(() => watchEnvironments(context, onError, stopping.signal));
  };
  // Waits for a run in progress: if the removal were skipped, its next chance would come an hour later.
  const prune = () => start(() => pruneAlerts(context, stopping.signal));
  const timers = [setInterval(watch, INTERVAL), setInterval(prune, HOUR)];
  for (const timer of timers) timer.unref();
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      return running;
    },
  };
}
