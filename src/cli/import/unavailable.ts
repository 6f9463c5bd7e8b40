// What both imports do and say while storage is unavailable.
import { SECOND } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { printNote } from '../output.ts';

export const CONTINUE = 'run the same command again to continue';

/** Live events and other imports may hold the locks of a batch for longer than the deadline of a transaction. */
export const WAITING = {
  waits: [1, 2, 4, 8].map((seconds) => seconds * SECOND),
  onWait: ({ message }: Failure, ms: number) => printNote(`${message}; trying again in ${ms / SECOND} s`),
};

/** The error with advice if the storage failed for a time, or until an operator frees space: what was imported until then stays. */
export function advised(error: unknown): unknown {
  const canContinue = error instanceof Failure && error.kind === 'unavailable';
  return canContinue ? new Error(`${error.message}; ${CONTINUE}`, { cause: error }) : error;
}
