// Bounds how long a caller waits for the database: a server that stops responding sends no error.
import { SECOND } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';

/** From the call to the answer, including every wait for a lock or a connection: below ten seconds, so that a 503 is in time. */
export const DEADLINE_MS = 9 * SECOND;

/**
 * The result of `work`, or `Failure('unavailable')` after `ms`. `work` continues in the background; it can check how long the
 * caller still waits.
 */
export async function withinDeadline<T>(ms: number, work: (remainingMs: () => number) => Promise<T>): Promise<T> {
  const endsAt = performance.now() + ms;
  let expired = false;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      expired = true;
      reject(noAnswer());
    }, ms);
  });
  const result = work(() => (expired ? 0 : endsAt - performance.now()));
  result.catch(() => {});
  try {
    return await Promise.race([result, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

const NO_ANSWER = 'the database did not answer in time';

export function noAnswer(): Failure {
  return new Failure('unavailable', 'storage_unavailable', NO_ANSWER, { retryAfter: 1 });
}

export function isNoAnswer(error: unknown): boolean {
  return error instanceof Failure && error.message === NO_ANSWER;
}
