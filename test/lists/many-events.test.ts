// Tests that what reads or counts all events continues after the first of them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Context } from '../../src/flows/context.ts';
import { exportEvents, exportEventsById, NO_FILTER } from '../../src/flows/events/list-events.ts';
import { applyPendingRollups, rebuildRollups } from '../../src/flows/overview/apply-rollups.ts';
import { countAssessments, idRangeOf } from '../../src/flows/policy/walk-assessments.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { contextOver } from '../context.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';
import { eventKeys, NOON, writes } from '../storage/sample.ts';

const COUNT = 501;
const store = await openSqlite({ path: ':memory:' });
after(() => store.close());
const context: Context = contextOver(store);
const environment = await newEnvironment(store);
const keys = eventKeys(environment.number, { accountKey: null, persistentId: null, fingerprint: null });
const ids = await store.ingest(async (transaction) => {
  const saved: string[] = [];
  for (let n = 0; n < COUNT; n += 1) {
    const event = writes(keys);
    await transaction.save(event);
    saved.push(event.event.id);
  }
  return saved;
});

test('the export of known events has all of them, each once and in order', async () => {
  const exported: string[] = [];
  const requested = [...ids.toReversed(), 'evt_unknown', ids[0] as string];
  for await (const page of exportEventsById(context, environment, requested)) {
    exported.push(...page.map(({ id }) => id));
  }
  assert.deepEqual(exported, ids);
});

test('the export of a list has all events, newest first', async () => {
  const exported: string[] = [];
  for await (const page of exportEvents(context, environment, NO_FILTER, { limit: 1, from: null })) {
    exported.push(...page.map(({ id }) => id));
  }
  assert.deepEqual(exported, ids.toReversed());
});

test('the assessments of a range are all counted', async () => {
  const assessments: Context['store']['assessments'] = {
    ...store.assessments,
    count: (number, range) => store.assessments.count(number, range, 200),
  };
  const slow: Context = { ...context, store: { ...store, assessments } };
  const range = idRangeOf(context, { from: NOON, to: NOON + 1 });
  assert.equal(await countAssessments(slow, environment, range), COUNT);
});

test('the rollups apply all pending events, and a rebuild all events again', async () => {
  assert.equal(await applyPendingRollups(context, environment), COUNT);
  const rollups: Context['store']['rollups'] = {
    ...store.rollups,
    applyPending: (number) => store.rollups.applyPending(number, 100),
  };
  const slow: Context = { ...context, store: { ...store, rollups } };
  assert.equal(await rebuildRollups(slow, environment), COUNT);
});
