// Networks by their opaque id: which address an id stands for, its row, and who was seen there.
import { parseAddress } from '../../devices/network.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { NetworkRow } from '../../records/rollups.ts';
import type { ListedAccount, Positioned, SortedPage } from '../../records/sorted-lists.ts';
import type { Environment } from '../../records/tenants.ts';
import { isId, siblingId } from '../../vocabulary/ids.ts';
import type { NetworkClassification } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { type DescribedDevice, describeDevice } from '../devices/read-device.ts';
import { applyPendingRollups } from '../overview/apply-rollups.ts';
import { lookupId, notFound, requireOwn } from '../tenants/own-resource.ts';

/** A row of the network list with the address masked. */
export type MaskedNetwork = Omit<NetworkRow, 'address'> & { id: string; maskedAddress: string };

/** The id of a network: the number of its first event, so that it says nothing about the address. */
export function maskNetwork({ address, ...row }: NetworkRow): MaskedNetwork {
  return { ...row, id: siblingId('network', row.firstEventId), maskedAddress: parseAddress(address)?.masked ?? '' };
}

/** The address that an id stands for, or null. */
export async function networkAddress(context: Context, environment: Environment, id: string): Promise<string | null> {
  if (!isId('network', id)) return null;
  return context.store.sortedLists.addressOfEvent(environment.number, siblingId('event', id));
}

/** One page, in reading order. */
export async function listNetworks(
  context: Context,
  environment: Environment,
  filter: { classification: NetworkClassification | null },
  page: SortedPage,
): Promise<Positioned<MaskedNetwork>[]> {
  await applyPendingRollups(context, environment);
  const rows = await context.store.sortedLists.networks(environment.number, filter, page);
  return rows.map(({ row, ...position }) => ({ ...position, row: maskNetwork(row) }));
}

/** @throws Failure `not_found` when no network has this id. */
export async function readNetwork(context: Context, environment: Environment, id: string): Promise<MaskedNetwork> {
  await applyPendingRollups(context, environment);
  const row = await context.store.sortedLists.network(environment.number, await addressOf(context, environment, id));
  if (row === null) throw notFound('network');
  return maskNetwork(row);
}

/** Accounts seen at the network, ordered by their key. @throws Failure `not_found` when no network has this id. */
export async function listNetworkAccounts(
  context: Context,
  environment: Environment,
  id: string,
  page: IdPage,
): Promise<(ListedAccount & { key: string })[]> {
  const address = await addressOf(context, environment, id);
  return context.store.sortedLists.networkAccounts(environment.number, address, page);
}

/** Devices seen at the network, newest first. @throws Failure `not_found` when no network has this id. */
export async function listNetworkDevices(
  context: Context,
  environment: Environment,
  id: string,
  page: IdPage,
): Promise<DescribedDevice[]> {
  const address = await addressOf(context, environment, id);
  return (await context.store.sortedLists.networkDevices(environment.number, address, page)).map(describeDevice);
}

/** The address of a network. @throws Failure `not_found` when no network has this id. */
export async function addressOf(context: Context, environment: Environment, id: string): Promise<string> {
  const address = await networkAddress(context, environment, id);
  if (address !== null) return address;
  // An id of another environment names one of its events.
  const { lists } = context.store;
  const owner = await lists.locate('event', siblingId('event', lookupId('network', id)), [environment.number]);
  requireOwn('network', owner, (number) => (number === environment.number ? number : undefined));
  throw notFound('network');
}
