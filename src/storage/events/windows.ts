// The history windows of one event: the newest rows of a key within its time span, by partition, as they were stored.
import type { EventKeys, EventRow } from '../../records/ingest.ts';
import type { RecognitionState } from '../../scoring/assessment.ts';
import type { PastEvent } from '../../scoring/history.ts';
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { scoredType } from '../../vocabulary/event-types.ts';
import {
  PARTITION_CAP,
  PARTITIONS,
  type Partition,
  WINDOW_BIT,
  WINDOW_NAMES,
  type WindowName,
} from '../../vocabulary/windows.ts';
import type { KeyKind } from '../../vocabulary/words.ts';
import type { Reader, Value } from '../engine.ts';
import { columns, EMPTY, identifier, joined, type Sql, type Statement, select, sql } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import type { EventColumn, EventsRow, EventTuple } from './event-columns.ts';

/** The current device of the presented persistent id, so that its history is read in the same round trip. */
export const ID_OWNER = sql`(SELECT device_id FROM device_ids WHERE environment_id = ? AND persistent_id = ?)`;

const KEY_COLUMNS = {
  account: 'account_key',
  address: 'counter_address',
  device: 'device_id',
  fingerprint: 'fingerprint',
  session: 'session_token',
} as const satisfies Record<WindowName, EventColumn>;

/** How far a window reaches back from the event's own time, ms. A session token is valid for half a day. */
export const WINDOW_SPAN: Readonly<Record<WindowName, number>> = {
  account: DAY,
  address: DAY,
  device: DAY,
  fingerprint: DAY,
  session: 12 * HOUR,
};

/** Reads the windows of one transaction. */
export interface Windows {
  read(name: WindowName, environmentNumber: number, key: string, at: number): Promise<readonly PastEvent[]>;
  /** The window of the persistent id's current device; `idOwner` resolves to that device, or null. */
  ofIdOwner(
    eventKeys: EventKeys,
    persistentId: string,
    idOwner: () => Promise<string | null>,
  ): Promise<readonly PastEvent[]>;
  /** Called for every event the transaction saves. */
  add(event: EventRow): void;
}

/** The columns of a past event, in the order that `unpack` expects. */
export const PAST_EVENT_COLUMNS = [
  'at',
  'type',
  'account_key',
  'device_id',
  'counter_address',
  'wide_network',
  'fingerprint',
  'agent',
  'session_token',
  'recognised',
  'credential',
  'state',
] as const satisfies readonly EventColumn[];

type PackedPastEvent = EventTuple<typeof PAST_EVENT_COLUMNS>;
export type PastEventRow = Pick<EventsRow, (typeof PAST_EVENT_COLUMNS)[number]>;

/** The partitions that a window has. A session's rows are not divided: they only tell which devices used it. */
export const WINDOW_PARTITIONS: Readonly<Record<WindowName, readonly (Partition | null)[]>> = {
  account: PARTITIONS,
  address: PARTITIONS,
  device: PARTITIONS,
  fingerprint: PARTITIONS,
  session: [null],
};

/**
 * All rows of a window as one JSON text: 200 rows of eleven columns take SQLite 890 microseconds row by row and 310 this way. Of
 * a partition's rows with the same time, the one stored last comes first: ids sort by creation time. Each partition is a separate index
 * range; the condition on the bit is that of the partial index.
 */
function windowOf(name: WindowName, key: Sql): Statement {
  const partitions = WINDOW_PARTITIONS[name].map(
    (partition) => sql`SELECT * FROM (SELECT id, window_partition, ${partitionOfWindow(name, key, partition)}) AS part`,
  );
  const order = name === 'session' ? sql`at DESC, id DESC` : sql`at DESC, window_partition, id DESC`;
  const rows = sql`SELECT * FROM (${joined(partitions, ' UNION ALL ')}) AS parts ORDER BY ${order}`;
  return select`${macro.json_rows}(${columns(PAST_EVENT_COLUMNS)})) AS packed FROM (${rows}) AS newest`;
}

