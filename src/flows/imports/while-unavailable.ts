// Repeats a step of an import that storage cannot accept for a moment, such as while its server restarts.
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../vocabulary/failure.ts';

export interface Waiting {
  /** Returns true to end the run after the current lines. */
  stopped: () => boolean;
  /** How long to wait, ms, before each further attempt of a step while storage is unavailable; none if not given. */
  waits?: readonly number[];
  /** Called before each of these waits. */
  onWait?: (failure: Failure, ms: number) => void;
}

/** `step` gets the number of earlier attempts. Each of them may have been committed without an answer. */
export async function whileUnavailable<T>(
  { waits = [], onWait, stopped }: Waiting,
  step: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await step(attempt);
    } catch (error) {
      const ms = waits[attempt];
      if (!(error instanceof Failure) || error.kind !== 'unavailable' || ms === undefined || stopped()) throw error;
      onWait?.(error, ms);
      await sleep(ms);
    }
  }
}
