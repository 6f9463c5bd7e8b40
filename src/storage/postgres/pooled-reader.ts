// Reads on the connections of a pool, within the deadline of a call.
import type pg from 'pg';
import type { Reader, Value } from '../engine.ts';
import type { Statement } from '../sql.ts';
import { PostgresConnection } from './connection.ts';
import { withinDeadline } from './deadline.ts';
import { toFailure } from './failures.ts';
import { endSocket, isUnusable, onFreshStatements } from './pool.ts';

/** Reads on any free connection of the pool. */
export function pooled(pool: pg.Pool, deadlineMs: number): Reader {
  const read = async (statement: Statement, values: readonly Value[]) => {
    const client = await pool.connect();
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
      withinDeadline(deadlineMs, async () => {
        try {
          // biome-ignore lint/suspicious/noExplicitAny: the caller names the type of its rows.
          return (await onFreshStatements(pool, () => read(statement, values))) as any;
        } catch (error) {
          throw toFailure(error);
        }
      }),
  };
}

/** Reads on the first pool that has a free connection, or else on the first one. */
export function freelyPooled(pools: readonly pg.Pool[], deadlineMs: number): Reader {
  const readers = pools.map((pool) => pooled(pool, deadlineMs));
  return {
    all: (statement, ...values) => {
      const free = Math.max(pools.findIndex(hasFree), 0);
      return (readers[free] as Reader).all(statement, ...values);
    },
  };
}

function hasFree({ waitingCount, idleCount, totalCount, options }: pg.Pool): boolean {
  return waitingCount === 0 && (idleCount > 0 || totalCount < options.max);
}
