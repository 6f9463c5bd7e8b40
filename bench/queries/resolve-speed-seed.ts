// Inserts many devices directly into a database of either engine, with the rows that a dozen events each would leave.
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { encodeBase32 } from '../../src/vocabulary/ids.ts';
import type { DatabaseLocation } from '../seed/tables.ts';
import { makeMachine, type System, signalsOf } from '../simulate/devices-machines.ts';
import { Random } from '../simulate/random.ts';

/** The client data of a device's next event. */
export interface SampleDevice {
  account: string;
  address: string;
  id: string;
  signals: Record<string, unknown>;
}

type Cell = string | number | null;

/** Inserts many rows of one table at a time. */
export interface BulkWriter {
  /** `types` are PostgreSQL column types. */
  insert(table: string, columns: readonly string[], types: readonly string[], rows: readonly Cell[][]): Promise<void>;
  /** Checkpoints and analyzes the database. Call it after the last insert. */
  finish(): Promise<void>;
  sizes(): Promise<{ name: string; bytes: number }[]>;
  close(): Promise<void>;
}

export function sqliteWriter(path: string): BulkWriter {
  const database = new DatabaseSync(path);
  // Only this connection skips flushing; reads use the service's connections. Keys are random, so with a cache smaller than
  // the B-trees every row would read and write a page.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -2097152');
  return {
    async insert(table, columns, _types, rows) {
      const placeholders = columns.map(() => '?').join(', ');
      const statement = database.prepare(
        `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${placeholders})`,
      );
      database.exec('BEGIN');
      for (const row of rows) statement.run(...row);
      database.exec('COMMIT');
    },
    async finish() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE); ANALYZE');
    },
    async sizes() {
      const sql =
        'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name HAVING bytes > 1000000 ORDER BY bytes DESC';
      return database.prepare(sql).all() as { name: string; bytes: number }[];
    },
    async close() {
      database.close();
    },
  };
}

export async function postgresWriter(url: string): Promise<BulkWriter> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('SET synchronous_commit = off');
  return {
    async insert(table, columns, types, rows) {
      const lists = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
      const values = columns.map((_, index) => rows.map((row) => row[index] ?? null));
      const sql = `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM unnest(${lists}) ON CONFLICT DO NOTHING`;
      await client.query(sql, values);
    },
    async finish() {
      await client.query('VACUUM ANALYZE');
    },
    async sizes() {
      const { rows } = await client.query(
        `SELECT relname AS name, pg_relation_size(oid)::float8 AS bytes FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 1000000 ORDER BY bytes DESC`,
      );
      return rows as { name: string; bytes: number }[];
    },
    close: () => client.end(),
  };
}

/** Devices per transaction: rows with random keys share few pages, and each commit writes every page it touched. */
const BATCH = 25_000;
const MIX: readonly (readonly [System, number])[] = [
  ['Windows', 34],
  ['Android', 30],
  ['iOS', 18],
  ['macOS', 14],
  ['Linux', 4],
];

/** The message to the seeding process, which replies with the sample and the table sizes. */
export interface SeedTask {
  location: DatabaseLocation;
  environment: Environment;
  devices: number;
  sampleSize: number;
  at: number;
}

/** The input of a device's event at `at` (ms). */
export function inputOf({ account, address, id, signals }: SampleDevice, at: number) {
  return {
    type: 'login',
    accountId: account,
    signals: { ...signals, persistent_id: id },
    address,
    userAgent: null,
    occurredAt: at,
    credential: 'public' as const,
    idempotency: null,
    imported: { source: 'bench', line: 1 },
  };
}

