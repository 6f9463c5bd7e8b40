// Tests validating rules: every field, operator and value type, valid and invalid, with the pointer of each issue.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONDITION_OPERATORS, LEVELS } from '../vocabulary/words.ts';
import { CONDITION_FIELDS, type ConditionFieldName } from './condition-fields.ts';
import { decide } from './decide.ts';
import { DEFAULT_THRESHOLDS, type Policy, type PolicyFacts } from './policy.ts';
import { validateRule, validateRuleChange } from './validate-rule.ts';
import { validateThresholds } from './validate-thresholds.ts';

const VALID = {
  name: 'Block bots',
  event_type: 'login',
  conditions: { all: [{ field: 'automation.score', operator: 'gte', value: 60 }] },
  action: { decision: 'block' },
  priority: 10,
};
const issuesOf = (body: unknown) => validateRule(body).map(({ pointer, code }) => `${pointer} ${code}`);
const withCondition = (condition: unknown) => ({ ...VALID, conditions: { any: [condition] } });

test('accepts a valid rule with and without an event type', () => {
  assert.deepEqual(issuesOf(VALID), []);
  assert.deepEqual(issuesOf({ ...VALID, event_type: null }), []);
  const { event_type: _, ...without } = VALID;
  assert.deepEqual(issuesOf(without), []);
});

/** The operators of each field, written out to catch mistakes in the table. */
const OPERATORS: Record<ConditionFieldName, string[]> = {
  'risk.score': ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in'],
  'automation.score': ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in'],
  'risk.level': ['eq', 'neq', 'contains', 'in'],
  'event.type': ['eq', 'neq', 'contains', 'in'],
  'signal.present': ['eq', 'in'],
  'signal.absent': ['eq', 'in'],
  'device.new': ['eq', 'neq'],
  'device.trusted': ['eq', 'neq'],
};
const GOOD: Record<ConditionFieldName, unknown> = {
  'risk.score': 50,
  'automation.score': 0,
  'risk.level': 'high',
  'event.type': 'login',
  'signal.present': 'NEW_DEVICE',
  'signal.absent': 'ATTACK_WAVE',
  'device.new': true,
  'device.trusted': false,
};
const BAD: Record<ConditionFieldName, unknown[]> = {
  'risk.score': ['50', true, null, Number.NaN, Number.POSITIVE_INFINITY, {}, [50]],
  'automation.score': ['0', false, null, {}],
  'risk.level': ['severe', 'HIGH', '', 3, true, null],
  'event.type': ['Login', '9x', '', 'a'.repeat(65), 1, null],
  'signal.present': ['NO_SUCH_SIGNAL', 'new_device', '', 1, null],
  'signal.absent': ['NO_SUCH_SIGNAL', true],
  'device.new': ['true', 1, 0, null],
  'device.trusted': ['false', 1, null],
};
const NAMES = Object.keys(CONDITION_FIELDS) as ConditionFieldName[];
const FACTS: PolicyFacts = {
  eventType: 'login',
  score: 50,
  level: 'high',
  signals: new Set(['NEW_DEVICE']),
  automationScore: 0,
  deviceNew: true,
  deviceTrusted: false,
};

/** Whether the evaluator matches this condition. */
function matches(condition: unknown): boolean {
  const rule = { ...VALID, event_type: null, id: 'polr_x', conditions: { all: [condition] } };
  const policy = { version: 1, thresholds: DEFAULT_THRESHOLDS, rules: [rule] } as unknown as Policy;
  return decide(policy, FACTS).matchedRule !== null;
}

test('accepts exactly the operators of each field, with values of its type', () => {
  let accepted = 0;
  for (const field of NAMES) {
    for (const operator of CONDITION_OPERATORS) {
      const value = operator === 'in' ? [GOOD[field]] : GOOD[field];
      const found = issuesOf(withCondition({ field, operator, value }));
      if (OPERATORS[field].includes(operator)) {
        assert.deepEqual(found, [], `${field} ${operator}`);
        accepted += 1;
      } else {
        assert.deepEqual(found, ['/conditions/any/0/operator not_allowed'], `${field} ${operator}`);
        assert.equal(matches({ field, operator, value }), false, `${field} ${operator}`);
      }
    }
  }
  assert.equal(accepted, 30);
});

