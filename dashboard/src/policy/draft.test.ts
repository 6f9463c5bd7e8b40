// Tests that a draft lists every difference from the active policy and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decision } from '../../../src/vocabulary/words.ts';
import { changesBetween, draftOf, weakens, withRule } from './draft.ts';

const rule = (id: string, priority: number, decision: Decision = 'block') => ({
  id,
  name: id.toUpperCase(),
  event_type: null,
  conditions: { all: [{ field: 'risk.score', operator: 'gte', value: 10 }] },
  action: { decision },
  priority,
});
const policy = {
  version: 3,
  thresholds: { allow_max: 29, monitor_max: 49, challenge_max: 89 },
  rules: [rule('a', 20), rule('b', 10)],
  updated_at: '2026-03-01T00:00:00.000Z',
  updated_by: null,
  comment: null,
};

test('lists no changes for an unedited draft', () => {
  assert.deepEqual(draftOf(policy, null, null).changes, []);
  assert.deepEqual(draftOf(policy, { ...policy.thresholds }, [...policy.rules]).changes, []);
});

test('lists changed thresholds and new, changed and removed rules', () => {
  const after = {
    thresholds: { ...policy.thresholds, allow_max: 19 },
    rules: [rule('a', 20, 'allow'), { ...rule('c', 5), id: undefined }],
  };
  assert.deepEqual(changesBetween(policy, after), [
    'Allow up to 19 instead of 29',
    'Changed rule “A”',
    'New rule “C”',
    'Removed rule “B”',
  ]);
});

test('knows which changes may let through what was stopped', () => {
  const { thresholds, rules } = policy;
  const changed = (part: Partial<Pick<typeof policy, 'thresholds' | 'rules'>>) =>
    weakens(policy, { ...policy, ...part });
  assert.equal(changed({}), false);
  assert.equal(changed({ thresholds: { ...thresholds, allow_max: 19 } }), false);
  assert.equal(changed({ thresholds: { ...thresholds, challenge_max: 95 } }), true);
  assert.equal(changed({ rules: [...rules, rule('c', 5)] }), false);
  assert.equal(changed({ rules: [...rules, rule('c', 5, 'monitor')] }), true);
  assert.equal(changed({ rules: [rule('a', 20)] }), true);
  assert.equal(changed({ rules: [rule('a', 20), rule('b', 30)] }), true);
  assert.equal(weakens({ thresholds, rules: [rule('c', 5, 'allow')] }, { thresholds, rules: [] }), false);
});

test('sorts an edited rule by priority', () => {
  assert.deepEqual(
    withRule(policy.rules, rule('b', 30)).map(({ id }) => id),
    ['b', 'a'],
  );
  assert.equal(withRule(policy.rules, { ...rule('x', 15), id: undefined }).length, 3);
});
