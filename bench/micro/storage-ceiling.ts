// The upper limit of storage, a baseline of the ingestion benchmark: the raw SQL of real events in a plain loop (SQLite: 16
// events per commit; PostgreSQL: two round trips over 8 connections), next to the same events through flows and store,
// without HTTP. Everything is flushed to disk.
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
import type { EventMix } from '../simulate/request-bodies.ts';
import { prepare, type RecordedStatement, recordStatements } from './recorded-events.ts';

const COMMIT_SIZE = 16;
const CONNECTIONS = 8;
/** Concurrent events, as with 64 HTTP connections. */
const CONCURRENCY = 64;

/** 90 % of the events come from devices seen before, as after a few weeks of a real service. */
const mixOf = (count: number): EventMix => ({ devices: Math.ceil(count / 10), seed: 11 });

interface Measured {
  perSecond: number;
  /** CPU time of this process, without the database server. */
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

/** Records all events through the flows, `CONCURRENCY` at a time. */
async function throughFlows(store: Store, count: number): Promise<Measured> {
  const { environment, context, inputs } = await prepare(store, mixOf(count), count);
  let next = 0;
  const worker = async () => {
    for (let input = inputs[next++]; input !== undefined; input = inputs[next++]) {
      await recordEvent(context, environment, input);
    }
  };
  return timed(count, async () => {
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
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
  const pool = openPool({ url, size: CONNECTIONS, plans: 'keyed' });
  let next = 0;
  const worker = async () => {
    const client = await pool.connect();
    const connection = new PostgresConnection(client);
    for (let event = events[next++]; event !== undefined; event = events[next++]) {
      const begin = connection.exec(`BEGIN; SELECT pg_advisory_xact_lock(${next})`);
      const reads = event.filter(({ write }) => !write);
      await Promise.all([begin, ...reads.map(({ sql, values }) => connection.all(sql, ...values))]);
      const writes = event.filter(({ write }) => write);
      const sent = writes.map(({ sql, values }) => connection.send(sql as Write, ...values));
      await Promise.all([...sent, connection.exec('COMMIT')]);
    }
    client.release();
  };
  const measured = await timed(events.length, async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
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
    const complete = await throughFlows(store, events.length);
    await store.close();
    const { bytes } = await databaseBytes(folder, null);
    return [raw, { ...complete, bytes: bytes / events.length }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function postgres(events: readonly RecordedStatement[][]): Promise<Measured[]> {
  const server = await startPostgres({ durable: true, settings: { shared_buffers: '256MB', max_wal_size: '2GB' } });
  try {
    const rawUrl = await createDatabase(server.url, 'raw');
    const completeUrl = await createDatabase(server.url, 'complete');
    await (await openPostgres({ url: rawUrl })).close();
    const raw = await rawPostgres(rawUrl, events);
    const store = await openPostgres({ url: completeUrl, poolSize: CONNECTIONS });
    const before = await databaseBytes('', completeUrl);
    const complete = await throughFlows(store, events.length);
    await store.close();
    const after = await databaseBytes('', completeUrl);
    return [raw, { ...complete, bytes: (after.bytes - before.bytes) / events.length }];
  } finally {
    await server.stop();
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Measures both engines over `count` events and returns a Markdown table. */
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
  const head = ['| without HTTP | events/s | CPU µs/event of this process | bytes/event |', '|---|---|---|---|'];
  return [...head, ...lines].join('\n');
}