test('rejects every invalid value at its pointer, and never matches it when stored', () => {
  for (const field of NAMES) {
    for (const operator of OPERATORS[field]) {
      for (const bad of BAD[field]) {
        if (operator === 'contains' && typeof bad === 'string' && bad !== '' && bad.length <= 64) continue;
        const value = operator === 'in' ? [GOOD[field], bad] : bad;
        const found = issuesOf(withCondition({ field, operator, value }));
        assert.equal(found.length, 1, `${field} ${operator} ${String(bad)}`);
        const pointer = operator === 'in' ? '/conditions/any/0/value/1' : '/conditions/any/0/value';
        assert.ok(found[0]?.startsWith(`${pointer} `), found[0]);
        assert.equal(matches({ field, operator, value }), false, `${field} ${operator} ${String(bad)}`);
      }
    }
  }
});

test('accepts 1 to 100 values for `in`', () => {
  const at = (value: unknown) => issuesOf(withCondition({ field: 'risk.score', operator: 'in', value }));
  assert.deepEqual(at(50), ['/conditions/any/0/value wrong_type']);
  assert.deepEqual(at([]), ['/conditions/any/0/value too_short']);
  assert.deepEqual(at(Array(100).fill(1)), []);
  assert.deepEqual(at(Array(101).fill(1)), ['/conditions/any/0/value too_long']);
  assert.equal(at(Array(3)).length, 3);
});

test('requires exactly one of all and any, with 1 to 20 conditions', () => {
  const condition = VALID.conditions.all[0];
  const at = (conditions: unknown) => issuesOf({ ...VALID, conditions });
  assert.deepEqual(at({}), ['/conditions exactly_one']);
  assert.deepEqual(at({ all: [condition], any: [condition] }), ['/conditions exactly_one']);
  assert.deepEqual(at({ all: [] }), ['/conditions/all too_short']);
  assert.deepEqual(at({ any: Array(20).fill(condition) }), []);
  assert.deepEqual(at({ any: Array(21).fill(condition) }), ['/conditions/any too_long']);
  assert.deepEqual(at({ any: condition }), ['/conditions/any wrong_type']);
  assert.deepEqual(at({ all: [condition], 'a/~b': 1 }), ['/conditions/a~1~0b unknown_field']);
  assert.deepEqual(at({ all: [{ all: [condition] }] }).length > 0, true);
  assert.deepEqual(at([condition]), ['/conditions wrong_type']);
});

test('requires exactly the three members of a condition', () => {
  assert.deepEqual(issuesOf(withCondition({ field: 'risk.score', operator: 'eq' })), [
    '/conditions/any/0/value required',
  ]);
  assert.deepEqual(issuesOf(withCondition({ field: 'nope', operator: 'eq', value: 1 })), [
    '/conditions/any/0/field unknown_value',
  ]);
  assert.deepEqual(issuesOf(withCondition({ field: 'toString', operator: 'eq', value: 1 })), [
    '/conditions/any/0/field unknown_value',
  ]);
  assert.deepEqual(issuesOf(withCondition({ field: 1, operator: 'eq', value: 1 })), [
    '/conditions/any/0/field wrong_type',
  ]);
  assert.deepEqual(issuesOf(withCondition({ field: 'risk.score', operator: 'like', value: 1 })), [
    '/conditions/any/0/operator unknown_value',
  ]);
  assert.deepEqual(issuesOf(withCondition({ field: 'risk.score', operator: 'eq', value: 1, x: 1 })), [
    '/conditions/any/0/x unknown_field',
  ]);
  assert.deepEqual(issuesOf(withCondition('x')), ['/conditions/any/0 wrong_type']);
});

