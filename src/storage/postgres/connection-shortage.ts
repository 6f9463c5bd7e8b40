// Records that the database refused a connection, until it has granted all that this process needs: for `/readyz`.
import type pg from 'pg';
import { MINUTE } from '../../vocabulary/clock.ts';
import { toFailure } from './failures.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** SQLSTATE of a server, role or database that refuses a connection because it has too many. */
const TOO_MANY_CONNECTIONS = '53300';
/** A process that receives no events may never try again: after this time without a refusal, it counts as ready. */
const HOLD_MS = MINUTE;

export function isTooManyConnections(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === TOO_MANY_CONNECTIONS;
}

/**
 * A check that opens one connection succeeds whenever a few are free, for example because idle ones were just closed. With 8
 * connections instead of 15, readiness alternated within a second, while a fifth of the events got 503.
 */
export class ConnectionShortage {
  readonly #pools: { pool: pg.Pool; connect: () => Promise<pg.PoolClient> }[] = [];
  readonly #now: () => number;
  #refusal: { error: unknown; at: number } | null = null;
  readonly #checkAll = oneAtATime(() => this.#openAll());

  /** `now` in milliseconds, from a clock that nobody can set. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @throws Failure caused by the refusal, unless the database has granted all connections since. */
  throwIfKnown(): void {
    if (this.#refusal !== null && this.#now() - this.#refusal.at > HOLD_MS) this.#refusal = null;
    if (this.#refusal !== null) throw toFailure(this.#refusal.error);
  }

  /** Records the refusals of a pool, whose connections count from now on. */
  watch(pool: pg.Pool): void {
    const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
    this.#pools.push({ pool, connect });
    const noting = async () => {
      try {
        return await connect();
      } catch (error) {
        if (isTooManyConnections(error)) this.#refusal = { error, at: this.#now() };
        throw error;
      }
    };
    // The form with a callback is used by `pool.query` only, at the start.
    pool.connect = ((...callback: []) => (callback.length > 0 ? connect(...callback) : noting())) as pg.Pool['connect'];
  }

  /** @throws Failure caused by a refusal, unless all connections of all pools can be open at once; checks only after a refusal. */
  async require(): Promise<void> {
    if (this.#refusal === null || this.#now() - this.#refusal.at > HOLD_MS) return;
    await this.#checkAll();
  }

  async #openAll(): Promise<void> {
    const refused = this.#refusal;
    const opened = await Promise.allSettled(this.#pools.flatMap(({ pool, connect }) => missing(pool).map(connect)));
    const failed = opened.find((connection) => connection.status === 'rejected');
    for (const connection of opened) {
      // While some connections are refused, others need these more.
      if (connection.status === 'fulfilled') connection.value.release(failed !== undefined);
    }
    if (failed !== undefined) throw toFailure(failed.reason);
    if (this.#refusal === refused) this.#refusal = null;
  }
}

/** One entry for each connection that is not in use; connections in use need no check. */
function missing(pool: pg.Pool): undefined[] {
  return Array.from({ length: pool.options.max - (pool.totalCount - pool.idleCount) });
}
