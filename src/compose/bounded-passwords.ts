// Bounds concurrent password checks, each of which takes 19 MiB and a core.
import { availableParallelism } from 'node:os';
import type { Passwords } from '../flows/context.ts';
import { Failure } from '../vocabulary/failure.ts';

/** One check takes about 20 ms of one core; one core is left to events. */
export const MAX_RUNNING = Math.max(1, Math.min(2, availableParallelism() - 1));
/** About a second of waiting. In a flood of logins, an early 503 is better than a response that clients no longer wait for. */
export const MAX_WAITING = 64;

/**
 * The same functions, of which `MAX_RUNNING` run at once and `MAX_WAITING` wait in order. Without this bound, 64 concurrent logins
 * raised the median of an event from 3 ms to 1,450 ms.
 */
export function boundedPasswords({ hash, verify, isCommon }: Passwords): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;
  const requireCapacity = () => {
    if (running >= MAX_RUNNING && waiting.length >= MAX_WAITING) throw BUSY;
  };
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    requireCapacity();
    if (running < MAX_RUNNING) {
      running += 1;
    } else {
      // The check that ends passes on its permit.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
  return {
    hash: (password) => run(() => hash(password)),
    verify: (hashed, password) => run(() => verify(hashed, password)),
    isCommon,
    requireCapacity,
  };
}

/** Shared, because a stack trace for each of a thousand rejected logins a second would take a twentieth of the thread. */
const BUSY = new Failure(
  'unavailable',
  'password_checks_busy',
  'Too many passwords are being checked. Try again soon.',
  {
    retryAfter: 1,
  },
);
