// Fills an environment with as many events as asked for: copies of a template that the service's own flows recorded, made by SQL, each
// with names, addresses and a time of its own, in all tables that an event touches.
import { DatabaseSync } from '@photostructure/sqlite';
import { hashOpaque } from '../../src/devices/client-signals.ts';
import { digestOf } from '../../src/storage/events/event-codec.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { type Column, copying, LEFT_OUT, merging, NAMING, recount, TABLES } from './rules.ts';
import { ABROAD, BUSY_ACCOUNT, BUSY_ADDRESS, FREE_HALF, HOME, MARK } from './service-month.ts';
import type { Place } from './tables.ts';
import { type Index, openTarget, type Target } from './target.ts';
import type { Template } from './template.ts';

export interface Past {
  environmentNumber: number;
  /** Rounded up to a multiple of the template's. */
  events: number;
  /** Over how many days the copies are spread, beside the template's own ten; 80. */
  days?: number;
}

/** Events of one transaction: few enough that their names stay in the processor's cache. */
const BATCH = 25_000;
/** Events from which on speed counts. */
const LARGE = 50_000;
/** The first two octets have room for so many copies, without private and shared ranges. */
const MOST_COPIES = 40 * 256;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

interface Copy {
  copy: number;
  shift: number;
  days: number;
  mark: string;
}

/** The environment must have no events yet. It is fastest when no store has SQLite's file open. Resolves to how many there are then. */
export function fillPast(place: Place, template: Template, past: Past): Promise<number> {
  return fillPasts(place, [{ template, past }]);
}

/** The same of several environments of one database, whose indexes are built once. */
export async function fillPasts(place: Place, fills: readonly { template: Template; past: Past }[]): Promise<number> {
  const large = fills.some(({ past }) => past.events >= LARGE);
  let indexes: Index[] = [];
  let filled = 0;
  for (const [number, { template, past }] of fills.entries()) {
    const count = Math.ceil(past.events / template.events);
    if (count > MOST_COPIES)
      throw new Error(`${past.events} events are more than ${MOST_COPIES} copies: record a larger template`);
    checkTables(template);
    const target = await openTarget(place, template, large);
    if (number === 0) indexes = await target.dropIndexes();
    const copies = Array.from({ length: count }, (_, copy) => copyOf(copy, count, past.days ?? 80));
    await fill(target, template, past.environmentNumber, copies);
    if (number === fills.length - 1) for (const { sql } of indexes) await target.all(sql);
    for (const sql of recount(past.environmentNumber)) await target.all(sql);
    await target.close();
    filled += count * template.events;
  }
  return filled;
}

/** A whole number of days keeps days and hours; less than half a minute keeps minutes. The first one is the template itself. */
function copyOf(copy: number, count: number, spread: number): Copy {
  const days = -Math.floor((copy * spread) / count);
  const mark = [15, 10, 5, 0].map((bits) => ALPHABET[(copy >>> bits) & 31]).join('');
  return { copy, days, shift: days * DAY + ((copy * 7_919) % FREE_HALF), mark };
}

async function fill(
  target: Target,
  template: Template,
  environmentNumber: number,
  copies: readonly Copy[],
): Promise<void> {
  const tables: { table: string; columns: Column[] }[] = [];
  for (const table of Object.keys(TABLES)) tables.push({ table, columns: await target.columns(table) });
  const statements = tables.flatMap(({ table, columns }) => copying(table, columns, environmentNumber) ?? []);
  const own = ownNames(template);
  await prepareShared(target, copies);
  const each = Math.max(1, Math.floor(BATCH / template.events));
  // Oldest first, as they would have come.
  for (let end = copies.length; end > 0; end -= each) {
    const batch = copies.slice(Math.max(0, end - each), end);
    await target.together(async () => {
      await nameBatch(target, batch, own);
      for (const sql of statements) await target.all(sql);
      if (end < copies.length) return;
      for (const { table, columns } of tables) await target.all(merging(table, columns, environmentNumber));
    });
  }
}

