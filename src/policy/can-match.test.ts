// Tests which rules no event can match, and that no rule is among them that an event does match.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { levelOf } from '../scoring/level.ts';
import { SIGNAL_CODES } from '../scoring/signals/index.ts';
import { LEVELS } from '../vocabulary/words.ts';
import { canMatch } from './can-match.ts';
import { CONDITION_FIELDS } from './condition-fields.ts';
import { decide } from './decide.ts';
import { type Condition, type ConditionGroup, DEFAULT_THRESHOLDS, type PolicyFacts } from './policy.ts';
import { validateCondition } from './validate-condition.ts';

type Short = readonly [field: string, operator: string, value: unknown];
const conditionsOf = (list: readonly Short[]): Condition[] =>
  list.map(([field, operator, value]) => ({ field, operator, value }));
const all = (...list: Short[]) => ({ conditions: { all: conditionsOf(list) }, event_type: null });
const any = (...list: Short[]) => ({ conditions: { any: conditionsOf(list) }, event_type: null });

test('values that no event has, and conditions that exclude each other', () => {
  for (const never of [
    all(['risk.score', 'gte', 150]),
    all(['risk.score', 'gt', 100]),
    all(['automation.score', 'lt', 0]),
    all(['risk.score', 'eq', 49.5]),
    all(['risk.score', 'in', [-1, 101]]),
    all(['risk.score', 'gte', 90], ['risk.score', 'lt', 90]),
    all(['risk.score', 'lt', 30], ['risk.level', 'eq', 'high']),
    all(['risk.level', 'contains', 'severe']),
    all(['device.new', 'eq', true], ['device.new', 'neq', true]),
    all(['signal.present', 'eq', 'NEW_DEVICE'], ['signal.absent', 'in', ['NEW_DEVICE', 'ATTACK_WAVE']]),
    all(['event.type', 'eq', 'login'], ['event.type', 'neq', 'login']),
    all(['event.type', 'contains', 'Login']),
    all(['no.such.field', 'eq', 1]),
    any(['risk.score', 'gt', 100], ['automation.score', 'gt', 100]),
    { ...all(['event.type', 'eq', 'login']), event_type: 'signup' },
  ]) {
    assert.equal(canMatch(never), false, JSON.stringify(never));
  }
});

test('malformed rules from storage', () => {
  for (const conditions of [null, {}, [], 'all', { all: null }, { all: [null] }, { any: [] }, { any: [7, {}] }]) {
    assert.equal(canMatch({ conditions, event_type: null } as never), false, JSON.stringify(conditions));
  }
});

test('conditions that some event fulfills', () => {
  for (const sometimes of [
    all(['risk.score', 'gte', 100]),
    all(['risk.score', 'gte', 49.5]),
    all(['risk.score', 'neq', 150]),
    all(['risk.score', 'gte', 50], ['risk.level', 'neq', 'critical']),
    all(['signal.present', 'in', ['NEW_DEVICE', 'ATTACK_WAVE']], ['signal.absent', 'eq', 'NEW_DEVICE']),
    all(['event.type', 'contains', 'gift'], ['event.type', 'contains', 'card'], ['event.type', 'neq', 'giftcard']),
    all(['event.type', 'in', ['shop.opened']]),
    any(['risk.score', 'gt', 100], ['device.new', 'eq', true]),
    { ...all(['event.type', 'contains', 'sign']), event_type: 'signup' },
  ]) {
    assert.equal(canMatch(sometimes), true, JSON.stringify(sometimes));
  }
});

const types = fc.constantFrom('login', 'signup', 'shop.opened', 'gift_card');
const codes = fc.constantFrom(...SIGNAL_CODES.slice(0, 4));
const value = fc.oneof(
  fc.integer({ min: -5, max: 105 }),
  fc.boolean(),
  fc.constantFrom(...LEVELS, 'i', 'log', 'g'),
  types,
  codes,
);
const condition = fc
  .record({
    field: fc.constantFrom(...Object.keys(CONDITION_FIELDS)),
    operator: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'contains', 'in'),
    value: fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })),
  })
  .filter((one) => validateCondition(one, '').length === 0);
const facts: fc.Arbitrary<PolicyFacts> = fc
  .record({
    eventType: types,
    score: fc.nat(100),
    signals: fc.array(codes).map((list) => new Set<string>(list)),
    automationScore: fc.nat(100),
    deviceNew: fc.boolean(),
    deviceTrusted: fc.boolean(),
  })
  .map((some) => ({ ...some, level: levelOf(some.score) }));

test('every rule that matches some event can match', () => {
  let matched = 0;
  const list = fc.array(condition, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(list, fc.boolean(), fc.option(types), facts, (conditions, isAll, type, event) => {
      const group: ConditionGroup = isAll ? { all: conditions } : { any: conditions };
      const rule = {
        id: 'r',
        name: 'r',
        event_type: type,
        conditions: group,
        action: { decision: 'block' },
        priority: 1,
      };
      const policy = { version: 1, thresholds: DEFAULT_THRESHOLDS, rules: [rule as never] };
      if (decide(policy, event).matchedRule === null) return;
      matched += 1;
      assert.ok(canMatch({ conditions: group, event_type: type }));
    }),
    { numRuns: 5_000 },
  );
  assert.ok(matched > 100, 'too few random rules match');
});
