// One connection for a backup or a restore, with the errors of a server that ends it.
import pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';
import { isConnectionLost } from '../postgres/failures.ts';
import { COLUMN_TYPES, UNLIMITED_SESSION } from '../postgres/pool.ts';
import { unreachable, unusable } from '../postgres/unreachable.ts';
import { endIfSilent } from './end-if-silent.ts';

/** A server that hangs accepts connections, but does not answer. */
const CONNECT_MS = 10 * SECOND;
/** Reading or writing thousands of rows on a busy disk takes seconds. */
const SILENCE_MS = 20 * SECOND;

/** @throws Error that names the server, if it cannot be reached within `connectMs`, fails, or hangs. */
export async function withSession<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
  { connectMs = CONNECT_MS, silenceMs = SILENCE_MS } = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    types: COLUMN_TYPES,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
  });
  // A connection that breaks off rejects its query and also emits an error, which would end the process before it cleans up.
  client.on('error', () => {});
  let stopWatching = () => {};
  try {
    await client.connect().catch((error) => {
      throw unreachable(url, error);
    });
    stopWatching = endIfSilent(client, url, silenceMs, connectMs);
    await client.query(UNLIMITED_SESSION);
    return await work(client);
  } catch (error) {
    throw isConnectionLost(error) ? unreachable(url, error) : unusable(url, error);
  } finally {
    stopWatching();
    await client.end().catch(() => {});
  }
}
