// Tests that the job of alerts runs one thing at a time and leaves out neither.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAlertJob } from '../../src/compose/alert-job.ts';
import type { Context } from '../../src/flows/context.ts';
import { HOUR, SECOND } from '../../src/vocabulary/clock.ts';
import { startTestServer } from '../http/test-server.ts';

test('old alerts are removed although a run is in progress when their hour comes', async (t) => {
  const server = await startTestServer();
  const timers = new Map<number, () => void>();
  t.mock.method(globalThis, 'setInterval', (callback: () => void, ms: number) => {
    timers.set(ms, callback);
    return setTimeout(() => {}, 0);
  });
  const steps: string[] = [];
  const { alerts } = server.context.store;
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slowAlerts: Context['store']['alerts'] = {
    ...alerts,
    environmentsToWatch: async () => {
      await slow;
      steps.push('watched');
      return alerts.environmentsToWatch();
    },
    prune: async (number, alertsBefore, rejectionsBefore) => {
      steps.push('pruned');
      await alerts.prune(number, alertsBefore, rejectionsBefore);
    },
  };
  const store = { ...server.context.store, alerts: slowAlerts };
  const job = startAlertJob({ ...server.context, store }, (error) => assert.fail(String(error)));
  timers.get(5 * SECOND)?.();
  timers.get(5 * SECOND)?.();
  timers.get(HOUR)?.();
  finish();
  await job.stop();
  const environments = await store.tenants.environments(null);
  assert.deepEqual(steps, ['watched', ...environments.map(() => 'pruned')]);
  await server.close();
});
