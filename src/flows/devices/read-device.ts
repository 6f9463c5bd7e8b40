// Reads one device and describes it in one line of text.
import { profileSummary } from '../../devices/profile-summary.ts';
import type { ListedDevice } from '../../records/lists.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';

export type DescribedDevice<D extends ListedDevice = ListedDevice> = D & {
  /** Browser and operating system in readable form. */
  summary: string;
};

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
