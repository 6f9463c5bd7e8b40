// Registers the webhook metrics: attempts by class, their duration and lag, attempts in flight, pending deliveries.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptResult, DeliveryQueue } from '../records/webhooks.ts';
import { type Clock, SECOND } from '../vocabulary/clock.ts';

export interface DeliveryMetrics {
  recordAttempt: (result: AttemptResult, dueAt: number) => void;
}

/** Registers what this process sends. */
export function deliveryMetrics(registry: Registry, inFlight: () => number): DeliveryMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'assay_webhook_attempts_total',
    help: 'Completed webhook attempts, by class and, for attempts without a response, by error.',
    labelNames: ['class', 'error'],
    registers,
  });
  const duration = new Histogram({
    name: 'assay_webhook_attempt_duration_seconds',
    help: 'Duration of a webhook attempt, including the connection.',
    labelNames: ['class'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const lag = new Histogram({
    name: 'assay_webhook_due_lag_seconds',
    help: 'Time from when a webhook attempt was due to its start.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers,
  });
  new Gauge({
    name: 'assay_webhook_in_flight',
    help: 'Webhook attempts in flight in this process.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  return {
    recordAttempt({ outcome, attemptClass, durationMs, startedAt }, dueAt) {
      attempts.inc({ class: attemptClass, error: outcome.error ?? 'none' });
      duration.observe({ class: attemptClass }, durationMs / SECOND);
      lag.observe(Math.max(0, startedAt - dueAt) / SECOND);
    },
  };
}

/**
 * Registers what waits in storage, counted at each scrape. It covers the whole installation, and processes that send nothing show it, too:
 * otherwise nobody would be told when the last worker has ended.
 */
export function queueMetrics(registry: Registry, queue: DeliveryQueue, clock: Clock): void {
  let reading: Promise<{ pending: number; oldestAge: number }> | null = null;
  /** Both gauges of a scrape share one read: otherwise the first would show what the second read at the previous scrape. */
  const read = () => {
    reading ??= readQueue(queue, clock()).finally(() => {
      reading = null;
    });
    return reading;
  };
  new Gauge({
    name: 'assay_webhook_oldest_due_seconds',
    help: 'Time since the oldest due webhook delivery became due; 0 when none is due.',
    registers: [registry],
    async collect() {
      this.set((await read()).oldestAge);
    },
  });
  new Gauge({
    name: 'assay_webhook_pending',
    help: 'Unfinished webhook deliveries of active endpoints.',
    registers: [registry],
    async collect() {
      this.set((await read()).pending);
    },
  });
}

/** Not a number while storage is down: an error would fail the whole scrape, and neither zero nor the last value would be true. */
async function readQueue(queue: DeliveryQueue, now: number): Promise<{ pending: number; oldestAge: number }> {
  try {
    const { pending, oldestDueAt } = await queue.statistics(now);
    return { pending, oldestAge: oldestDueAt === null ? 0 : (now - oldestDueAt) / SECOND };
  } catch {
    return { pending: Number.NaN, oldestAge: Number.NaN };
  }
}
