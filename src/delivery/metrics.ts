// What an operator sees of deliveries: attempts by class, how late they begin, what is in flight, what waits.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptResult, DeliveryQueue } from '../records/webhooks.ts';
import { type Clock, SECOND } from '../vocabulary/clock.ts';

export interface DeliveryMetrics {
  attemptEnded: (ended: AttemptResult, dueAt: number) => void;
}

/** Registers the metrics; what waits is read from storage when they are asked for. */
export function deliveryMetrics(
  registry: Registry,
  queue: DeliveryQueue,
  clock: Clock,
  inFlight: () => number,
): DeliveryMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'assay_webhook_attempts_total',
    help: 'Webhook attempts ended, by class and by the error of those without an answer.',
    labelNames: ['class', 'error'],
    registers,
  });
  const duration = new Histogram({
    name: 'assay_webhook_attempt_duration_seconds',
    help: 'Time of a webhook attempt, connection included.',
    labelNames: ['class'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const lag = new Histogram({
    name: 'assay_webhook_due_lag_seconds',
    help: 'From the moment an attempt was due to its beginning.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers,
  });
  new Gauge({
    name: 'assay_webhook_in_flight',
    help: 'Webhook attempts under way in this process.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  waitingGauges(registry, queue, clock);
  return {
    attemptEnded({ outcome, end, durationMs, startedAt }, dueAt) {
      attempts.inc({ class: outcome, error: end.error ?? 'none' });
      duration.observe({ class: outcome }, durationMs / SECOND);
      lag.observe(Math.max(0, startedAt - dueAt) / SECOND);
    },
  };
}

/** Of the whole installation, the same on every process. */
function waitingGauges(registry: Registry, queue: DeliveryQueue, clock: Clock): void {
  const oldest = new Gauge({
    name: 'assay_webhook_oldest_due_seconds',
    help: 'How long the webhook delivery that is due has been waiting longest; 0 when none is due.',
    registers: [registry],
  });
  new Gauge({
    name: 'assay_webhook_pending',
    help: 'Webhook deliveries of active endpoints that are not ended.',
    registers: [registry],
    async collect() {
      const now = clock();
      const { pending, oldestDueAt } = await queue.statistics(now);
      this.set(pending);
      oldest.set(oldestDueAt === null ? 0 : (now - oldestDueAt) / SECOND);
    },
  });
}
