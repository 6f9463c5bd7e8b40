// Tests a PostgreSQL server that falls silent: it accepts bytes but sends none, so no call ends with an error.
import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { doctorQuery } from '../../src/storage/postgres/doctor-query.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { Failure } from '../../src/vocabulary/failure.ts';
import { freshDatabase } from '../postgres.ts';

const DEADLINE_MS = 400;

const database = await freshDatabase();
const target = new URL(database.url);
let silent = false;
const sockets = new Set<Socket>();
const relay = createServer((client) => {
  const server = connect(Number(target.port), target.hostname);
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => to.destroy());
    from.on('data', (chunk) => {
      if (!silent) to.write(chunk);
    });
  }
});
await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
const relayed = new URL(database.url);
relayed.hostname = '127.0.0.1';
relayed.port = String((relay.address() as AddressInfo).port);
const store = await openPostgres({ url: relayed.href, poolSize: 2, deadlineMs: DEADLINE_MS });
after(async () => {
  for (const socket of sockets) socket.destroy();
  await store.close();
  relay.close();
  await database.drop();
});

const isUnavailable = (error: unknown) => error instanceof Failure && error.kind === 'unavailable';

/** On a busy machine, a server that answers may take longer than this short deadline. */
async function untilReady(): Promise<void> {
  for (;;) {
    try {
      return await store.ready();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}

test('F10: every call fails within the deadline while the server is silent, also those that wait for others', async () => {
  await untilReady();
  silent = true;
  const started = performance.now();
  const calls = [
    ...Array.from({ length: 20 }, () => store.ready()),
    ...Array.from({ length: 20 }, () => store.ingest(async (transaction) => transaction.loadHistory({} as never))),
    ...Array.from({ length: 10 }, () => store.webhooks.queue.release(1, [])),
  ];
  await Promise.all(calls.map((call) => assert.rejects(call, isUnavailable)));
  // Without the deadline, each call waits for a connection, then for the transaction's own limit: over twenty seconds.
  assert.ok(performance.now() - started < 10 * DEADLINE_MS, `${performance.now() - started} ms`);
  silent = false;
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await untilReady();
});

test('doctor gives up on a server that accepts a connection, or a statement, and does not answer', async () => {
  const noAnswer = (port: string) => ({ message: `PostgreSQL (127.0.0.1:${port}) does not answer within 0.3 s` });
  silent = true;
  await assert.rejects(doctorQuery(relayed.href, 'SELECT 1', [], 300), noAnswer(relayed.port));
  silent = false;
  await assert.rejects(doctorQuery(database.url, 'SELECT pg_sleep(60)', [], 300), noAnswer(target.port));
});
