// Bounds concurrent password checks, each of which takes 19 MiB and a core.
import { availableParallelism } from 'node:os';
import type { Passwords } from '../flows/context.ts';
import { Failure } from '../vocabulary/failure.ts';

/**
 * One check takes about 20 ms of one core; one core is left to events.
 */
export const MAX_RUNNING = Math.max(1, Math.min(2, availableParallelism() - 1));
/** About a second of waiting. A flood of logins gets a 503 sooner than a response that its clients no longer await. */
export const MAX_WAITING = 64;

/**
 * The same functions, of which `MAX_RUNNING` run at once and `MAX_WAITING` wait in order. 64 logins at once raised the
 * median of an event from 3 ms to 1,450 ms without it.
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
      // The one that ends hands over its place.
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

/** Shared, because a stack for each of a thousand rejected logins a second would take a twentieth of the thread. */
const BUSY = new Failure(
  'unavailable',
  'password_checks_busy',
  'Too many passwords are being checked. Try again soon.',
  {
    retryAfter: 1,
  },
);
