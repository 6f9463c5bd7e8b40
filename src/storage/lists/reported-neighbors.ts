// Reads with which accounts, devices and addresses a key was seen in events that the server reported, for both engines.
import type { NeighborsOf } from '../../records/links.ts';
import { PARTITIONS } from '../../vocabulary/windows.ts';
import type { LinkedKind } from '../../vocabulary/words.ts';
import type { Reader } from '../engine.ts';
import { type Statement, select, sql } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { countedEvents } from './counted-events.ts';

/**
 * Newest events of each partition among which reported ones are looked for, as a multiple of the neighbors that are asked for: claims on a
 * device that nobody has proven are there, too.
 */
const SEARCHED = 20;

/** As one JSON text. Page views are in no window, nor are most claims where the server reports. */
function reportedOf(kind: LinkedKind): Statement {
  const listed = sql`account_key, device_id, address, window_partition, at, credential`;
  return select`${macro.json_rows}(u.account_key, u.device_id, u.address, u.window_partition, u.at)) AS rows
    FROM (${countedEvents(kind, listed)}) AS u WHERE u.credential = 'secret'`;
}

const REPORTED: Readonly<Record<LinkedKind, Statement>> = {
  account: reportedOf('account'),
  device: reportedOf('device'),
  network: reportedOf('network'),
};

type Reported = [accountKey: string | null, deviceId: string, address: string | null, partition: number, at: number];

const SUCCESS = PARTITIONS.indexOf('success');

/** Those of logins first, then newest first; keys may repeat. */
export async function reportedNeighbors(
  read: Reader,
  environmentNumber: number,
  { kind, key, counterKey }: NeighborsOf,
  limit: number,
): Promise<{ kind: LinkedKind; key: string | null }[]> {
  const values = PARTITIONS.flatMap(() => [environmentNumber, counterKey ?? key, SEARCHED * limit]);
  const [row] = await read.all<{ rows: string | null }>(REPORTED[kind], ...values);
  // An IPv6 window has all addresses of a /64.
  return (JSON.parse(row?.rows ?? '[]') as Reported[])
    .filter(([, , address]) => kind !== 'network' || address === key)
    .sort((one, other) => rank(one) - rank(other) || other[4] - one[4])
    .flatMap(([accountKey, deviceId, address]) => [
      { kind: 'account', key: accountKey },
      { kind: 'device', key: deviceId },
      { kind: 'network', key: address },
    ]);
}

const rank = ([, , , partition]: Reported): number => Number(partition !== SUCCESS);
