// Fills a database with devices in bulk, as many events would have left them, on either engine.
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { encodeBase32 } from '../../src/vocabulary/ids.ts';
import type { Place } from '../seed/tables.ts';
import { makeMachine, type System, signalsOf } from '../simulate/devices-machines.ts';
import { Random } from '../simulate/random.ts';

/** A device as its next event shows it. */
export interface Known {
  account: string;
  address: string;
  id: string;
  signals: Record<string, unknown>;
}

type Cell = string | number | null;

/** Writes rows of one table at a time. */
export interface Writer {
  /** `types` are PostgreSQL's. */
  insert(table: string, columns: readonly string[], types: readonly string[], rows: readonly Cell[][]): Promise<void>;
  /** Runs after all rows are written. */
  settle(): Promise<void>;
  sizes(): Promise<{ name: string; bytes: number }[]>;
  close(): Promise<void>;
}

export function sqliteWriter(path: string): Writer {
  const database = new DatabaseSync(path);
  // Only the fill is careless: reads go through the service's own connections. Keys are random, so that a cache smaller than
  // the trees would read and write a page for each row.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -2097152');
  return {
    async insert(table, columns, _types, rows) {
      const places = columns.map(() => '?').join(', ');
      const statement = database.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
      database.exec('BEGIN');
      for (const row of rows) statement.run(...row);
      database.exec('COMMIT');
    },
    async settle() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE); ANALYZE');
    },
    async sizes() {
      const sql = `SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name HAVING bytes > 1000000 ORDER BY bytes DESC`;
      return database.prepare(sql).all() as { name: string; bytes: number }[];
    },
    async close() {
      database.close();
    },
  };
}

export async function postgresWriter(url: string): Promise<Writer> {
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
    async settle() {
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

/** Devices of one transaction: rows of random keys share few pages, and each commit writes all that it touched. */
const BATCH = 25_000;
const DAY = 86_400_000;
const MIX: readonly (readonly [System, number])[] = [
  ['Windows', 34],
  ['Android', 30],
  ['iOS', 18],
  ['macOS', 14],
  ['Linux', 4],
];

/** What the filling process is asked; it answers with the sample and the sizes. */
export interface Task {
  place: Place;
  environment: Environment;
  devices: number;
  asked: number;
  at: number;
}

/** The event by which a device shows itself at `at`. */
export function inputOf({ account, address, id, signals }: Known, at: number) {
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

/** Writes `count` devices, one account each, and returns `asked` of them, spread evenly. */
export async function fillDevices(
  writer: Writer,
  environment: Environment,
  count: number,
  asked: number,
  at: number,
): Promise<Known[]> {
  const random = new Random(5);
  const sample: Known[] = [];
  const frequencies = new Map<string, number>();
  const every = Math.max(1, Math.floor(count / asked));
  for (let start = 0; start < count; start += BATCH) {
    const rows = new DeviceRows(environment.number, at);
    for (let index = start; index < Math.min(count, start + BATCH); index += 1) {
      const known: Known = {
        account: `account_${index}`,
        address: `81.${random.whole(250)}.${random.whole(256)}.${1 + random.whole(250)}`,
        id: random.hex(32),
        signals: signalsOf(makeMachine(random, random.weighted(MIX)), random),
      };
      const observed = observeEvent(environment, inputOf(known, at), at);
      rows.add(index, observed);
      for (const key of observed.observation.frequencyKeys) frequencies.set(key, (frequencies.get(key) ?? 0) + 1);
      if (index % every === 0 && sample.length < asked) sample.push(known);
    }
    await rows.write(writer);
  }
  const counted = [...frequencies, ['*', count] as const].map(([key, held]) => [environment.number, held, 0, key]);
  for (let start = 0; start < counted.length; start += BATCH) {
    const columns = ['environment_id', 'count', 'slot', 'key'];
    await writer.insert(
      'signal_frequencies',
      columns,
      ['int8', 'int8', 'int2', 'text'],
      counted.slice(start, start + BATCH),
    );
  }
  await writer.settle();
  return sample;
}

const TABLES = {
  devices: {
    columns:
      'environment_id first_seen_at last_seen_at event_count trusted_at account_count is_trusted provisional id networks',
    types: 'int8 int8 int8 int8 int8 int4 int2 int2 text text',
  },
  device_profiles: { columns: 'environment_id device_id profile previous_profile', types: 'int8 text text text' },
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

/** The rows that a dozen events leave of each device. */
class DeviceRows {
  readonly #env: number;
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
    this.#env = environmentNumber;
    this.#from = at - 60 * DAY;
    this.#last = at - DAY;
  }

  add(index: number, { eventKeys, observation }: ReturnType<typeof observeEvent>): void {
    const bytes = new Uint8Array(16);
    new DataView(bytes.buffer).setBigUint64(8, BigInt(index));
    const device = `dev_${encodeBase32(bytes)}`;
    const [environmentNumber, from, last] = [this.#env, this.#from, this.#last];
    const account = eventKeys.accountKey as string;
    const networks = JSON.stringify([eventKeys.narrowNetwork]);
    this.#rows.devices.push([environmentNumber, from, last, 12, null, 1, 0, 0, device, networks]);
    this.#rows.device_profiles.push([environmentNumber, device, JSON.stringify(observation.profile), null]);
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

  async write(writer: Writer): Promise<void> {
    for (const [table, { columns, types }] of Object.entries(TABLES)) {
      await writer.insert(table, columns.split(' '), types.split(' '), this.#rows[table as Table]);
    }
  }
}
