// Checks whether the database accepts events, for `/readyz`: on a connection for events, without writing.
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Reader } from '../engine.ts';
import { first } from '../reads.ts';
import { select } from '../sql.ts';
import { type ConnectionShortage, isTooManyConnections } from './connection-shortage.ts';
import { isLoginRefused } from './failures.ts';

/** `on` in a standby, too. */
const READ_MODE = select`current_setting('transaction_read_only') AS read_only`;
/** Events may occupy all connections for longer: then the check, too, would wait for one, and the process counts as ready. */
const WAIT_MS = SECOND;

/**
 * Returns a function that throws `Failure('unavailable')` when events cannot be written. `events` reads on a connection for
 * events. One check runs at a time, so that a flood of probes takes at most one of these connections.
 */
export function writeCheck(events: Reader, shortage: ConnectionShortage): () => Promise<void> {
  let running: Promise<void> | null = null;
  return async () => {
    running ??= requireWritable(events, shortage).finally(() => {
      running = null;
    });
    const waited = new AbortController();
    const wait = sleep(WAIT_MS, undefined, { signal: waited.signal, ref: false }).catch(() => {});
    await Promise.race([running, wait.then(() => shortage.throwIfKnown())]).finally(() => waited.abort());
  };
}

async function requireWritable(events: Reader, shortage: ConnectionShortage): Promise<void> {
  await shortage.require();
  const mode = await first(events.all<{ read_only: string }>(READ_MODE));
  if (mode?.read_only === 'on') {
    throw new Failure('unavailable', 'storage_read_only', 'the database is read-only', { retryAfter: 1 });
  }
}

/** The error of a failed check, with the reason if the database refuses connections. */
export function namedFailure(error: unknown): unknown {
  const { cause } = error as { cause?: unknown };
  if (isTooManyConnections(cause)) {
    const detail = 'the database refuses connections that this process needs';
    return new Failure('unavailable', 'too_few_connections', detail, { retryAfter: 1, cause: error });
  }
  if (!isLoginRefused(cause)) return error;
  const detail = 'the database refuses the login of this process';
  return new Failure('unavailable', 'storage_unavailable', detail, { retryAfter: 1, cause: error });
}
