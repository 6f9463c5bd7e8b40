// Composes the webhook service: the dispatcher and the maintenance of the delivery log.
import { randomBytes } from 'node:crypto';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { Dispatcher } from '../delivery/dispatcher.ts';
import { deliveryMetrics } from '../delivery/metrics.ts';
import type { Context } from '../flows/context.ts';
import { pruneDeliveries } from '../flows/webhooks/prune-deliveries.ts';
import { DAY } from '../vocabulary/clock.ts';
import { type Job, startHourlyJob } from './hourly-job.ts';

/** `stop` waits up to twelve seconds for attempts in flight. */
export interface WebhookService extends Job {
  start(): Promise<void>;
  wake(): void;
}

/** `onError` is called with errors that an operator must see: storage failures, a secret that cannot be decrypted. */
export function composeWebhooks(
  context: Context,
  config: Pick<Config, 'webhookConcurrency' | 'webhookLogDays'>,
  registry: Registry,
  onError: (error: unknown) => void,
): WebhookService {
  const { queue } = context.store.webhooks;
  const { keys, targetRules, resolveHost } = context.webhooks;
  const metrics = deliveryMetrics(registry, () => dispatcher.inFlight);
  const dispatcher = new Dispatcher({
    queue,
    clock: context.clock,
    newId: context.newId,
    newToken: () => randomBytes(16).toString('base64url'),
    keys,
    connect: { rules: targetRules, resolve: resolveHost },
    concurrency: config.webhookConcurrency,
    onError,
    onAttempt: metrics.recordAttempt,
  });
  let maintenance: Job | null = null;
  return {
    async start() {
      await queue.recover();
      dispatcher.start();
      const retention = config.webhookLogDays * DAY;
      maintenance = startHourlyJob((stopping) => pruneDeliveries(context, retention, stopping), onError);
    },
    wake: () => dispatcher.wake(),
    async stop() {
      await Promise.all([maintenance?.stop(), dispatcher.stop()]);
    },
  };
}
