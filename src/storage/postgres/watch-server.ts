// Notices a server that hangs while statements without a time limit run: it sends no error, and its machine keeps the connections.
import pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';
import { endConnection } from './pool.ts';
import { unreachable } from './unreachable.ts';

export interface WatchLimits {
  /** How often to ask whether the server answers. A long statement, such as that of a migration, is no reason to end. */
  everyMs: number;
  /** How long it may take to answer a new connection: a disk, or the machine, may stand still for a moment. */
  answerMs: number;
}

export const WATCH_LIMITS: WatchLimits = { everyMs: 30 * SECOND, answerMs: 60 * SECOND };

/**
 * Runs `work`, and calls `onHang`, which must make it fail, once the server no longer answers.
 * @throws Failure then, which names the server.
 */
export async function whileAnswering<T>(
  url: string,
  { everyMs, answerMs }: WatchLimits,
  onHang: (error: Error) => void,
  work: () => Promise<T>,
): Promise<T> {
  let isAsking = false;
  let hang: Error | null = null;
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    requireAnswer(url, answerMs)
      .catch((error) => {
        hang = error;
        onHang(error);
      })
      .finally(() => {
        isAsking = false;
      });
  }, everyMs);
  try {
    return await work();
  } catch (error) {
    throw hang === null ? error : unreachable(url, hang);
  } finally {
    clearInterval(timer);
  }
}

/**
 * @throws Error when the server does not answer. An error, such as that of a network that is back in a moment, is no hang, nor is one that
 * the server sends: a busy server reports that a login has taken it too long.
 */
async function requireAnswer(url: string, answerMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'assay',
    connectionTimeoutMillis: answerMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { message, severity } = error as Error & { severity?: unknown };
    if (severity === undefined && /timeout/.test(message)) throw error;
  } finally {
    // The server may begin to hang before it ends the connection: the next one notices that.
    await endConnection(client, answerMs);
  }
}
