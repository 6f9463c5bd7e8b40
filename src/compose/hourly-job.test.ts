// Tests that an hourly job runs once at a time, survives a failure and ends before its stop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { HOUR } from '../vocabulary/clock.ts';
import { startHourlyJob } from './hourly-job.ts';

test('a run that takes longer than an hour does not overlap the next, and a failure does not end the job', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const runs: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const errors: unknown[] = [];
  const work = () => new Promise<void>((resolve, reject) => runs.push({ resolve, reject }));
  const job = startHourlyJob(work, (error) => errors.push(error));
  t.mock.timers.tick(2 * HOUR);
  assert.equal(runs.length, 1, 'one run, at the start');
  const failure = new Error('storage is away');
  runs[0]?.reject(failure);
  await nextTick();
  assert.deepEqual(errors, [failure]);
  t.mock.timers.tick(HOUR);
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await job.stop();
  t.mock.timers.tick(HOUR);
  assert.equal(runs.length, 2, 'none after the stop');
});

test('stopping tells the run in progress and waits for it', async () => {
  const steps: string[] = [];
  const job = startHourlyJob(async (stopping) => {
    while (!stopping.aborted) await nextTick();
    await nextTick();
    steps.push('run ended');
  }, assert.ifError);
  await job.stop();
  steps.push('stopped');
  assert.deepEqual(steps, ['run ended', 'stopped']);
});