/** Inserts `count` devices with one account each and returns an evenly spread sample of them. */
export async function seedDevices(
  writer: BulkWriter,
  environment: Environment,
  count: number,
  sampleSize: number,
  at: number,
): Promise<SampleDevice[]> {
  const random = new Random(5);
  const sample: SampleDevice[] = [];
  const frequencies = new Map<string, number>();
  const every = Math.max(1, Math.floor(count / sampleSize));
  for (let start = 0; start < count; start += BATCH) {
    const rows = new DeviceRows(environment.number, at);
    for (let index = start; index < Math.min(count, start + BATCH); index += 1) {
      const device: SampleDevice = {
        account: `account_${index}`,
        address: `81.${random.integer(250)}.${random.integer(256)}.${1 + random.integer(250)}`,
        id: random.hex(32),
        signals: signalsOf(makeMachine(random, random.weighted(MIX)), random),
      };
      const observed = observeEvent(environment, inputOf(device, at), at);
      rows.add(index, observed);
      for (const key of observed.observation.frequencyKeys) frequencies.set(key, (frequencies.get(key) ?? 0) + 1);
      if (index % every === 0 && sample.length < sampleSize) sample.push(device);
    }
    await rows.write(writer);
  }
  const counted = [...frequencies, ['*', count] as const].map(([key, devices]) => [
    environment.number,
    devices,
    0,
    key,
  ]);
  for (let start = 0; start < counted.length; start += BATCH) {
    const columns = ['environment_id', 'count', 'slot', 'key'];
    await writer.insert(
      'signal_frequencies',
      columns,
      ['int8', 'int8', 'int2', 'text'],
      counted.slice(start, start + BATCH),
    );
  }
  await writer.finish();
  return sample;
}

const TABLES = {
  devices: {
    columns:
      'environment_id first_seen_at last_seen_at event_count trusted_at account_count is_trusted provisional id networks',
    types: 'int8 int8 int8 int8 int8 int4 int2 int2 text text',
  },
  device_profiles: { columns: 'environment_id device_id profile', types: 'int8 text text' },
  device_ids: {
    columns: 'environment_id last_seen_at conflicts cloned persistent_id device_id',
    types: 'int8 int8 int4 int2 text text',
  },
  device_keys: { columns: 'environment_id kind digest device_id', types: 'int8 int2 text text' },
  accounts: {
    columns: 'environment_id first_seen_at proof_count first_proof_at last_proof_at account_key external_id',
    types: 'int8 int8 int8 int8 int8 text text',
  },
  account_devices: {
    columns:
      'environment_id first_seen_at last_seen_at event_count first_proof_at last_proof_at last_seen_day account_key device_id',
    types: 'int8 int8 int8 int8 int8 int8 int4 text text',
  },
} as const;
type Table = keyof typeof TABLES;

/** The rows that a dozen events of each device would leave. */
class DeviceRows {
  readonly #environmentNumber: number;
  readonly #from: number;
  readonly #last: number;
  readonly #rows: Record<Table, Cell[][]> = {
    devices: [],
    device_profiles: [],
    device_ids: [],
    device_keys: [],
    accounts: [],
    account_devices: [],
  };

  constructor(environmentNumber: number, at: number) {
    this.#environmentNumber = environmentNumber;
    this.#from = at - 60 * DAY;
    this.#last = at - DAY;
  }

  add(index: number, { eventKeys, observation }: ReturnType<typeof observeEvent>): void {
    const bytes = new Uint8Array(16);
    new DataView(bytes.buffer).setBigUint64(8, BigInt(index));
    const device = `dev_${encodeBase32(bytes)}`;
    const [environmentNumber, from, last] = [this.#environmentNumber, this.#from, this.#last];
    const account = eventKeys.accountKey as string;
    const networks = JSON.stringify([eventKeys.narrowNetwork]);
    this.#rows.devices.push([environmentNumber, from, last, 12, null, 1, 0, 0, device, networks]);
    this.#rows.device_profiles.push([environmentNumber, device, JSON.stringify(observation.profile)]);
    this.#rows.device_ids.push([environmentNumber, last, 0, 0, eventKeys.persistentId, device]);
    for (const { kind, digest } of observation.keys)
      this.#rows.device_keys.push([environmentNumber, kind, digest, device]);
    this.#rows.accounts.push([environmentNumber, from, 10, from, last, account, `external ${index}`]);
    this.#rows.account_devices.push([
      environmentNumber,
      from,
      last,
      12,
      from,
      last,
      Math.floor(last / DAY),
      account,
      device,
    ]);
  }

  async write(writer: BulkWriter): Promise<void> {
    for (const [table, { columns, types }] of Object.entries(TABLES)) {
      await writer.insert(table, columns.split(' '), types.split(' '), this.#rows[table as Table]);
    }
  }
}
