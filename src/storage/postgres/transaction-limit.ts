// Ends a transaction before its caller gives up. PostgreSQL does not notice that a client has gone while it waits for a lock: it would
// commit what it has received already, and a retry would be stored twice.
import pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { noAnswer } from './deadline.ts';
import { toFailure } from './failures.ts';
import { endSocket } from './pool.ts';

/** How long before the deadline: the caller then still learns the outcome. */
const MARGIN_MS = 200;
/** A busy server reads a cancellation late. Without it, a session that waits for a synchronous standby would wait until that is back. */
const CANCEL_MS = 10 * SECOND;
/**
 * The share of the deadline that must be left when a transaction begins: 1.8 s. Events that wait for nine seconds fill the queue of an
 * overloaded server: if each began as long as it could still be answered, most transactions would be canceled, and their connections closed.
 */
const LEAST_SHARE = 0.2;

export function mayBegin(remainingMs: number, deadlineMs: number): boolean {
  return remainingMs > Math.max(MARGIN_MS, LEAST_SHARE * deadlineMs);
}

/** The error of a call: one that failed because it was late got no answer, whatever failed first. */
export function lateFailure(error: unknown, remainingMs: number, deadlineMs: number): unknown {
  const failure = toFailure(error);
  const isLate = failure instanceof Failure && failure.kind === 'unavailable' && !mayBegin(remainingMs, deadlineMs);
  return isLate ? noAnswer() : failure;
}

class TransactionLimit {
  #isReached = false;
  #timer: NodeJS.Timeout;

  constructor(client: pg.PoolClient, remainingMs: number) {
    this.#timer = setTimeout(() => {
      this.#isReached = true;
      const end = () => endSocket(client);
      this.#timer = setTimeout(end, MARGIN_MS);
      // Also if no statement was running: the transaction must not go on.
      cancelStatement(client).then(end, () => {});
    }, remainingMs - MARGIN_MS);
  }

  /** The connection must not be used again then: the cancellation may arrive late. */
  get isReached(): boolean {
    return this.#isReached;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

/** Limits a transaction on a connection that its callers have waited for. @throws Failure, after it has released the connection. */
export function limited(client: pg.PoolClient, remainingMs: number, deadlineMs: number): TransactionLimit {
  if (mayBegin(remainingMs, deadlineMs)) return new TransactionLimit(client, remainingMs);
  client.release();
  throw new Failure('unavailable', 'storage_unavailable', 'too late to begin a transaction', { retryAfter: 1 });
}

/** What the types of `pg` leave out. */
interface Cancelable {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
  connection: Pick<pg.ClientConfig, 'ssl'> & { sslNegotiation?: string };
}
interface Canceling extends pg.Connection {
  connect(...address: unknown[]): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/** Cancels the statement that a connection executes, over another connection, which needs no login. Resolves once the server knows. */
function cancelStatement(client: pg.PoolClient): Promise<void> {
  const { host, port, processID, secretKey, connection } = client as unknown as Cancelable;
  const { ssl, sslNegotiation } = connection;
  const canceling = new pg.Connection({ ssl, sslNegotiation } as pg.ClientConfig) as Canceling;
  setTimeout(() => canceling.stream.destroy(), CANCEL_MS).unref();
  return new Promise((resolve, reject) => {
    canceling.on('error', reject);
    if (ssl && sslNegotiation !== 'direct') canceling.once('connect', () => canceling.requestSsl());
    canceling.once(ssl ? 'sslconnect' : 'connect', () => canceling.cancel(processID, secretKey));
    canceling.once('end', resolve);
    if (host.startsWith('/')) canceling.connect(`${host}/.s.PGSQL.${port}`);
    else canceling.connect(port, host);
  });
}