/** The newest rows of one partition, `SELECT` excluded. */
function partitionOfWindow(name: WindowName, key: Sql, partition: Partition | null): Sql {
  const inPartition = partition === null ? EMPTY : sql`AND window_partition = ${PARTITIONS.indexOf(partition)}`;
  return sql`${columns(PAST_EVENT_COLUMNS)} FROM events ${rangeOf(name, key, inPartition)}
    ORDER BY at DESC, id DESC LIMIT ${PARTITION_CAP[partition ?? 'attempt']}`;
}

/** The condition of a window's rows, written like the partial index's so that the index is used. */
export function rangeOf(name: WindowName, key: Sql, inPartitions: Sql): Sql {
  return sql`WHERE environment_id = ? AND ${key} AND (windows & ${WINDOW_BIT[name]}) <> 0 ${inPartitions}
    AND at <= ? AND at > ?`;
}

/** The values of a window's statement: the key's, once for each partition. */
export function valuesOf(
  name: WindowName,
  environmentNumber: number,
  key: readonly Value[],
  until: number,
  since: number,
) {
  const values: Value[] = [];
  for (const _ of WINDOW_PARTITIONS[name]) values.push(environmentNumber, ...key, until, since);
  return values;
}

export const keyOf = (name: WindowName) => sql`${identifier(KEY_COLUMNS[name])} = ?`;
const READ_WINDOW = Object.fromEntries(WINDOW_NAMES.map((name) => [name, windowOf(name, keyOf(name))])) as Record<
  WindowName,
  Statement
>;
/** Each partition of a window as a separate statement, for `SeparateWindows`. */
const READ_PARTITIONS = Object.fromEntries(
  WINDOW_NAMES.map((name) => [
    name,
    WINDOW_PARTITIONS[name].map((partition) => select`${partitionOfWindow(name, keyOf(name), partition)}`),
  ]),
) as unknown as Record<WindowName, readonly Statement[]>;
const READ_ID_OWNER_WINDOW = windowOf('device', sql`device_id = ${ID_OWNER}`);

export const NO_EVENTS: readonly PastEvent[] = Object.freeze([]);

/** Unpacks the list. If PostgreSQL returned it as part of a larger JSON text, it is already parsed. */
function unpack(rows: readonly { packed: string | PackedPastEvent[] | null }[]): readonly PastEvent[] {
  const packed = rows[0]?.packed;
  if (packed === null || packed === undefined || packed.length === 0 || packed === '[]') return NO_EVENTS;
  const list = typeof packed === 'string' ? (JSON.parse(packed) as PackedPastEvent[]) : packed;
  return list.map(unpackOne);
}

export function unpackRow(row: PastEventRow): PastEvent {
  const { at, type, account_key, device_id, counter_address, wide_network, fingerprint, agent, session_token } = row;
  const keys = [account_key, device_id, counter_address, wide_network, fingerprint, agent, session_token] as const;
  return unpackOne([at, type, ...keys, row.recognised, row.credential, row.state]);
}

function unpackOne(row: PackedPastEvent): PastEvent {
  return {
    at: row[0],
    type: scoredType(row[1]),
    account: row[2],
    device: row[3],
    counterAddress: row[4],
    wideNetwork: row[5],
    fingerprint: row[6],
    agent: row[7],
    sessionToken: row[8],
    recognized: row[9] === 1,
    settled: isSettled(row[9] === 1, row[11]),
    byId: isById(row[11]),
    credential: ownKeyKind(row[10]),
  };
}

/** The literal, which compares faster than the string of a row: full windows are searched for it several times. */
function ownKeyKind(credential: KeyKind): KeyKind {
  return credential === 'secret' ? 'secret' : 'public';
}

