// Storage contract for the lists of accounts, devices and networks, sorted by their activity.
import type { ActivitySort, NetworkClassification, SortOrder } from '../vocabulary/words.ts';
import type { IdPage } from './id-page.ts';
import type { ListedDevice } from './lists.ts';
import type { NetworkRow } from './rollups.ts';

/** One page of a sorted list: the first rows, or those on one side of a row (exclusive). */
export interface SortedPage<S extends string = ActivitySort> {
  sort: S;
  order: SortOrder;
  limit: number;
  /** The sort value and the id of the row that the page starts after (`next`) or ends before (`prev`). */
  from: { value: string | number; id: string; direction: 'next' | 'prev' } | null;
}

/** A row with its position in the list, which is the key of a cursor. */
export interface Positioned<T> {
  row: T;
  value: string | number;
  id: string;
}

export interface ListedAccount {
  /** Null after the account was erased. */
  externalId: string | null;
  eventCount: number;
  /** Events that were challenged or blocked. */
  stoppedCount: number;
  firstSeenAt: number;
  lastSeenAt: number;
}

/** An account with its activity on one device. */
export interface DeviceAccount {
  /** Null after the account was erased. */
  externalId: string | null;
  firstSeenAt: number;
  lastSeenAt: number;
  eventCount: number;
}

/** Reads rollups, except for `deviceAccounts`: exact once pending events are applied. Rows come in reading order. */
export interface SortedListReader {
  /** `prefix` matches the beginning of the external id, in byte order, and requires the sort `name`. */
  accounts(
    environmentNumber: number,
    filter: { prefix: string | null },
    page: SortedPage<ActivitySort | 'name'>,
  ): Promise<Positioned<ListedAccount>[]>;
  /** Lists at most the newest 10,000 trusted devices. */
  devices(
    environmentNumber: number,
    filter: { trusted: boolean | null },
    page: SortedPage,
  ): Promise<Positioned<ListedDevice>[]>;
  /** The accounts seen on a device. */
  deviceAccounts(
    environmentNumber: number,
    deviceId: string,
    page: SortedPage<'first_seen'>,
  ): Promise<Positioned<DeviceAccount>[]>;
  networks(
    environmentNumber: number,
    filter: { classification: NetworkClassification | null },
    page: SortedPage,
  ): Promise<Positioned<NetworkRow>[]>;
  /** The row of this address, or null. */
  network(environmentNumber: number, address: string): Promise<NetworkRow | null>;
  /** The address whose row, or one of whose events, has this number as its id, or null. */
  addressOfEvent(environmentNumber: number, eventId: string): Promise<string | null>;
  /** Accounts or devices seen at the address, ordered by their key. */
  networkAccounts(
    environmentNumber: number,
    address: string,
    page: IdPage,
  ): Promise<(ListedAccount & { key: string })[]>;
  networkDevices(environmentNumber: number, address: string, page: IdPage): Promise<ListedDevice[]>;
}
