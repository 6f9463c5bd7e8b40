// Seeds an environment with many events: SQL copies a template that the service's own flows recorded, giving each copy
// different ids, addresses and times, in every table that an event touches.
import { DatabaseSync } from '@photostructure/sqlite';
import { accountKeyOf } from '../../src/devices/digest.ts';
import { digestOf } from '../../src/storage/events/event-codec.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import {
  type Column,
  copyStatement,
  mergeStatement,
  NAMING_STATEMENTS,
  NOT_COPIED,
  recountStatements,
  TABLES,
} from './column-rules.ts';
import { type Index, openSeedTarget, type SeedTarget } from './seed-target.ts';
import {
  ATTACKER_PREFIX,
  BUSY_ACCOUNT,
  BUSY_ADDRESS,
  COPY_SUFFIX,
  CUSTOMER_PREFIX,
  HALF_MINUTE,
} from './service-events.ts';
import type { DatabaseLocation } from './tables.ts';
import type { Template } from './template.ts';

export interface Dataset {
  environmentNumber: number;
  /** Rounded up to a multiple of the template's events. */
  events: number;
  /** Days over which the copies are spread, in addition to the template's ten; default 80. */
  days?: number;
}

/** Events per transaction: few enough that their new names stay in the processor's cache. */
const BATCH = 25_000;
/** Number of events from which it pays to turn off flushing. */
const LARGE = 50_000;
/** How many address prefixes (first two octets) exist outside private and shared ranges. */
const MAX_COPIES = 40 * 256;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

interface Copy {
  copy: number;
  /** Added to every time, ms. */
  shift: number;
  /** Whole days of the shift. */
  days: number;
  /** Four base-32 digits that replace `COPY_SUFFIX`. */
  suffix: string;
}

/**
 * Seeds one environment, which must have no events yet, and returns the number of events. Fastest while no store has the
 * SQLite file open.
 */
export function seedDataset(location: DatabaseLocation, template: Template, dataset: Dataset): Promise<number> {
  return seedDatasets(location, [{ template, dataset }]);
}

/** Seeds several environments of one database and builds its indexes once. */
export async function seedDatasets(
  location: DatabaseLocation,
  datasets: readonly { template: Template; dataset: Dataset }[],
): Promise<number> {
  const large = datasets.some(({ dataset }) => dataset.events >= LARGE);
  let indexes: Index[] = [];
  let seeded = 0;
  for (const [index, { template, dataset }] of datasets.entries()) {
    const count = Math.ceil(dataset.events / template.events);
    if (count > MAX_COPIES)
      throw new Error(`${dataset.events} events need more than ${MAX_COPIES} copies: record a larger template`);
    checkTables(template);
    const target = await openSeedTarget(location, template, large);
    if (index === 0) indexes = await target.dropIndexes();
    const copies = Array.from({ length: count }, (_, copy) => copyOf(copy, count, dataset.days ?? 80));
    await seedEnvironment(target, template, dataset.environmentNumber, copies);
    if (index === datasets.length - 1) for (const { sql } of indexes) await target.all(sql);
    for (const sql of recountStatements(dataset.environmentNumber)) await target.all(sql);
    await target.close();
    seeded += count * template.events;
  }
  return seeded;
}

/**
 * Copy 0 is the template itself. A shift of whole days plus less than half a minute leaves the hour and the minute of every
 * event unchanged.
 */
function copyOf(copy: number, count: number, spread: number): Copy {
  const days = -Math.floor((copy * spread) / count);
  const suffix = [15, 10, 5, 0].map((bits) => ALPHABET[(copy >>> bits) & 31]).join('');
  return { copy, days, shift: days * DAY + ((copy * 7_919) % HALF_MINUTE), suffix };
}

async function seedEnvironment(
  target: SeedTarget,
  template: Template,
  environmentNumber: number,
  copies: readonly Copy[],
): Promise<void> {
  const tables: { table: string; columns: Column[] }[] = [];
  for (const table of Object.keys(TABLES)) tables.push({ table, columns: await target.columns(table) });
  const statements = tables.flatMap(({ table, columns }) => copyStatement(table, columns, environmentNumber) ?? []);
  const names = templateNames(template);
  await prepareShared(target, copies);
  const copiesPerBatch = Math.max(1, Math.floor(BATCH / template.events));
  // Oldest first, in the order live events would have arrived.
  for (let end = copies.length; end > 0; end -= copiesPerBatch) {
    const batch = copies.slice(Math.max(0, end - copiesPerBatch), end);
    await target.inTransaction(async () => {
      await nameBatch(target, batch, names);
      for (const sql of statements) await target.all(sql);
      if (end < copies.length) return;
      for (const { table, columns } of tables) await target.all(mergeStatement(table, columns, environmentNumber));
    });
  }
}

