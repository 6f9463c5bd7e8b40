// Tests a backup and a restore whose connection to PostgreSQL breaks off without a message, as when a server process is killed.
import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Store } from '../../src/records/store.ts';
import { exportPostgres } from '../../src/storage/backup/postgres-export.ts';
import { importPostgres } from '../../src/storage/backup/postgres-import.ts';
import { withSession } from '../../src/storage/backup/postgres-session.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { withFolder } from '../cli/run-cli.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';

/** Relays connections to the database. `fateOf` says what becomes of a chunk that a client sends, and with `end` of its connection. */
async function startRelay(url: string, fateOf: (chunk: Buffer) => 'pass' | 'drop' | 'end') {
  const target = new URL(url);
  const relay = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const end = () => {
      client.destroy();
      server.destroy();
    };
    client.on('data', (chunk) => {
      const fate = fateOf(chunk);
      if (fate === 'end') end();
      else if (fate === 'pass') server.write(chunk);
    });
    server.on('data', (chunk) => client.write(chunk));
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const relayed = new URL(url);
  relayed.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  return { url: relayed.href, close: () => relay.close() };
}

/** Runs `work` with an address of the database whose connections break off once a client sends `text`. */
async function breakingAt(text: string, url: string, work: (url: string) => Promise<void>): Promise<void> {
  const relay = await startRelay(url, (chunk) => (chunk.includes(text) ? 'end' : 'pass'));
  await work(relay.url);
  relay.close();
}

test('a backup and a restore whose connection breaks off fail with an error, and can be repeated', async () => {
  const [source, target] = [await freshDatabase(), await freshDatabase()];
  const server = await startTestServer({ store: await openPostgres({ url: source.url }) });
  await server.close();
  await withFolder(async (folder) => {
    const file = join(folder, 'backup.db');
    const lost = /^Failure: the database of DATABASE_URL \(127.0.0.1:\d+\) cannot be reached: Connection terminated/;
    await breakingAt('FETCH', source.url, (url) => assert.rejects(exportPostgres(url, join(folder, 'lost.db')), lost));
    await exportPostgres(source.url, file);
    await breakingAt('json_populate_recordset', target.url, (url) => assert.rejects(importPostgres(file, url), lost));
    await breakingAt('ANALYZE', target.url, (url) => importPostgres(file, url));
    await assert.rejects(importPostgres(file, target.url), /is not empty/);
  });
  await Promise.all([source.drop(), target.drop()]);
});

test('a backup of a server that hangs in between ends, and one of a server that is busy goes on', async () => {
  const source = await freshDatabase();
  let isHanging = false;
  const relay = await startRelay(source.url, (chunk) => {
    isHanging ||= chunk.includes('hang');
    return isHanging ? 'drop' : 'pass';
  });
  const query = (text: string) =>
    withSession(relay.url, 'assay backup', (client) => client.query(text), { answerMs: 2_000, everyMs: 100 });
  await query('SELECT pg_sleep(1)');
  await assert.rejects(query("SELECT 'hang'"), /cannot be reached: timeout expired/);
  relay.close();
  await source.drop();
});

test('a start, and compact, end if the server hangs in between', async () => {
  const { url, drop } = await freshDatabase();
  const cases = [
    ['SELECT pg_advisory_xact_lock', async () => {}],
    ['VACUUM', (store: Store) => store.compact()],
  ] as const;
  for (const [text, work] of cases) {
    let isHanging = false;
    const relay = await startRelay(url, (chunk) => {
      isHanging ||= chunk.includes(text);
      return isHanging ? 'drop' : 'pass';
    });
    const use = async () => {
      const store = await openPostgres({ url: relay.url, watchLimits: { answerMs: 2_000, everyMs: 100 } });
      await work(store).finally(() => store.close());
    };
    await assert.rejects(
      use(),
      /^Failure: the database of DATABASE_URL \(.*\) cannot be reached: timeout expired$/,
      text,
    );
    relay.close();
  }
  await drop();
});

test('a backup of a server that accepts connections but does not answer ends', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `postgres://postgres@127.0.0.1:${(silent.address() as AddressInfo).port}/assay`;
  const unreachable = /^Failure: the database of DATABASE_URL \(127.0.0.1:\d+\) cannot be reached: timeout expired/;
  await assert.rejects(
    withSession(url, 'assay backup', async () => {}, { connectMs: 100, everyMs: 100, answerMs: 100 }),
    unreachable,
  );
  silent.close();
});
