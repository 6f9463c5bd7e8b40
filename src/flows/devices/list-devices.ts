// Lists the devices of an environment or an account, and the accounts and resolutions of a device.
import { accountKeyOf } from '../../devices/digest.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { AccountDevice, ListedResolution } from '../../records/lists.ts';
import type { DeviceAccount, Positioned, SortedPage } from '../../records/sorted-lists.ts';
import type { Environment } from '../../records/tenants.ts';
import { requireAccount } from '../accounts/require-account.ts';
import type { Context } from '../context.ts';
import { applyPendingRollups } from '../overview/apply-rollups.ts';
import { type DescribedDevice, describeDevice } from './read-device.ts';

/** One page, in reading order. */
export async function listDevices(
  context: Context,
  environment: Environment,
  filter: { trusted: boolean | null },
  page: SortedPage,
): Promise<Positioned<DescribedDevice>[]> {
  await applyPendingRollups(context, environment);
  const rows = await context.store.sortedLists.devices(environment.number, filter, page);
  return rows.map(({ row, ...position }) => ({ ...position, row: describeDevice(row) }));
}

/** @throws Failure `not_found` when the account was never seen in the environment. */
export async function listAccountDevices(
  context: Context,
  environment: Environment,
  externalAccountId: string,
  filter: { returning: boolean | null },
  page: IdPage,
): Promise<DescribedDevice<AccountDevice>[]> {
  const key = accountKeyOf(externalAccountId);
  const devices = await context.store.lists.accountDevices(environment.number, key, filter, page);
  if (devices.length === 0) await requireAccount(context, environment, key);
  return devices.map(describeDevice);
}

export function listDeviceAccounts(
  context: Context,
  environment: Environment,
  deviceId: string,
  page: SortedPage<'first_seen'>,
): Promise<Positioned<DeviceAccount>[]> {
  return context.store.sortedLists.deviceAccounts(environment.number, deviceId, page);
}

export function listDeviceResolutions(
  context: Context,
  environment: Environment,
  deviceId: string,
  page: IdPage,
): Promise<ListedResolution[]> {
  return context.store.lists.deviceResolutions(environment.number, deviceId, page);
}
