// Tests connections whose server hangs when they are to end, after everything else is done: the process does not wait for it.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { withSession } from '../../src/storage/backup/postgres-session.ts';
import { closePool, openPool } from '../../src/storage/postgres/pool.ts';
import { WATCH_LIMITS } from '../../src/storage/postgres/watch-server.ts';
import { freshDatabase } from '../postgres.ts';
import { startRelay, TERMINATE } from './relay.ts';

/** An address of the database whose connections hang when they are to end. */
async function startHangingEnd() {
  const { url, drop } = await freshDatabase();
  const relay = await startRelay(url, (chunk) => (chunk.equals(TERMINATE) ? 'drop' : 'pass'));
  const close = async () => {
    relay.close();
    await drop();
  };
  return { url: relay.url, close };
}

test('a backup is done although the server hangs at its end', { timeout: 30_000 }, async () => {
  const { url, close } = await startHangingEnd();
  const done = await withSession(url, 'assay backup', async () => 'done', { connectMs: 20_000, ...WATCH_LIMITS });
  assert.equal(done, 'done');
  await close();
});

test('a service that has stopped leaves no connection to a server that hangs', { timeout: 30_000 }, async () => {
  const { url, close } = await startHangingEnd();
  const pool = openPool({ url, size: 1, plans: 'ordered' });
  const client = await pool.connect();
  await client.query('SELECT 1');
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const closed = new Promise((resolve) => stream.once('close', resolve));
  client.release();
  await closePool(pool);
  await closed;
  await close();
});
