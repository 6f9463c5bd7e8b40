// Two devices side by side: which signals agree, differ or are unknown, with their evidence in bits.
import { type Comparison, compareProfiles } from '../../devices/compare.ts';
import type { Environment } from '../../records/tenants.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';
import { readDevice } from './read-device.ts';

/** The one last seen earlier is compared as the older. @throws Failure `forbidden` or `not_found` for either device. */
export async function compareDevices(
  context: Context,
  environments: readonly Environment[],
  id: string,
  otherId: string,
): Promise<Comparison> {
  const [one, other] = await Promise.all([
    readDevice(context, environments, id),
    readDevice(context, environments, otherId),
  ]);
  const [older, newer] = one.lastSeenAt <= other.lastSeenAt ? [one, other] : [other, one];
  return compareProfiles(older.profile, newer.profile, (newer.lastSeenAt - older.lastSeenAt) / DAY);
}
