// Reads with which accounts, devices and addresses a key was seen in events that the server reported, for both engines.
import type { NeighborsOf } from '../../records/links.ts';
import { PARTITIONS, WINDOW_BIT } from '../../vocabulary/windows.ts';
import type { LinkedKind } from '../../vocabulary/words.ts';
import type { Reader } from '../engine.ts';
import { identifier, joined, type Statement, select, sql } from '../sql.ts';
import { macro } from '../sql-macros.ts';

/**
 * Newest events of each partition among which reported ones are looked for, as a multiple of the neighbors that are asked for: claims on a
 * device that nobody has proven are there, too.
 */
const SEARCHED = 20;

/**
 * One range of the index of a window for each partition, as one JSON text. Page views are in no window, nor are most claims where the server
 * reports.
 */
function reportedOf(column: 'account_key' | 'device_id' | 'counter_address', bit: number): Statement {
  const parts = PARTITIONS.map(
    (
      _,
      partition,
    ) => sql`SELECT * FROM (SELECT account_key, device_id, address, ${partition} AS part, at, credential FROM events
      WHERE environment_id = ? AND ${identifier(column)} = ? AND (windows & ${bit}) <> 0
        AND window_partition = ${partition} ORDER BY at DESC LIMIT ?) AS newest`,
  );
  return select`${macro.json_rows}(u.account_key, u.device_id, u.address, u.part, u.at)) AS rows
    FROM (${joined(parts, ' UNION ALL ')}) AS u WHERE u.credential = 'secret'`;
}

const REPORTED: Readonly<Record<LinkedKind, Statement>> = {
  account: reportedOf('account_key', WINDOW_BIT.account),
  device: reportedOf('device_id', WINDOW_BIT.device),
  network: reportedOf('counter_address', WINDOW_BIT.address),
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
