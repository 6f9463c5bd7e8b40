// Tests that the alert job runs its two tasks one at a time and skips neither.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { startAlertJob } from '../../src/compose/alert-job.ts';
import type { Context } from '../../src/flows/context.ts';
import { HOUR, SECOND } from '../../src/vocabulary/clock.ts';
import { startTestServer } from '../http/test-server.ts';

/** The callbacks of intervals that never run by themselves, by their period in ms. */
function heldTimers(t: TestContext): Map<number, () => void> {
  const timers = new Map<number, () => void>();
  t.mock.method(globalThis, 'setInterval', (callback: () => void, ms: number) => {
    timers.set(ms, callback);
    return setTimeout(() => {}, 0);
  });
  return timers;
}

test('old alerts are removed although a run is in progress when their hour comes', async (t) => {
  const server = await startTestServer();
  const timers = heldTimers(t);
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
  const environments = await store.tenants.environments(null);
  while (steps.length <= environments.length) await nextTick();
  await job.stop();
  assert.deepEqual(steps, ['watched', ...environments.map(() => 'pruned')]);
  await server.close();
});

test('stopping waits for the environment in progress and leaves the others to the next process', async (t) => {
  const server = await startTestServer();
  const timers = heldTimers(t);
  const steps: string[] = [];
  const environments = await server.context.store.tenants.environments(null);
  const alerts: Context['store']['alerts'] = {
    ...server.context.store.alerts,
    environmentsToWatch: async () => environments.map(({ number }) => number),
    lease: async (number) => {
      steps.push(`leased ${number}`);
      return true;
    },
    listOpen: async () => {
      await nextTick();
      return [];
    },
    release: async (number) => {
      steps.push(`released ${number}`);
    },
  };
  const store = { ...server.context.store, alerts };
  const job = startAlertJob({ ...server.context, store }, (error) => assert.fail(String(error)));
  timers.get(5 * SECOND)?.();
  while (steps.length === 0) await nextTick();
  await job.stop();
  const first = environments[0]?.number;
  assert.deepEqual(steps, [`leased ${first}`, `released ${first}`]);
  await server.close();
});
