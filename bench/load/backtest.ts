// Runs backtests on a service over HTTP: a single measured one, or one after another as background load.

import { TWENTY_RULES } from '../micro/twenty-rules.ts';
import type { FirstRun } from '../service/first-run.ts';
import type { RunningService } from '../service/start-service.ts';

export interface Backtest {
  events: number;
  seconds: number;
  /** Increase of the service's resident memory during the backtest, at its peak. */
  memoryMiB: number;
}

/** Backtests `TWENTY_RULES` over all assessments of 2026. */
export async function backtest(
  service: RunningService,
  { environments: { test } }: FirstRun,
  token: string,
  signal?: AbortSignal,
): Promise<Backtest> {
  const rules = TWENTY_RULES.rules.map(({ id, ...rule }) => rule);
  const body = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z', thresholds: TWENTY_RULES.thresholds, rules };
  const before = service.memory().now;
  let highest = before;
  const sampler = setInterval(() => {
    highest = Math.max(highest, service.memory().now);
  }, 50);
  try {
    const started = performance.now();
    const response = await fetch(`${service.baseUrl}/v1/environments/${test.id}/policy/backtest`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/x-ndjson',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const last = (await response.text()).trim().split('\n').at(-1) ?? '';
    const { type, data } = JSON.parse(last) as { type: string; data: { events: number } };
    if (type !== 'result') throw new Error(last);
    const seconds = (performance.now() - started) / 1_000;
    return { events: data.events, seconds, memoryMiB: (highest - before) / 1024 / 1024 };
  } finally {
    clearInterval(sampler);
  }
}

/** Runs backtests one after another until `signal` aborts; returns how many it started. */
export async function repeatBacktests(
  service: RunningService,
  first: FirstRun,
  token: string,
  signal: AbortSignal,
): Promise<number> {
  for (let rounds = 1; ; rounds += 1) {
    try {
      await backtest(service, first, token, signal);
    } catch (error) {
      if (signal.aborted) return rounds;
      throw error;
    }
  }
}