/** An event as later windows will read it. */
export function pastEvent(event: EventRow): PastEvent {
  return {
    at: event.at,
    type: scoredType(event.type),
    account: event.accountKey,
    device: event.deviceId,
    counterAddress: event.counterAddress,
    wideNetwork: event.wideNetwork,
    fingerprint: event.fingerprint,
    agent: event.agent,
    sessionToken: event.sessionToken,
    recognized: event.recognized,
    settled: isSettled(event.recognized, event.state),
    byId: isById(event.state),
    credential: ownKeyKind(event.credential),
  };
}

/** A device that was first proven within the last day is recognized, but not yet a habit of its address. */
function isSettled(recognized: boolean, state: RecognitionState): boolean {
  return recognized && state !== 'recent';
}

function isById(state: RecognitionState): boolean {
  return state === 'known' || state === 'trusted';
}

/** The windows that store an event, with its key in each. */
export function windowsOf(event: EventRow): { name: WindowName; key: string; past: PastEvent }[] {
  const past = pastEvent(event);
  return WINDOW_NAMES.flatMap((name) => {
    const key = windowKey(name, past);
    return key === null || (event.windows & WINDOW_BIT[name]) === 0 ? [] : [{ name, key, past }];
  });
}

/** A past event's key in a window, or null when it has none. */
function windowKey(name: WindowName, event: PastEvent): string | null {
  if (name === 'account') return event.account;
  if (name === 'address') return event.counterAddress;
  if (name === 'device') return event.device;
  return name === 'fingerprint' ? event.fingerprint : event.sessionToken;
}

/** How an engine reads windows. */
export interface WindowStatements {
  read: Readonly<Record<WindowName, Statement>>;
  ofIdOwner: Statement;
  values: typeof valuesOf;
}

const UNIONS: WindowStatements = { read: READ_WINDOW, ofIdOwner: READ_ID_OWNER_WINDOW, values: valuesOf };

/** Reads every window from the database. */
export class QueriedWindows implements Windows {
  readonly #reader: Reader;
  readonly #statements: WindowStatements;

  constructor(reader: Reader, statements = UNIONS) {
    this.#reader = reader;
    this.#statements = statements;
  }

  async read(name: WindowName, environmentNumber: number, key: string, at: number): Promise<readonly PastEvent[]> {
    return this.between(name, environmentNumber, key, at - WINDOW_SPAN[name], at);
  }

  /** The newest rows after `since` and not after `until`. */
  async between(name: WindowName, environmentNumber: number, key: string, since: number, until: number) {
    const values = this.#statements.values(name, environmentNumber, [key], until, since);
    return unpack(await this.#reader.all(this.#statements.read[name], ...values));
  }

  async ofIdOwner(eventKeys: EventKeys, persistentId: string): Promise<readonly PastEvent[]> {
    const { environmentNumber, at } = eventKeys;
    const owner = [environmentNumber, persistentId];
    const values = this.#statements.values('device', environmentNumber, owner, at, at - WINDOW_SPAN.device);
    return unpack(await this.#reader.all(this.#statements.ofIdOwner, ...values));
  }

  /** Called for every event saved; nothing is cached here. */
  add(_event: EventRow): void {}
}

/** Reads every window from the database, with a single-table statement per partition; see `SingleTableQuerier`. */
export class SeparateWindows implements Windows {
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  async read(name: WindowName, environmentNumber: number, key: string, at: number): Promise<readonly PastEvent[]> {
    const values = [environmentNumber, key, at, at - WINDOW_SPAN[name]];
    const parts = await Promise.all(
      READ_PARTITIONS[name].map((statement) => this.#reader.all<PastEventRow>(statement, ...values)),
    );
    // The sort is stable: of rows with the same time, the order of the partitions, and within each, stays.
    const rows = parts.flat().sort((a, b) => b.at - a.at);
    return rows.map(unpackRow);
  }

  async ofIdOwner(eventKeys: EventKeys, _persistentId: string, idOwner: () => Promise<string | null>) {
    const deviceId = await idOwner();
    return deviceId === null ? NO_EVENTS : this.read('device', eventKeys.environmentNumber, deviceId, eventKeys.at);
  }

  add(): void {}
}
