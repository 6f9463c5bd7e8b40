// The clock of a PostgreSQL server, which processes with different clocks share.
import type { Reader } from '../engine.ts';
import { first } from '../reads.ts';
import { select } from '../sql.ts';

const READ_CLOCK = select`CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS now`;

export async function databaseClock(reader: Reader): Promise<number> {
  return (await first(reader.all<{ now: number }>(READ_CLOCK)))?.now ?? Date.now();
}

/** How far `now` is ahead of the server's clock, ms. The server reads its own at some moment of the call: the closer end counts. */
export async function aheadOfServer(reader: Reader, now: () => number): Promise<number> {
  const before = now();
  const server = await databaseClock(reader);
  return server < before ? before - server : Math.min(0, now() - server);
}
