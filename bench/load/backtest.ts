// Backtests of a running service over HTTP: one that is measured, or one after the other beside something else.
import type { FirstRun } from '../service/first-run.ts';
import type { Running } from '../service/start-service.ts';
import { TWENTY_RULES } from './twenty-rules.ts';

export interface Backtest {
  events: number;
  seconds: number;
  /** Resident memory at its highest above that before, MiB. */
  memoryMiB: number;
}

export async function backtest(
  service: Running,
  { environments: { test } }: FirstRun,
  token: string,
  signal?: AbortSignal,
): Promise<Backtest> {
  const rules = TWENTY_RULES.rules.map(({ id, ...rule }) => rule);
  const body = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z', thresholds: TWENTY_RULES.thresholds, rules };
  const before = service.memory().now;
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, service.memory().now);
  }, 50);
  try {
    const started = performance.now();
    const answer = await fetch(`${service.baseUrl}/v1/environments/${test.id}/policy/backtest`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/x-ndjson',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const last = (await answer.text()).trim().split('\n').at(-1) ?? '';
    const { type, data } = JSON.parse(last) as { type: string; data: { events: number } };
    if (type !== 'result') throw new Error(last);
    const seconds = (performance.now() - started) / 1_000;
    return { events: data.events, seconds, memoryMiB: (highest - before) / 1024 / 1024 };
  } finally {
    clearInterval(watch);
  }
}

/** One backtest after the other until it is told to stop; how many were begun. */
export async function again(service: Running, first: FirstRun, token: string, signal: AbortSignal): Promise<number> {
  for (let rounds = 1; ; rounds += 1) {
    try {
      await backtest(service, first, token, signal);
    } catch (error) {
      if (signal.aborted) return rounds;
      throw error;
    }
  }
}
