// Reads the clock of a PostgreSQL server, for `assay doctor`.
import pg from 'pg';

/** ms since 1970. @throws Error when the server cannot be reached. */
export async function serverTime(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'assay doctor' });
  await client.connect();
  try {
    const { rows } = await client.query<{ now: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
    );
    return rows[0]?.now ?? Number.NaN;
  } finally {
    await client.end();
  }
}
