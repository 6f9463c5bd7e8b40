// Compares two devices: which signals agree, differ or are unknown, with the evidence of each in bits.
import { type Comparison, compareProfiles } from '../../devices/compare.ts';
import type { Environment } from '../../records/tenants.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';
import { readDevice } from './read-device.ts';

/** The device last seen earlier counts as the older one. @throws Failure `forbidden` or `not_found` for either device. */
export async function compareDevices(
  context: Context,
  environments: readonly Environment[],
  id: string,
  otherId: string,
): Promise<Comparison> {
  const [device, other] = await Promise.all([
    readDevice(context, environments, id),
    readDevice(context, environments, otherId),
  ]);
  const [older, newer] = device.lastSeenAt <= other.lastSeenAt ? [device, other] : [other, device];
  return compareProfiles(older.profile, newer.profile, (newer.lastSeenAt - older.lastSeenAt) / DAY);
}
