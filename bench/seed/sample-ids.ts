// Picks ids to query in a seeded environment: the busiest device and account, and ids from the middle of each list.
import { idFloor } from '../../src/vocabulary/ids.ts';
import { BUSY_ACCOUNT } from './service-events.ts';
import type { Tables } from './tables.ts';

export interface SampleIds {
  eventId: string;
  deviceId: string;
  /** Sends 1 % of all events, for random accounts. */
  busyDeviceId: string;
  /** External id of the account that receives 1 % of all events. */
  busyAccount: string;
  labeledEventId: string;
  /** The first event of an IP address in the middle of the network list. */
  networkEventId: string;
  /** Key of the middle account in the busy device's account list. */
  deviceAccountKey: string;
  /** Times of the oldest and the newest event, ms since the epoch. */
  from: number;
  until: number;
}

export async function findSampleIds({ all }: Tables, environmentNumber: number): Promise<SampleIds> {
  const inEnvironment = `environment_id = ${environmentNumber}`;
  const one = async (sql: string) => {
    const [row] = await all(sql);
    if (row === undefined) throw new Error(`no row found by ${sql}`);
    return Object.values(row)[0];
  };
  const from = Number(await one(`SELECT created_at FROM events WHERE ${inEnvironment} ORDER BY id LIMIT 1`));
  const until = Number(await one(`SELECT created_at FROM events WHERE ${inEnvironment} ORDER BY id DESC LIMIT 1`));
  const middle = Math.floor((from + until) / 2);
  const firstAfterMiddle = async (kind: 'event' | 'device', column: string, table: string) =>
    String(
      await one(
        `SELECT ${column} FROM ${table} WHERE ${inEnvironment} AND ${column} >= '${idFloor(kind, middle)}' ORDER BY ${column} LIMIT 1`,
      ),
    );
  const busyDeviceId = String(
    await one(
      `SELECT device_id FROM account_devices WHERE ${inEnvironment} GROUP BY device_id ORDER BY count(*) DESC LIMIT 1`,
    ),
  );
  const accounts = `account_devices WHERE ${inEnvironment} AND device_id = '${busyDeviceId}'`;
  const middleRow = Math.floor(Number(await one(`SELECT count(*) FROM ${accounts}`)) / 2);
  return {
    eventId: await firstAfterMiddle('event', 'id', 'events'),
    deviceId: await firstAfterMiddle('device', 'id', 'devices'),
    busyDeviceId,
    busyAccount: BUSY_ACCOUNT,
    labeledEventId: await firstAfterMiddle('event', 'event_id', 'outcomes'),
    networkEventId: await firstAfterMiddle('event', 'first_event_id', 'networks'),
    deviceAccountKey: String(
      await one(`SELECT account_key FROM ${accounts} ORDER BY account_key LIMIT 1 OFFSET ${middleRow}`),
    ),
    from,
    until,
  };
}
