// Ends the connection of a backup or a restore whose server hangs: its statements have no time limit, and no error comes.
import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * While the server sends nothing for `silenceMs`, which a long statement also explains, opens another connection, and ends that of `client`
 * if the server does not answer it within `connectMs`. Returns a function that stops this.
 */
export function endIfSilent(client: pg.Client, url: string, silenceMs: number, connectMs: number): () => void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let received = stream.bytesRead;
  let isAsking = false;
  const timer = setInterval(() => {
    const isSilent = stream.bytesRead === received;
    received = stream.bytesRead;
    if (!isSilent || isAsking) return;
    isAsking = true;
    requireAnswer(url, connectMs)
      .catch((error) => stream.destroy(error))
      .finally(() => {
        isAsking = false;
      });
  }, silenceMs);
  return () => clearInterval(timer);
}

/** @throws Error when the server does not answer. One that refuses the connection, perhaps because it has too many, answers. */
async function requireAnswer(url: string, connectMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'assay',
    connectionTimeoutMillis: connectMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    if ((error as { severity?: unknown }).severity === undefined) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
