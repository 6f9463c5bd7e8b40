// Checks whether the database accepts events, for `/readyz`: on a connection for events, without writing.
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Reader } from '../engine.ts';
import { first } from '../reads.ts';
import { select } from '../sql.ts';
import { type ConnectionShortage, isTooManyConnections } from './connection-shortage.ts';
import { isLoginRefused, isTableMissing } from './failures.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { EVENT_PRIVILEGES, MISSING_PRIVILEGE } from './privileges.ts';

/** `read_only` is `on` in a standby, too. */
const STATE = select`current_setting('transaction_read_only') AS read_only, (${MISSING_PRIVILEGE}) AS missing_privilege`;
const LOGIN_REFUSED = 'the database refuses the login of this process';
const TABLE_MISSING = 'the database lacks a table, or hides its schema from the role of this process';
/** Events may occupy all connections for longer: then the check, too, would wait for one, and the process counts as ready. */
const WAIT_MS = SECOND;

/**
 * Returns a function that throws `Failure('unavailable')` when events cannot be written. `events` reads on a connection for
 * events. One check runs at a time, so that a flood of probes takes at most one of these connections.
 */
export function writeCheck(events: Reader, shortage: ConnectionShortage): () => Promise<void> {
  const check = oneAtATime(() => requireWritable(events, shortage));
  return async () => {
    const waited = new AbortController();
    const wait = sleep(WAIT_MS, undefined, { signal: waited.signal, ref: false }).catch(() => {});
    await Promise.race([check(), wait.then(() => shortage.throwIfKnown())]).finally(() => waited.abort());
  };
}

async function requireWritable(events: Reader, shortage: ConnectionShortage): Promise<void> {
  await shortage.require();
  const state = await first(
    events.all<{ read_only: string; missing_privilege: string | null }>(STATE, EVENT_PRIVILEGES),
  );
  if (state?.read_only === 'on') {
    throw new Failure('unavailable', 'storage_read_only', 'the database is read-only', { retryAfter: 1 });
  }
  const missing = state?.missing_privilege ?? null;
  if (missing !== null) {
    const detail = `the role of this process lacks the privilege ${missing}`;
    throw new Failure('unavailable', 'storage_unavailable', detail, { retryAfter: 1 });
  }
}

/** The error of a failed check, with the reason if the database refuses connections. */
export function namedFailure(error: unknown): unknown {
  const { cause } = error as { cause?: unknown };
  if (isTooManyConnections(cause)) {
    const detail = 'the database refuses connections that this process needs';
    return new Failure('unavailable', 'too_few_connections', detail, { retryAfter: 1, cause: error });
  }
  const detail = isLoginRefused(cause) ? LOGIN_REFUSED : isTableMissing(cause) ? TABLE_MISSING : null;
  if (detail === null) return error;
  return new Failure('unavailable', 'storage_unavailable', detail, { retryAfter: 1, cause: error });
}
