// Tests that processes on one PostgreSQL do not wait for each other to apply pending events, nor environments for a broken one.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startRollupJob } from '../../src/compose/rollup-job.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { freshDatabase } from '../postgres.ts';
import { newEnvironment, saveEvent } from './contract/engine-under-test.ts';
import { eventKeys } from './sample.ts';

const EVENTS = 4;
const database = await freshDatabase();
const store = await openPostgres({ url: database.url });
const elsewhere = new pg.Client(database.url);
await elsewhere.connect();
after(async () => {
  await elsewhere.end();
  await store.close();
  await database.drop();
});

test('the job leaves an environment to the process that is applying its events', async () => {
  const { number } = await newEnvironment(store);
  for (let event = 0; event < EVENTS; event += 1) await saveEvent(store, eventKeys(number));
  await elsewhere.query('BEGIN');
  await elsewhere.query(
    'SELECT event_id FROM rollup_queue WHERE environment_id = $1 ORDER BY event_id LIMIT 2 FOR UPDATE',
    [number],
  );
  assert.equal(await store.rollups.applyUnlessBusy(number, 10), 0);
  await elsewhere.query('ROLLBACK');
  assert.equal(await store.rollups.applyUnlessBusy(number, 10), EVENTS);
  assert.equal(await store.rollups.applyUnlessBusy(number, 10), 0);
});

test('an environment whose events cannot be read is reported, and the job applies those of the others', async () => {
  const broken = await newEnvironment(store);
  const healthy = await newEnvironment(store);
  assert.ok(broken.number < healthy.number);
  for (const { number } of [broken, healthy]) await saveEvent(store, eventKeys(number));
  // Triggers prevent edits of events even by an operator; they are disabled in this session only.
  await elsewhere.query('SET session_replication_role = replica');
  const spoil = 'UPDATE event_details SET signals = $2 WHERE environment_id = $1';
  await elsewhere.query(spoil, [broken.number, 'not JSON']);
  const errors: unknown[] = [];
  const job = startRollupJob({ store }, (error) => errors.push(error));
  const startedAt = performance.now();
  const deadline = startedAt + 60_000;
  while ((await store.rollups.pendingEnvironments()).includes(healthy.number) && performance.now() < deadline) {
    await sleep(50);
  }
  await job.stop();
  assert.deepEqual(await store.rollups.pendingEnvironments(), [broken.number]);
  // At most once a second: a log that fills up would be the next fault.
  const seconds = (performance.now() - startedAt) / 1_000;
  assert.ok(errors.length >= 1 && errors.length <= 1 + seconds, `${errors.length} errors`);
  assert.match(String(errors[0]), /JSON/);
  await elsewhere.query(spoil, [broken.number, '[]']);
  assert.equal(await store.rollups.applyUnlessBusy(broken.number, 10), 1);
});
