// Compares two devices: which signals agree, differ or are unknown, with the evidence of each in bits.
import { type Comparison, compareProfiles } from '../../devices/compare.ts';
import type { Environment } from '../../records/tenants.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';
import { readDevice } from './read-device.ts';

/**
 * Signals are compared as changes from the device last seen earlier to the other; `one` of the result is always `id`.
 * @throws Failure `forbidden` or `not_found` for either device.
 */
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
  const days = Math.abs(other.lastSeenAt - device.lastSeenAt) / DAY;
  if (device.lastSeenAt <= other.lastSeenAt) return compareProfiles(device.profile, other.profile, days);
  const reversed = compareProfiles(other.profile, device.profile, days);
  return { ...reversed, signals: reversed.signals.map((row) => ({ ...row, one: row.other, other: row.one })) };
}
