// Runs one statement of `assay doctor` on a connection of its own: it inspects servers that the service may not be able to use.
import pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';
import { endConnection } from './pool.ts';
import { place } from './unreachable.ts';

/** To connect, and then for the statement: a server whose machine hangs accepts both. */
const TIMEOUT_MS = 5 * SECOND;

/** The rows. @throws Error when the server cannot be reached, does not answer, or rejects the statement. */
export async function doctorQuery<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
  timeoutMs = TIMEOUT_MS,
): Promise<R[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'assay doctor',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A connection that breaks off rejects its query and also emits an error, which would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<R>(text, [...values])).rows;
  } catch (error) {
    const { message, severity } = error as { message: string; severity?: unknown };
    if (severity !== undefined || !/timeout/.test(message)) throw error;
    throw new Error(`PostgreSQL${place(url)} does not answer within ${timeoutMs / SECOND} s`, { cause: error });
  } finally {
    await endConnection(client);
  }
}
