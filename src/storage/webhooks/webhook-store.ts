// The webhook part of a store, put together.
import type { WebhookStore } from '../../records/webhooks.ts';
import type { Engine } from '../engine.ts';
import { deliveryLog } from './delivery-log.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { endpointStore } from './endpoints.ts';

export function webhookStore(engine: Engine, deliveries: Engine): WebhookStore {
  return { endpoints: endpointStore(engine), queue: deliveryQueue(engine, deliveries), log: deliveryLog(engine) };
}
