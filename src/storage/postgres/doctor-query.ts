// Runs one statement of `assay doctor` on a connection of its own: it inspects servers that the service may not be able to use.
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;

/** The rows. @throws Error when the server cannot be reached, or rejects the statement. */
export async function doctorQuery<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'assay doctor',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  try {
    await client.connect();
    return (await client.query<R>(text, [...values])).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
