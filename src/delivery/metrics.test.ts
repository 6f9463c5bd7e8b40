// Tests what the metrics of webhook attempts count.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import type { AttemptResult } from '../records/webhooks.ts';
import { deliveryMetrics } from './metrics.ts';

const DUE = Date.UTC(2026, 0, 1);

test('attempts are counted by class and error, with their duration and how late they started, in seconds', async () => {
  const registry = new Registry();
  const { recordAttempt } = deliveryMetrics(registry, () => 0);
  const record = (result: Pick<AttemptResult, 'outcome' | 'attemptClass' | 'durationMs' | 'startedAt'>) =>
    recordAttempt(result as AttemptResult, DUE);
  const delivered = { outcome: { httpStatus: 200, error: null }, attemptClass: 'success' } as const;
  record({ ...delivered, durationMs: 1_500, startedAt: DUE + 4_000 });
  // The clock of the process that planned the attempt was ahead.
  record({ ...delivered, durationMs: 500, startedAt: DUE - 60_000 });
  const timeout = { httpStatus: null, error: 'request_timeout' } as const;
  record({ outcome: timeout, attemptClass: 'retryable', durationMs: 10_000, startedAt: DUE + 2_000 });
  const lines = (await registry.metrics()).split('\n');
  for (const line of [
    'assay_webhook_attempts_total{class="success",error="none"} 2',
    'assay_webhook_attempts_total{class="retryable",error="request_timeout"} 1',
    'assay_webhook_attempt_duration_seconds_sum{class="success"} 2',
    'assay_webhook_attempt_duration_seconds_sum{class="retryable"} 10',
    'assay_webhook_due_lag_seconds_sum 6',
    'assay_webhook_due_lag_seconds_count 3',
  ]) {
    assert.ok(lines.includes(line), line);
  }
});
