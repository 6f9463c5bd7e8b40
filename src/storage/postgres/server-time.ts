// Reads the clock of a PostgreSQL server, for `assay doctor`.
import { doctorQuery } from './doctor-query.ts';

const NOW = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now';

/** ms since 1970. @throws Error when the server cannot be reached. */
export async function serverTime(url: string): Promise<number> {
  const [row] = await doctorQuery<{ now: number }>(url, NOW);
  return row?.now ?? Number.NaN;
}