/** Records the names that all copies share: the busy account, device and address, and the device keys of several devices. */
async function prepareShared(target: SeedTarget, copies: readonly Copy[]): Promise<void> {
  const spans = new Map<number, { copies: number; first: number; last: number }>();
  for (const { days, shift } of copies) {
    const span = spans.get(days) ?? { copies: 0, first: shift, last: shift };
    spans.set(days, { copies: span.copies + 1, first: Math.min(span.first, shift), last: Math.max(span.last, shift) });
  }
  const rows = [...spans].map(([days, { copies, first, last }]) => [days, copies, first, last]);
  await target.insert('seed.shifts', ['days', 'copies', 'first', 'last'], rows);
  const account = accountKeyOf(BUSY_ACCOUNT);
  await target.insert('seed.shared', ['word'], [[account], [BUSY_ADDRESS], [digestOf(BUSY_ADDRESS)]]);
  // A device with many accounts belongs to no copy in particular.
  await target.all(
    'INSERT INTO seed.shared SELECT device_id FROM seed.account_devices GROUP BY device_id HAVING count(*) > 5',
  );
  const names = ['fingerprint', 'session_token'].map(
    (column) =>
      `SELECT ${column} FROM seed.events WHERE ${column} IS NOT NULL AND device_id IN (SELECT word FROM seed.shared)`,
  );
  const ids = 'SELECT persistent_id FROM seed.device_ids WHERE device_id IN (SELECT word FROM seed.shared)';
  await target.all(`INSERT INTO seed.shared ${[...names, ids].join(' UNION ')}`);
  await target.all(
    'INSERT INTO seed.shared_keys SELECT digest FROM seed.device_keys GROUP BY digest HAVING count(*) > 1',
  );
}

async function nameBatch(target: SeedTarget, batch: readonly Copy[], templateNames: TemplateNames): Promise<void> {
  await target.all('DELETE FROM seed.copies');
  await target.all('DELETE FROM seed.names');
  const rows = batch.map(({ copy, shift, days, suffix }) => [
    copy,
    shift,
    days,
    suffix,
    customerPrefix(copy),
    attackerPrefix(copy),
  ]);
  await target.insert('seed.copies', ['copy', 'shift', 'days', 'suffix', 'customer_prefix', 'attacker_prefix'], rows);
  const names = batch.flatMap(({ copy, suffix }) => [
    ...templateNames.accounts.map(([old, external]) => [
      copy,
      old,
      accountKeyOf(external.slice(0, -COPY_SUFFIX.length) + suffix),
    ]),
    ...templateNames.addresses.map((address) => {
      const copied = address
        .replace(CUSTOMER_PREFIX, customerPrefix(copy))
        .replace(ATTACKER_PREFIX, attackerPrefix(copy));
      return [copy, digestOf(address), digestOf(copied)];
    }),
  ]);
  await target.insert('seed.names', ['copy', 'old', 'new'], names);
  for (const sql of NAMING_STATEMENTS) await target.all(sql);
}

const customerPrefix = (copy: number) => octets(11, copy);
const attackerPrefix = (copy: number) => octets(51, copy);

function octets(first: number, copy: number): string {
  return `${first + (copy >> 8)}.${copy & 255}.`;
}

interface TemplateNames {
  /** Key and external id of the accounts that each copy renames. */
  accounts: [key: string, external: string][];
  addresses: string[];
}

/** Reads the names whose digests SQL cannot compute, so that they are computed here as the service does. */
function templateNames(template: Template): TemplateNames {
  const source = new DatabaseSync(template.path, { readOnly: true });
  const accounts = source
    .prepare(`SELECT account_key, external_id FROM accounts WHERE external_id LIKE '%.${COPY_SUFFIX}'`)
    .all();
  const addresses = source.prepare(`SELECT address FROM networks WHERE address <> '${BUSY_ADDRESS}'`).all();
  source.close();
  return {
    accounts: accounts.map((row) => [String(row.account_key), String(row.external_id)]),
    addresses: addresses.map((row) => String(row.address)),
  };
}

/** @throws Error when events write to a table that the seeder does not copy. */
function checkTables(template: Template): void {
  const source = new DatabaseSync(template.path, { readOnly: true });
  const tables = source
    .prepare(`SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND EXISTS
      (SELECT 1 FROM pragma_table_info(m.name) c WHERE c.name = 'environment_id')`)
    .all()
    .map((row) => String(row.name));
  for (const table of tables) {
    if (table in TABLES || NOT_COPIED.has(table)) continue;
    const row = source.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get();
    if (row !== undefined)
      throw new Error(`the table ${table} has no seeding rule: add it to bench/seed/column-rules.ts`);
  }
  source.close();
}
