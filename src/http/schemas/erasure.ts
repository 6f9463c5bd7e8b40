// The response to the erasure of an account.
import Type from 'typebox';
import type { ErasureReport } from '../../records/privacy.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { type BodyOf, closed, time } from './schema.ts';

export const ErasureSchema = closed({
  erased_events: Type.Integer({
    description: 'Events that no longer contain the account, an address or client signals.',
  }),
  erased_devices: Type.Integer({ description: 'Devices that no other account uses.' }),
  at: time(),
});

export function erasureBody(report: ErasureReport & { at: number }): BodyOf<typeof ErasureSchema> {
  const { erasedEvents, erasedDevices, at } = report;
  return { erased_events: erasedEvents, erased_devices: erasedDevices, at: isoTime(at) };
}