test('validates the other fields of a rule', () => {
  const at = (change: object) => issuesOf({ ...VALID, ...change });
  assert.deepEqual(at({ name: '' }), ['/name too_short']);
  assert.deepEqual(at({ name: ' \n' }), ['/name too_short']);
  assert.deepEqual(at({ name: '𝒳'.repeat(120) }), []);
  assert.deepEqual(at({ name: 'x'.repeat(121) }), ['/name too_long']);
  assert.deepEqual(at({ name: 'a\0b' }), ['/name malformed_text']);
  assert.deepEqual(at({ name: 'a\ud800b' }), ['/name malformed_text']);
  assert.deepEqual(at({ name: 1 }), ['/name wrong_type']);
  assert.deepEqual(at({ event_type: 'Login' }), ['/event_type pattern']);
  assert.deepEqual(at({ event_type: 1 }), ['/event_type wrong_type']);
  for (const priority of [0, 1_000_000]) assert.deepEqual(at({ priority }), []);
  for (const priority of [-1, 1_000_001]) assert.deepEqual(at({ priority }), ['/priority out_of_range']);
  for (const priority of [1.5, '1', null, Number.NaN]) assert.deepEqual(at({ priority }), ['/priority wrong_type']);
  assert.deepEqual(at({ action: { decision: 'deny' } }), ['/action/decision unknown_value']);
  assert.deepEqual(at({ action: {} }), ['/action/decision required']);
  assert.deepEqual(at({ action: { decision: 'block', notify: true } }), ['/action/notify unknown_field']);
  assert.deepEqual(at({ id: 'polr_1' }), ['/id unknown_field']);
  assert.deepEqual(issuesOf({}), ['/name required', '/conditions required', '/action required', '/priority required']);
  assert.deepEqual(issuesOf(null), [' wrong_type']);
  assert.deepEqual(validateRule([], '/rules/3')[0]?.pointer, '/rules/3');
});

test('validates a change with any subset of the fields', () => {
  assert.deepEqual(validateRuleChange({}), []);
  assert.deepEqual(validateRuleChange({ priority: 5 }), []);
  assert.deepEqual(validateRuleChange({ priority: '5' })[0]?.pointer, '/priority');
  assert.deepEqual(validateRuleChange({ conditions: { all: [] } })[0]?.code, 'too_short');
});

test('requires three ascending integers as thresholds', () => {
  const at = (body: unknown) => validateThresholds(body, '').map(({ pointer, code }) => `${pointer} ${code}`);
  assert.deepEqual(at(DEFAULT_THRESHOLDS), []);
  assert.deepEqual(at({ allow_max: 0, monitor_max: 0, challenge_max: 100 }), []);
  assert.deepEqual(at({ allow_max: 50, monitor_max: 49, challenge_max: 89 }), ['/monitor_max out_of_order']);
  assert.deepEqual(at({ allow_max: 1, monitor_max: 2 }), ['/challenge_max required']);
  assert.deepEqual(at({ allow_max: -1, monitor_max: 2.5, challenge_max: '89' }), [
    '/allow_max out_of_range',
    '/monitor_max wrong_type',
    '/challenge_max wrong_type',
  ]);
  assert.deepEqual(at({ ...DEFAULT_THRESHOLDS, challenge_max: 101 }), ['/challenge_max out_of_range']);
  assert.deepEqual(at({ ...DEFAULT_THRESHOLDS, block_max: 1 }), ['/block_max unknown_field']);
  assert.deepEqual(at([1, 2, 3]), [' wrong_type']);
});

test('defines form hints for every field, with options for closed lists', () => {
  for (const name of NAMES) {
    const { form } = CONDITION_FIELDS[name];
    assert.ok(form.label.length > 0 && form.help.length > 0, name);
  }
  assert.deepEqual(CONDITION_FIELDS['risk.level'].form.options, LEVELS);
});
