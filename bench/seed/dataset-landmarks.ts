// What questions are asked about in a filled environment: the busiest of each kind, and keys from the middle of the lists.
import { idFloor } from '../../src/vocabulary/ids.ts';
import { BUSY_ACCOUNT } from './service-month.ts';
import type { Tables } from './tables.ts';

export interface Landmarks {
  eventId: string;
  deviceId: string;
  /** Sends one event in a hundred, each for any account. */
  busyDeviceId: string;
  /** The customer's own id of the account that one event in a hundred is of. */
  busyAccount: string;
  labeledEventId: string;
  /** The first event of an address. */
  networkEventId: string;
  /** The key of an account of the busy device. */
  deviceAccountKey: string;
  /** ms; of the oldest and the newest event. */
  from: number;
  until: number;
}

export async function landmarks({ all }: Tables, environmentNumber: number): Promise<Landmarks> {
  const here = `environment_id = ${environmentNumber}`;
  const one = async (sql: string) => {
    const [row] = await all(sql);
    if (row === undefined) throw new Error(`nothing is found by ${sql}`);
    return Object.values(row)[0];
  };
  const from = Number(await one(`SELECT created_at FROM events WHERE ${here} ORDER BY id LIMIT 1`));
  const until = Number(await one(`SELECT created_at FROM events WHERE ${here} ORDER BY id DESC LIMIT 1`));
  const middle = Math.floor((from + until) / 2);
  const after = async (kind: 'event' | 'device', column: string, table: string) =>
    String(
      await one(
        `SELECT ${column} FROM ${table} WHERE ${here} AND ${column} >= '${idFloor(kind, middle)}' ORDER BY ${column} LIMIT 1`,
      ),
    );
  const busyDeviceId = String(
    await one(`SELECT device_id FROM account_devices WHERE ${here} GROUP BY device_id ORDER BY count(*) DESC LIMIT 1`),
  );
  const accounts = `account_devices WHERE ${here} AND device_id = '${busyDeviceId}'`;
  const half = Math.floor(Number(await one(`SELECT count(*) FROM ${accounts}`)) / 2);
  return {
    eventId: await after('event', 'id', 'events'),
    deviceId: await after('device', 'id', 'devices'),
    busyDeviceId,
    busyAccount: BUSY_ACCOUNT,
    labeledEventId: await after('event', 'event_id', 'outcomes'),
    networkEventId: await after('event', 'first_event_id', 'networks'),
    deviceAccountKey: String(
      await one(`SELECT account_key FROM ${accounts} ORDER BY account_key LIMIT 1 OFFSET ${half}`),
    ),
    from,
    until,
  };
}
