// The values of `INSERT_DELIVERY`, and the insertion of the deliveries of a change in its transaction.
import type { Announcement } from '../../webhooks/announce.ts';
import type { Querier, Value } from '../engine.ts';
import { bit } from '../events/event-columns.ts';
import { INSERT_DELIVERY } from '../events/event-statements.ts';

/** The values of a delivery that is due at `at` (ms), when it is created. */
export function deliveryValues(environmentNumber: number, delivery: Announcement, at: number): Value[] {
  const { id, endpointId, type, eventId, body, traceparent = null, isReported = true } = delivery;
  return [environmentNumber, id, endpointId, type, eventId, body, at, at, traceparent, bit(isReported)];
}

/** Queues the deliveries, due at `at` (ms). */
export async function insertDeliveries(
  querier: Querier,
  environmentNumber: number,
  deliveries: readonly Announcement[],
  at: number,
): Promise<void> {
  for (const delivery of deliveries) {
    await querier.run(INSERT_DELIVERY, ...deliveryValues(environmentNumber, delivery, at));
  }
}
