// Tests that a filter that matches few events is read through its own index, in every order: SQLite has no statistics to choose by.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import type { EventFilter, EventPage } from '../../records/lists.ts';
import { openSqlite } from '../sqlite/open.ts';
import { countToSort, pageOfIds } from './event-filter.ts';

const ENVIRONMENT = 1;
const NO_FILTER: EventFilter = {
  ...{ ids: [], deviceIds: [], accountKeys: [], sessionIds: [], addresses: [], fingerprints: [], ruleIds: [] },
  ...{ policyVersions: [], types: [], decisions: [], levels: [], labels: [], evaluations: [], signals: [] },
  ...{ assignees: [], from: null, to: null },
};
const NEWEST: EventPage = { from: null, limit: 25 };
const BY_SCORE: EventPage = { sort: 'score', from: null, limit: 25 };
const [FIRST, SECOND] = ['A', 'B'];

let folder: string;
let database: InstanceType<typeof DatabaseSync>;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-filter-'));
  const path = join(folder, 'assay.db');
  await (await openSqlite({ path })).close();
  database = new DatabaseSync(path);
});
after(() => {
  database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The index of events that the page is read from. */
function indexOf(filter: Partial<EventFilter>, page: EventPage, readsScores?: boolean): string | undefined {
  const { statement } = pageOfIds(ENVIRONMENT, { ...NO_FILTER, ...filter }, page, readsScores);
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${statement.text}`)
    .all()
    .map((row: unknown) => String((row as { detail: unknown }).detail)) as string[];
  return plan.map((detail) => /^SEARCH e USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1]).find(Boolean);
}

const SELECTIVE = [
  [{ accountKeys: [FIRST] }, 'events_list_account'],
  [{ deviceIds: [FIRST] }, 'events_list_device'],
  [{ addresses: [FIRST] }, 'events_list_address'],
  [{ ruleIds: [FIRST] }, 'events_list_rule'],
] as const;

for (const [filter, index] of SELECTIVE) {
  test(`${index} drives a page in both orders, whatever the other filters are`, () => {
    for (const page of [NEWEST, BY_SCORE]) {
      assert.equal(indexOf(filter, page), index);
      assert.equal(indexOf({ ...filter, policyVersions: [1], decisions: ['challenge'] }, page), index);
    }
  });
}

test('a policy version drives a page in both orders', () => {
  for (const page of [NEWEST, BY_SCORE]) assert.equal(indexOf({ policyVersions: [7] }, page), 'events_list_version');
});

test('a filter that many events match is read from the index of scores', () => {
  assert.equal(indexOf({ policyVersions: [7] }, BY_SCORE, true), 'events_list_score');
  assert.equal(indexOf({ decisions: ['block'] }, BY_SCORE), 'events_list_score');
  const count = countToSort(ENVIRONMENT, { ...NO_FILTER, ruleIds: [FIRST, SECOND] }, BY_SCORE);
  assert.deepEqual(count?.values, [ENVIRONMENT, FIRST, ENVIRONMENT, SECOND]);
  assert.deepEqual([count?.isTooMany(20_000), count?.isTooMany(20_001)], [false, true]);
  assert.equal(countToSort(ENVIRONMENT, { ...NO_FILTER, decisions: ['block'] }, BY_SCORE), null);
  assert.equal(countToSort(ENVIRONMENT, { ...NO_FILTER, ruleIds: [FIRST] }, NEWEST), null);
});
