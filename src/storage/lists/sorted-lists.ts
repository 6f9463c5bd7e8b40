// The sorted lists of accounts, devices and networks, for both engines.
import type { ListedDevice } from '../../records/lists.ts';
import type {
  DeviceAccount,
  ListedAccount,
  Positioned,
  SortedListReader,
  SortedPage,
} from '../../records/sorted-lists.ts';
import type { ActivitySort } from '../../vocabulary/words.ts';
import type { Reader, Row, Value } from '../engine.ts';
import { WITH_PROFILE } from '../events/ingest-reads.ts';
import { endOfPrefix, first, paged } from '../reads.ts';
import { networkRow } from '../rollups/rollups.ts';
import { EMPTY, type Sql, select, sql } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { DEVICE, listedDevice } from './lists.ts';

const ACTIVITY_COLUMNS: Readonly<Record<ActivitySort, Sql>> = {
  last_seen: sql`r.last_seen_at`,
  first_seen: sql`r.first_seen_at`,
  event_count: sql`r.event_count`,
};
/** The id of a device begins with the time it was created. */
const DEVICE_COLUMNS: Readonly<Record<ActivitySort, Sql>> = { ...ACTIVITY_COLUMNS, first_seen: sql`r.member` };
const NETWORK_COLUMNS: Readonly<Record<ActivitySort, Sql>> = {
  last_seen: sql`n.last_seen_at`,
  // The id of the first event begins with its time.
  first_seen: sql`n.first_event_id`,
  event_count: sql`n.event_count`,
};
const ACTIVITY = sql`r.event_count, r.stopped_count, r.first_seen_at, r.last_seen_at`;
const NAME = sql`a.external_id ${macro.byte_order}`;
const ACCOUNTS = sql`r.member AS id, a.external_id, ${ACTIVITY} FROM activity_rollups r
  LEFT JOIN accounts a ON a.environment_id = r.environment_id AND a.account_key = r.member
  WHERE r.environment_id = ? AND r.kind = 'account'`;
const NAMED_ACCOUNTS = sql`a.account_key AS id, a.external_id, ${ACTIVITY} FROM accounts a
  JOIN activity_rollups r ON r.environment_id = a.environment_id AND r.kind = 'account' AND r.member = a.account_key
  WHERE a.environment_id = ?`;
const DEVICES = sql`${DEVICE} FROM activity_rollups r
  JOIN devices d ON d.environment_id = r.environment_id AND d.id = r.member ${WITH_PROFILE}
  WHERE r.environment_id = ? AND r.kind = 'device'`;
const DEVICE_ACCOUNTS = sql`p.last_seen_at, p.event_count, a.external_id
  FROM account_devices p LEFT JOIN accounts a ON a.environment_id = p.environment_id AND a.account_key = p.account_key
  WHERE p.environment_id = ? AND p.device_id = ?`;
/** Few devices are trusted: they are read through their own index and sorted. */
const TRUSTED = sql`${DEVICE} FROM (SELECT * FROM devices WHERE environment_id = ? AND is_trusted = 1
  ORDER BY id DESC LIMIT 10000) AS d
  JOIN activity_rollups r ON r.environment_id = d.environment_id AND r.kind = 'device' AND r.member = d.id ${WITH_PROFILE}
  WHERE r.environment_id = ? AND p.environment_id = ?`;
const NETWORKS = sql`n.* FROM networks n WHERE n.environment_id = ?`;
/** An expression, so that the index of classifications is not used: nearly all addresses are public. */
const IS_PUBLIC = sql` AND (n.classification || '') = ?`;
const IS_CLASS = sql` AND n.classification = ?`;
const ONE_NETWORK = select`${NETWORKS} AND n.address = ?`;
const BY_FIRST_EVENT = select`address FROM networks WHERE environment_id = ? AND first_event_id = ?`;
const BY_EVENT = select`address FROM events WHERE environment_id = ? AND id = ?`;
const NETWORK_ACCOUNTS = sql`m.member AS id, a.external_id, ${ACTIVITY} FROM network_members m
  JOIN activity_rollups r ON r.environment_id = m.environment_id AND r.kind = 'account' AND r.member = m.member
  LEFT JOIN accounts a ON a.environment_id = m.environment_id AND a.account_key = m.member
  WHERE m.environment_id = ? AND m.address = ? AND m.kind = 'account'`;
const NETWORK_DEVICES = sql`${DEVICE} FROM network_members m
  JOIN devices d ON d.environment_id = m.environment_id AND d.id = m.member ${WITH_PROFILE}
  WHERE m.environment_id = ? AND m.address = ? AND m.kind = 'device'`;

