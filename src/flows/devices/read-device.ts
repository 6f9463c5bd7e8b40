// One device, as lists and its own page show it.
import { profileSummary } from '../../devices/profile-summary.ts';
import type { ListedDevice } from '../../records/lists.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';

export type DescribedDevice<D extends ListedDevice = ListedDevice> = D & {
  /** Browser and system for people. */
  summary: string;
};

/** The device with one line that says for people which it is. */
export function describeDevice<D extends ListedDevice>(device: D): DescribedDevice<D> {
  return { ...device, summary: profileSummary(device.profile) };
}

/** @throws Failure `forbidden` or `not_found` for the device. */
export async function readDevice(
  context: Context,
  environments: readonly Environment[],
  id: string,
): Promise<DescribedDevice> {
  const environment = await findOwner(context, environments, 'device', id);
  const device = await context.store.lists.device(environment.number, id);
  if (device === null) throw new Error(`device ${id} vanished from environment ${environment.id}`);
  return describeDevice(device);
}
