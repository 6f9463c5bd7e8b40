// One connection for a backup or a restore, with the errors of a server that ends it.
import pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';
import { COLUMN_TYPES, endConnection, endSocket, PEER_PROBES, UNLIMITED_SESSION } from '../postgres/pool.ts';
import { unreachable, unusable } from '../postgres/unreachable.ts';
import { WATCH_LIMITS, type WatchLimits, whileAnswering } from '../postgres/watch-server.ts';

/** A server that hangs accepts connections, but does not answer. */
const CONNECT_MS = 10 * SECOND;

/** @throws Error that names the server, if it cannot be reached within `connectMs`, fails, or hangs. */
export async function withSession<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
  { connectMs = CONNECT_MS, ...limits }: WatchLimits & { connectMs?: number } = WATCH_LIMITS,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    types: COLUMN_TYPES,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    ...PEER_PROBES,
  });
  // A connection that breaks off rejects its query and also emits an error, which would end the process before it cleans up.
  client.on('error', () => {});
  try {
    await client.connect().catch((error) => {
      throw unreachable(url, error);
    });
    const end = (error: Error) => endSocket(client, error);
    return await whileAnswering(url, limits, end, async () => {
      await client.query(UNLIMITED_SESSION);
      return work(client);
    });
  } catch (error) {
    throw unusable(url, error);
  } finally {
    await endConnection(client);
  }
}
