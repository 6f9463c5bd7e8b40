// What storage could do at most, and what it does: the yardstick of the ingestion bench. The raw statements of real events
// in a bare loop (SQLite: 16 events to a commit; PostgreSQL: two round trips over 8 connections) beside the same events
// through the whole store and flows, without HTTP. Everything is flushed to disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import type { Store } from '../../src/records/store.ts';
import { PostgresConnection } from '../../src/storage/postgres/connection.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import type { Write } from '../../src/storage/sql.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startPostgres } from '../../test/postgres.ts';
import { databaseBytes } from '../service/database-size.ts';
import type { Mix } from './population.ts';
import { prepare, type RecordedStatement, recordStatements } from './recorded-events.ts';

const COMMIT_SIZE = 16;
const CONNECTIONS = 8;
/** Events under way at once, as with 64 HTTP connections. */
const AT_ONCE = 64;

/** Nine of ten events belong to devices seen before, as after a few weeks of a real service. */
const mixOf = (count: number): Mix => ({ devices: Math.ceil(count / 10), seed: 11 });

interface Measured {
  perSecond: number;
  /** Of this process; a database server's own is not in it. */
  cpuMicros: number;
  bytes: number | null;
}

async function timed(count: number, run: () => Promise<void>): Promise<Measured> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await run();
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: count / seconds, cpuMicros: (user + system) / count, bytes: null };
}

/** Keeps all events through the flows, `AT_ONCE` under way at any time. */
async function throughFlows(store: Store, count: number): Promise<Measured> {
  const { environment, context, inputs } = await prepare(store, mixOf(count), count);
  let next = 0;
  const one = async () => {
    for (let input = inputs[next++]; input !== undefined; input = inputs[next++]) {
      await recordEvent(context, environment, input);
    }
  };
  return timed(count, async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  });
}

async function rawSqlite(path: string, events: readonly RecordedStatement[][]): Promise<Measured> {
  const connection = new SqliteConnection(path, { readOnly: false });
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536');
  const measured = await timed(events.length, async () => {
    for (let from = 0; from < events.length; from += COMMIT_SIZE) {
      connection.exec('BEGIN IMMEDIATE');
      for (const event of events.slice(from, from + COMMIT_SIZE)) {
        for (const { sql, values, write } of event) {
          if (write) connection.prepare(sql.text).run(...values);
          else connection.prepare(sql.text).all(...values);
        }
      }
      connection.exec('COMMIT');
    }
  });
  connection.close();
  return measured;
}

async function rawPostgres(url: string, events: readonly RecordedStatement[][]): Promise<Measured> {
  const pool = openPool({ url, size: CONNECTIONS, plans: 'fixed' });
  let next = 0;
  const one = async () => {
    const client = await pool.connect();
    const connection = new PostgresConnection(client);
    for (let event = events[next++]; event !== undefined; event = events[next++]) {
      const begun = connection.exec(`BEGIN; SELECT pg_advisory_xact_lock(${next})`);
      const reads = event.filter(({ write }) => !write);
      await Promise.all([begun, ...reads.map(({ sql, values }) => connection.all(sql, ...values))]);
      const writes = event.filter(({ write }) => write);
      const sent = writes.map(({ sql, values }) => connection.send(sql as Write, ...values));
      await Promise.all([...sent, connection.exec('COMMIT')]);
    }
    client.release();
  };
  const measured = await timed(events.length, async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, one));
  });
  await pool.end();
  return measured;
}

async function sqlite(events: readonly RecordedStatement[][]): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-ceiling-'));
  try {
    const path = join(folder, 'raw.db');
    await (await openSqlite({ path })).close();
    const raw = await rawSqlite(path, events);
    const store = await openSqlite({ path: join(folder, 'assay.db') });
    const whole = await throughFlows(store, events.length);
    await store.close();
    const { bytes } = await databaseBytes(folder, null);
    return [raw, { ...whole, bytes: bytes / events.length }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function postgres(events: readonly RecordedStatement[][]): Promise<Measured[]> {
  const server = await startPostgres({ durable: true, settings: { shared_buffers: '256MB', max_wal_size: '2GB' } });
  try {
    const [rawUrl, wholeUrl] = [await database(server.url, 'raw'), await database(server.url, 'whole')];
    await (await openPostgres({ url: rawUrl })).close();
    const raw = await rawPostgres(rawUrl, events);
    const store = await openPostgres({ url: wholeUrl, poolSize: CONNECTIONS });
    const before = await databaseBytes('', wholeUrl);
    const whole = await throughFlows(store, events.length);
    await store.close();
    const after = await databaseBytes('', wholeUrl);
    return [raw, { ...whole, bytes: (after.bytes - before.bytes) / events.length }];
  } finally {
    await server.stop();
  }
}

async function database(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A Markdown table of both engines over `count` events. */
export async function storageCeilings(count: number): Promise<string> {
  const events = await recordStatements(mixOf(count), count);
  const names = [
    'SQLite, raw statements',
    'SQLite, store and flows',
    'PostgreSQL, raw statements',
    'PostgreSQL, store and flows',
  ];
  const measured = [...(await sqlite(events)), ...(await postgres(events))];
  const lines = measured.map(({ perSecond, cpuMicros, bytes }, index) => {
    const cells = [perSecond.toFixed(0), cpuMicros.toFixed(0), bytes?.toFixed(0) ?? ''];
    return `| ${names[index]} | ${cells.join(' | ')} |`;
  });
  const head = ['| yardstick | events/s | CPU µs/event of this process | bytes/event |', '|---|---|---|---|'];
  return [...head, ...lines].join('\n');
}
