// Tests a backup and a restore whose connection to PostgreSQL breaks off without a message, as when a server process is killed.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Store } from '../../src/records/store.ts';
import { exportPostgres } from '../../src/storage/backup/postgres-export.ts';
import { importPostgres } from '../../src/storage/backup/postgres-import.ts';
import { withSession } from '../../src/storage/backup/postgres-session.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { withFolder } from '../cli/run-cli.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';
import { startRelay, TERMINATE } from './relay.ts';

const SOCKETS = '/proc/net/tcp';
const PROBE_TIMER = '02';

/** When the kernel asks the other end of an idle connection whether it is there; fields as in proc(5). */
async function secondsUntilProbe(client: object): Promise<number> {
  const { localPort } = (client as { connection: { stream: Socket } }).connection.stream;
  const port = (localPort as number).toString(16).toUpperCase().padStart(4, '0');
  for (;;) {
    const [, , , , , timer = ''] =
      new RegExp(`^ *\\d+: \\w+:${port} .*`, 'm').exec(readFileSync(SOCKETS, 'utf8'))?.[0].trim().split(/\s+/) ?? [];
    const [kind, hundredths = ''] = timer.split(':');
    if (kind === PROBE_TIMER) return Number.parseInt(hundredths, 16) / 100;
    // The last statement is not confirmed yet.
    assert.equal(kind, '01');
    await nextTick();
  }
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

test('a server that begins to hang as it is asked whether it answers is noticed', { timeout: 60_000 }, async () => {
  const { url, drop } = await freshDatabase();
  let isHanging = false;
  // The last message of the connection that asks; that of the backup is not sent before its end.
  const relay = await startRelay(url, (chunk) => {
    isHanging ||= chunk.equals(TERMINATE);
    return isHanging ? 'drop' : 'pass';
  });
  const session = withSession(relay.url, 'assay backup', (client) => client.query('SELECT pg_sleep(3600)'), {
    ...{ connectMs: 10_000, answerMs: 1_000, everyMs: 100 },
  });
  await assert.rejects(session, /cannot be reached: timeout expired/);
  relay.close();
  await drop();
});

test('a backup of a server that is too busy for another login goes on', async () => {
  const { url, drop } = await freshDatabase();
  let refused = 0;
  let isBusy = false;
  const relay = await startRelay(url, (chunk) => {
    isBusy ||= chunk.includes('busy');
    if (!isBusy || !chunk.includes('application_name')) return 'pass';
    refused += 1;
    return 'refuse';
  });
  await withSession(
    relay.url,
    'assay backup',
    async (client) => {
      await client.query("SELECT 'busy'");
      while (refused < 3) await client.query('SELECT pg_sleep(.1)');
    },
    { answerMs: 10_000, everyMs: 50 },
  );
  relay.close();
  await drop();
});

test('a server whose machine is gone is noticed while a statement runs', { skip: !existsSync(SOCKETS) }, async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool({ url, size: 1, plans: 'ordered' });
  const pooled = await pool.connect();
  await withSession(url, 'assay backup', async (client) => {
    // The kernel then asks whether the machine is there: one that has started again answers that it does not know the connection.
    for (const one of [client, pooled]) assert.ok((await secondsUntilProbe(one)) <= 30);
  });
  pooled.release();
  await pool.end();
  await drop();
});

test('a start, and compact, end if the server hangs in between', async () => {
  const { url, drop } = await freshDatabase();
  const cases = [
    ['SELECT pg_advisory_lock', async () => {}],
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