export function sortedListReader(read: Reader): SortedListReader {
  return {
    accounts(environmentNumber, { prefix }, page) {
      if (page.sort !== 'name') {
        const list = {
          body: ACCOUNTS,
          value: ACTIVITY_COLUMNS[page.sort],
          id: sql`r.member`,
          values: [environmentNumber],
        };
        return sorted(read, list, page, listedAccount);
      }
      const range = prefix === null ? EMPTY : sql` AND ${NAME} >= ? AND ${NAME} < ?`;
      const values = [environmentNumber, ...(prefix === null ? [] : [prefix, endOfPrefix(prefix)])];
      const list = { body: sql`${NAMED_ACCOUNTS}${range}`, value: NAME, id: sql`a.account_key`, values };
      return sorted(read, list, page, listedAccount);
    },
    devices(environmentNumber, { trusted }, page) {
      const untrusted = trusted === false ? sql` AND d.is_trusted = 0` : EMPTY;
      const body = trusted === true ? TRUSTED : sql`${DEVICES}${untrusted}`;
      const values = Array<number>(trusted === true ? 3 : 1).fill(environmentNumber);
      const list = { body, value: DEVICE_COLUMNS[page.sort], id: sql`r.member`, values };
      return sorted(read, list, page, listedDevice);
    },
    deviceAccounts(environmentNumber, deviceId, page) {
      const list = {
        body: DEVICE_ACCOUNTS,
        value: sql`p.first_seen_at`,
        id: sql`p.account_key`,
        values: [environmentNumber, deviceId],
      };
      return sorted(read, list, page, deviceAccount);
    },
    networks(environmentNumber, { classification }, page) {
      const condition = classification === null ? EMPTY : classification === 'public' ? IS_PUBLIC : IS_CLASS;
      const values = [environmentNumber, ...(classification === null ? [] : [classification])];
      const body = sql`${NETWORKS}${condition}`;
      return sorted(
        read,
        { body, value: NETWORK_COLUMNS[page.sort], id: sql`n.first_event_id`, values },
        page,
        networkRow,
      );
    },
    network: async (environmentNumber, address) => {
      const row = await first(read.all(ONE_NETWORK, environmentNumber, address));
      return row === null ? null : networkRow(row);
    },
    addressOfEvent: async (environmentNumber, eventId) => {
      const address = async (statement: typeof BY_EVENT) =>
        (await first(read.all<{ address: string | null }>(statement, environmentNumber, eventId)))?.address ?? null;
      // The row's first event may have lost its address to retention; then another event may have become the first.
      return (await address(BY_FIRST_EVENT)) ?? (await address(BY_EVENT));
    },
    networkAccounts: async (environmentNumber, address, page) =>
      (await paged(read, NETWORK_ACCOUNTS, sql`m.member`, [environmentNumber, address], page)).map((row) => ({
        ...listedAccount(row),
        key: row.id as string,
      })),
    networkDevices: async (environmentNumber, address, page): Promise<ListedDevice[]> =>
      (await paged(read, NETWORK_DEVICES, sql`m.member`, [environmentNumber, address], page)).map(listedDevice),
  };
}

interface SortedList {
  /** `SELECT ${body}`, which ends in a WHERE. */
  body: Sql;
  value: Sql;
  id: Sql;
  values: readonly Value[];
}

async function sorted<T>(
  read: Reader,
  { body, value, id, values }: SortedList,
  { order, limit, from }: SortedPage<string>,
  rowOf: (row: Row) => T,
): Promise<Positioned<T>[]> {
  const descending = (order === 'desc') !== (from?.direction === 'prev');
  const [comparison, direction] = descending ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const bound = from === null ? EMPTY : sql` AND (${value}, ${id}) ${comparison} (?, ?)`;
  const statement = select`${value} AS sort_value, ${id} AS sort_id, ${body}${bound}
    ORDER BY ${value} ${direction}, ${id} ${direction} LIMIT ?`;
  const rows = await read.all(statement, ...values, ...(from === null ? [] : [from.value, from.id]), limit);
  return rows.map((row) => ({ row: rowOf(row), value: row.sort_value as string | number, id: row.sort_id as string }));
}

function deviceAccount(row: Row): DeviceAccount {
  return {
    externalId: row.external_id as string | null,
    firstSeenAt: row.sort_value as number,
    lastSeenAt: row.last_seen_at as number,
    eventCount: row.event_count as number,
  };
}

function listedAccount(row: Row): ListedAccount {
  return {
    externalId: row.external_id as string | null,
    eventCount: row.event_count as number,
    stoppedCount: row.stopped_count as number,
    firstSeenAt: row.first_seen_at as number,
    lastSeenAt: row.last_seen_at as number,
  };
}
