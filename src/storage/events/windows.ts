// The history windows of one event: the newest 200 rows of a key within its span, as they were stored.
import type { EventKeys, EventRow } from '../../records/ingest.ts';
import type { PastEvent } from '../../scoring/history.ts';
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import type { Querier } from '../engine.ts';

/** Rows a window holds at most: every threshold of scoring is at most 20, so 200 means "at least". */
export const WINDOW_CAP = 200;

/** The device that holds the presented id, so that its context is read in the same round trip. */
export const ID_OWNER = '(SELECT device_id FROM device_ids WHERE environment_id = ? AND persistent_id = ?)';

const COLUMNS = {
  account: 'account_key',
  address: 'counter_address',
  device: 'device_id',
  fingerprint: 'fingerprint',
  session: 'session_token',
} as const;
export type WindowName = keyof typeof COLUMNS;

/** How far back a window looks from the event's own time (`scoring.md` 3.7; a session token is good for half a day). */
export const WINDOW_SPAN: Readonly<Record<WindowName, number>> = {
  account: DAY,
  address: DAY,
  device: DAY,
  fingerprint: DAY,
  session: 12 * HOUR,
};

/** What a window is read by. */
export interface Windows {
  read(name: WindowName, environmentNumber: number, key: string, at: number): Promise<readonly PastEvent[]>;
  /** The window of the device that holds the eventKeys's persistent id; `holder` resolves to that device, or null. */
  ofIdOwner(
    eventKeys: EventKeys,
    persistentId: string,
    holder: () => Promise<string | null>,
  ): Promise<readonly PastEvent[]>;
  /** Told of every event the transaction keeps. */
  add(event: EventRow): void;
}

type Packed = [
  at: number,
  type: string,
  account: string | null,
  device: string,
  counterAddress: string | null,
  wideNetwork: string | null,
  fingerprint: string | null,
  agent: string | null,
  sessionToken: string | null,
  recognised: number,
  credential: PastEvent['credential'],
];

/**
 * All rows of a window as one JSON text: 200 rows of eleven columns cost 890 microseconds on SQLite row by row and 310
 * this way. Of one moment the newest stored comes first: ids sort by the time of making.
 */
function windowSql(key: string): string {
  return `SELECT {{json_rows}}(at, type, account_key, device_id, counter_address, wide_network, fingerprint, agent,
    session_token, recognised, credential)) AS packed FROM (SELECT at, type, account_key, device_id, counter_address,
    wide_network, fingerprint, agent, session_token, recognised, credential FROM events
    WHERE environment_id = ? AND ${key} AND at <= ? AND at > ? ORDER BY at DESC, id DESC LIMIT ${WINDOW_CAP}) AS newest`;
}

const READ_WINDOW = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, column]) => [name, windowSql(`${column} = ?`)]),
) as Record<WindowName, string>;
const READ_HOLDER_WINDOW = windowSql(`device_id = ${ID_OWNER}`);

const NOTHING: readonly PastEvent[] = Object.freeze([]);

/** PostgreSQL may hand the list over as part of a larger JSON text: then it is parsed already. */
function unpack(rows: readonly { packed: string | Packed[] | null }[]): readonly PastEvent[] {
  const packed = rows[0]?.packed;
  if (packed === null || packed === undefined || packed.length === 0 || packed === '[]') return NOTHING;
  const list = typeof packed === 'string' ? (JSON.parse(packed) as Packed[]) : packed;
  return list.map((row) => ({
    at: row[0],
    type: row[1],
    account: row[2],
    device: row[3],
    counterAddress: row[4],
    wideNetwork: row[5],
    fingerprint: row[6],
    agent: row[7],
    sessionToken: row[8],
    recognized: row[9] === 1,
    credential: row[10],
  }));
}

/** An event as later windows will read it. */
export function pastEvent(event: EventRow): PastEvent {
  return {
    at: event.at,
    type: event.type,
    account: event.accountKey,
    device: event.deviceId,
    counterAddress: event.counterAddress,
    wideNetwork: event.wideNetwork,
    fingerprint: event.fingerprint,
    agent: event.agent,
    sessionToken: event.sessionToken,
    recognized: event.recognized,
    credential: event.credential,
  };
}

/** The key of a past event's row in each window, null where it is in none. */
export function windowKey(name: WindowName, event: PastEvent): string | null {
  if (name === 'account') return event.account;
  if (name === 'address') return event.counterAddress;
  if (name === 'device') return event.device;
  return name === 'fingerprint' ? event.fingerprint : event.sessionToken;
}

/** Windows read from the database every time. */
export class QueriedWindows implements Windows {
  readonly #querier: Querier;

  constructor(querier: Querier) {
    this.#querier = querier;
  }

  async read(name: WindowName, environmentNumber: number, key: string, at: number): Promise<readonly PastEvent[]> {
    return this.between(name, environmentNumber, key, at - WINDOW_SPAN[name], at);
  }

  /** The newest rows after `since` and not after `until`. */
  async between(name: WindowName, environmentNumber: number, key: string, since: number, until: number) {
    return unpack(await this.#querier.all(READ_WINDOW[name], environmentNumber, key, until, since));
  }

  async ofIdOwner(eventKeys: EventKeys, persistentId: string): Promise<readonly PastEvent[]> {
    const { environmentNumber, at } = eventKeys;
    return unpack(
      await this.#querier.all(
        READ_HOLDER_WINDOW,
        environmentNumber,
        environmentNumber,
        persistentId,
        at,
        at - WINDOW_SPAN.device,
      ),
    );
  }

  add(): void {}
}