/** What all copies have in common: busy accounts, devices and addresses with what they show, and looks that two devices share. */
async function prepareShared(target: Target, copies: readonly Copy[]): Promise<void> {
  const spans = new Map<number, { copies: number; first: number; last: number }>();
  for (const { days, shift } of copies) {
    const span = spans.get(days) ?? { copies: 0, first: shift, last: shift };
    spans.set(days, { copies: span.copies + 1, first: Math.min(span.first, shift), last: Math.max(span.last, shift) });
  }
  const rows = [...spans].map(([days, { copies, first, last }]) => [days, copies, first, last]);
  await target.insert('fill.shifts', ['days', 'copies', 'first', 'last'], rows);
  const account = hashOpaque(BUSY_ACCOUNT);
  await target.insert('fill.shared', ['word'], [[account], [BUSY_ADDRESS], [digestOf(BUSY_ADDRESS)]]);
  // A device of many accounts is nobody's own.
  await target.all(
    `INSERT INTO fill.shared SELECT device_id FROM fill.account_devices GROUP BY device_id HAVING count(*) > 5`,
  );
  const shown = ['fingerprint', 'session_token'].map(
    (column) =>
      `SELECT ${column} FROM fill.events WHERE ${column} IS NOT NULL AND device_id IN (SELECT word FROM fill.shared)`,
  );
  const ids = 'SELECT persistent_id FROM fill.device_ids WHERE device_id IN (SELECT word FROM fill.shared)';
  await target.all(`INSERT INTO fill.shared ${[...shown, ids].join(' UNION ')}`);
  await target.all('INSERT INTO fill.looks SELECT digest FROM fill.device_keys GROUP BY digest HAVING count(*) > 1');
}

async function nameBatch(target: Target, batch: readonly Copy[], own: OwnNames): Promise<void> {
  await target.all('DELETE FROM fill.copies');
  await target.all('DELETE FROM fill.names');
  const rows = batch.map(({ copy, shift, days, mark }) => [
    copy,
    shift,
    days,
    mark,
    octets(11, copy),
    octets(51, copy),
  ]);
  await target.insert('fill.copies', ['copy', 'shift', 'days', 'mark', 'home', 'abroad'], rows);
  const names = batch.flatMap(({ copy, mark }) => [
    ...own.accounts.map(([old, external]) => [copy, old, hashOpaque(external.slice(0, -MARK.length) + mark)]),
    ...own.addresses.map((address) => {
      const moved = address.replace(HOME, octets(11, copy)).replace(ABROAD, octets(51, copy));
      return [copy, digestOf(address), digestOf(moved)];
    }),
  ]);
  await target.insert('fill.names', ['copy', 'old', 'new'], names);
  for (const sql of NAMING) await target.all(sql);
}

function octets(first: number, copy: number): string {
  return `${first + (copy >> 8)}.${copy & 255}.`;
}

interface OwnNames {
  /** Key and external id of accounts that each copy has of its own. */
  accounts: [key: string, external: string][];
  addresses: string[];
}

/** Names that are digests of another text: computed here, as the service does. */
function ownNames(template: Template): OwnNames {
  const source = new DatabaseSync(template.path, { readOnly: true });
  const accounts = source
    .prepare(`SELECT account_key, external_id FROM accounts WHERE external_id LIKE '%.${MARK}'`)
    .all();
  const addresses = source.prepare(`SELECT address FROM networks WHERE address <> '${BUSY_ADDRESS}'`).all();
  source.close();
  return {
    accounts: accounts.map((row) => [String(row.account_key), String(row.external_id)]),
    addresses: addresses.map((row) => String(row.address)),
  };
}

/** A table that events have come to touch, and that nobody told the filler of, is a mistake and not an empty table. */
function checkTables(template: Template): void {
  const source = new DatabaseSync(template.path, { readOnly: true });
  const tables = source
    .prepare(`SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND EXISTS
      (SELECT 1 FROM pragma_table_info(m.name) c WHERE c.name = 'environment_id')`)
    .all()
    .map((row) => String(row.name));
  for (const table of tables) {
    if (table in TABLES || LEFT_OUT.has(table)) continue;
    const held = source.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get();
    if (held !== undefined)
      throw new Error(`the filler does not know the table ${table}: name it in bench/seed/rules.ts`);
  }
  source.close();
}
