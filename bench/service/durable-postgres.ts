// Starts PostgreSQL for measurements: it flushes every commit, and reuses files of its log as a server does that has run for a while.
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../test/postgres.ts';

/** 512 MB of log, half of what a busy server with default settings keeps between checkpoints. */
const SEGMENTS = 32;

/**
 * A new server creates a file of its log every 16 MB, and every commit waits until its zeros are on disk: at 300 events/s, every five
 * seconds for 15 to 30 ms. After its first checkpoints, a server renames old files instead.
 */
export async function startDurablePostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const server = await startPostgres({ durable: true, settings });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    for (let segment = 0; segment < SEGMENTS; segment += 1) {
      await client.query(`SELECT pg_create_restore_point('bench')`);
      await client.query('SELECT pg_switch_wal()');
    }
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
  return server;
}
