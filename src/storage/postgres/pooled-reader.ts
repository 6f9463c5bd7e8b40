// Reads on the connections of a pool, within the deadline of a call.
import type pg from 'pg';
import type { Reader, Value } from '../engine.ts';
import type { Statement } from '../sql.ts';
import { PostgresConnection } from './connection.ts';
import { noAnswer, withinDeadline } from './deadline.ts';
import { toFailure } from './failures.ts';
import { endSocket, isUnusable, onFreshStatements } from './pool.ts';

/** Reads on any free connection of the pool. */
export function pooled(pool: pg.Pool, deadlineMs: number): Reader {
  const read = async (statement: Statement, values: readonly Value[], remainingMs: () => number) => {
    const client = await pool.connect();
    if (remainingMs() === 0) {
      // Its caller has got a 503: the statement would only delay those that wait.
      client.release();
      throw noAnswer();
    }
    const limit = setTimeout(() => endSocket(client), deadlineMs);
    try {
      const rows = await new PostgresConnection(client).all(statement, ...values);
      client.release();
      return rows;
    } catch (error) {
      client.release(isUnusable(error));
      throw error;
    } finally {
      clearTimeout(limit);
    }
  };
  return {
    all: (statement, ...values) =>
      withinDeadline(deadlineMs, async (remainingMs) => {
        try {
          // biome-ignore lint/suspicious/noExplicitAny: the caller names the type of its rows.
          return (await onFreshStatements(pool, () => read(statement, values, remainingMs))) as any;
        } catch (error) {
          throw toFailure(error);
        }
      }),
  };
}

/** Reads on a connection that is free, if any is. */
export function freelyPooled(pools: readonly pg.Pool[], deadlineMs: number): Reader {
  return { all: (statement, ...values) => pooled(freest(pools), deadlineMs).all(statement, ...values) };
}

/**
 * Reads on a connection of the first pool if one is free, or else on one of the second. An idle one of the second comes before another one of
 * the first: a server that is short of connections refuses it.
 */
export function pooledWithSpare(usual: pg.Pool, spare: pg.Pool, deadlineMs: number): Reader {
  const [first, second] = [pooled(usual, deadlineMs), pooled(spare, deadlineMs)];
  const isUsualBetter = () => hasIdle(usual) || (hasFree(usual) && !hasIdle(spare));
  return { all: (statement, ...values) => (isUsualBetter() ? first : second).all(statement, ...values) };
}

/** The first pool that has a free connection, or else the first one. */
export function freest(pools: readonly pg.Pool[]): pg.Pool {
  return pools[Math.max(pools.findIndex(hasFree), 0)] as pg.Pool;
}

function hasIdle({ waitingCount, idleCount }: pg.Pool): boolean {
  return waitingCount === 0 && idleCount > 0;
}

/** Whether a connection is idle or can still be opened. */
function hasFree(pool: pg.Pool): boolean {
  return hasIdle(pool) || (pool.waitingCount === 0 && pool.totalCount < pool.options.max);
}
