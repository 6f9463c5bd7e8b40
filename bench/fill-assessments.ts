// Fills a database with assessments by SQL: real events, kept through the door before, are copied under new ids and times.
import { join } from 'node:path';
import pg from 'pg';
import { SqliteConnection } from '../src/storage/sqlite/connection.ts';
import { encodeBase32 } from '../src/vocabulary/ids.ts';

/** Rows of one statement. */
const BATCH = 5_000;

/** Copies as rows of `n`: id, at, and the id of the event to copy. */
const COPIES = {
  sqlite: `(SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS at, json_extract(value, '$[2]') AS original
    FROM json_each(?)) n`,
  postgres: `(SELECT value->>0 AS id, (value->>1)::bigint AS at, value->>2 AS original
    FROM json_array_elements(?::json) AS value) n`,
};
const COLUMNS = {
  sqlite: (table: string) => `SELECT name FROM pragma_table_info('${table}')`,
  postgres: (table: string) =>
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}'`,
};
/** What a copy has of its own, by table; every other column is that of the original. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  events: { id: 'n.id', at: 'n.at', created_at: 'n.at' },
  event_details: { event_id: 'n.id' },
  outcomes: { event_id: 'n.id', id: "replace(n.id, 'evt_', 'out_')", submitted_at: 'n.at' },
};

interface Console {
  engine: 'sqlite' | 'postgres';
  all: <R>(sql: string, ...values: (string | number)[]) => Promise<R[]>;
  exec: (sql: string) => unknown;
  close: () => Promise<void>;
}

async function consoleOf(dataDir: string, databaseUrl: string | null): Promise<Console> {
  if (databaseUrl === null) {
    const connection = new SqliteConnection(join(dataDir, 'assay.db'), { readOnly: false });
    connection.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144');
    const { all, exec } = connection;
    return {
      engine: 'sqlite',
      all: all.bind(connection),
      exec: exec.bind(connection),
      close: async () => connection.close(),
    };
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const all = async <R>(sql: string, ...values: (string | number)[]) => {
    let place = 0;
    return (
      await client.query(
        sql.replaceAll('?', () => `$${++place}`),
        values,
      )
    ).rows as R[];
  };
  return { engine: 'postgres', all, exec: (sql) => client.query(sql), close: () => client.end() };
}

/**
 * Adds `count` copies of the newest events of the environment `id`, spread evenly over [`from`, `to`) in ms. The service
 * must be stopped. An outcome is copied with its event.
 */
export async function fillAssessments(
  dataDir: string,
  databaseUrl: string | null,
  environment: string,
  { count, from, to }: { count: number; from: number; to: number },
): Promise<void> {
  const db = await consoleOf(dataDir, databaseUrl);
  const [{ number } = { number: 0 }] = await db.all<{ number: number }>(
    'SELECT number FROM environments WHERE id = ?',
    environment,
  );
  const originals = await db.all<{ id: string }>(
    'SELECT id FROM events WHERE environment_id = ? ORDER BY id DESC LIMIT 5000',
    number,
  );
  const statements = await Promise.all(Object.keys(OWN).map((table) => copying(db, table)));
  for (let done = 0; done < count; done += BATCH) {
    const copies = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
      const at = Math.floor(from + ((to - from) * (done + index)) / count);
      return [idAt(at, done + index), at, originals[(done + index) % originals.length]?.id];
    });
    await db.exec('BEGIN');
    for (const sql of statements) await db.all(sql, JSON.stringify(copies), number);
    await db.exec('COMMIT');
  }
  await db.exec('ANALYZE');
  await db.close();
}

async function copying(db: Console, table: string): Promise<string> {
  const names = (await db.all<{ name: string }>(COLUMNS[db.engine](table))).map(({ name }) => name);
  const own = OWN[table] ?? {};
  const key = table === 'events' ? 'id' : 'event_id';
  // SQLite takes a CROSS JOIN in the order it is written: the other way round it would read the list for every event.
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => own[name] ?? `t.${name}`).join(', ')}
    FROM ${COPIES[db.engine]} CROSS JOIN ${table} t WHERE t.environment_id = ? AND t.${key} = n.original
    ${table === 'outcomes' ? 'AND t.is_current = 1' : ''}`;
}

/** In the form of a UUIDv7: the time, then a number that no other copy has. */
function idAt(at: number, number: number): string {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(at / 65_536));
  view.setUint16(4, at % 65_536);
  view.setUint16(6, 0x7000);
  view.setUint32(8, 0x80000000);
  view.setUint32(12, number);
  return `evt_${encodeBase32(bytes)}`;
}
