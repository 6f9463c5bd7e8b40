// The current normalized signals of a device, with the time of the first and last change of each value.
import type { SignalValue } from '../../devices/observation.ts';
import { traitsOf } from '../../devices/profile-summary.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';

export interface DeviceSignal {
  signal: string;
  value: SignalValue;
  /** ms; null when the value has not changed since the device was created. */
  firstChangedAt: number | null;
  lastChangedAt: number | null;
}

/**
 * Changes come from the newest 1,000 resolutions that changed a signal: enough for a page in the
 * dashboard, without reading ten years of events of a busy device.
 * @throws Failure `forbidden` or `not_found` for the device.
 */
export async function readDeviceSignals(
  context: Context,
  environments: readonly Environment[],
  id: string,
): Promise<DeviceSignal[]> {
  const environment = await findOwner(context, environments, 'device', id);
  const { lists } = context.store;
  const [device, changes] = await Promise.all([
    lists.device(environment.number, id),
    lists.deviceChanges(environment.number, id),
  ]);
  if (device === null) throw new Error(`device ${id} vanished from environment ${environment.id}`);
  const times = new Map<string, { first: number; last: number }>();
  for (const { at, signals } of changes) {
    for (const signal of signals) {
      const time = times.get(signal);
      times.set(signal, { first: Math.min(at, time?.first ?? at), last: Math.max(at, time?.last ?? at) });
    }
  }
  return traitsOf(device.profile).map(([signal, value]) => ({
    signal,
    value,
    firstChangedAt: times.get(signal)?.first ?? null,
    lastChangedAt: times.get(signal)?.last ?? null,
  }));
}
