// The current normalized profile of a device, with the first and the last change of each value.
import type { SignalValue } from '../../devices/observation.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';

export interface DeviceSignal {
  signal: string;
  value: SignalValue;
  /** ms; null while the value is the one the device came with. */
  firstChangedAt: number | null;
  lastChangedAt: number | null;
}

/**
 * By name. Changes are those that the device's newest 1,000 resolutions with a change tell of: a page for people, which
 * must not read ten years of a busy device.
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
      const known = times.get(signal);
      times.set(signal, { first: Math.min(at, known?.first ?? at), last: Math.max(at, known?.last ?? at) });
    }
  }
  return Object.entries(device.profile)
    .map(([signal, value]) => ({
      signal,
      value,
      firstChangedAt: times.get(signal)?.first ?? null,
      lastChangedAt: times.get(signal)?.last ?? null,
    }))
    .sort((one, other) => (one.signal < other.signal ? -1 : 1));
}
