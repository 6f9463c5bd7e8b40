// Runs maintenance every hour, one run at a time, and ends a run before storage closes.
import { HOUR } from '../vocabulary/clock.ts';

/** A part of the service that runs in the background until it is stopped. */
export interface Job {
  /** Resolves when no part of it uses storage any more. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now and every hour. If the hour comes during a run, it is skipped: two runs would do the same. `work` must return soon
 * after its signal aborts. `onError` is called when it fails; the next run makes up for it.
 */
export function startHourlyJob(
  work: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): Job {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= work(stopping.signal)
      .then(() => undefined, onError)
      .finally(() => {
        running = null;
      });
  };
  run();
  const timer = setInterval(run, HOUR);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
