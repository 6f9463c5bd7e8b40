// Tests deciding: thresholds, rule order, operators, and malformed stored rules, which never throw.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BAND_TOPS } from '../scoring/level.ts';
import { SIGNAL_CODES } from '../scoring/signals/index.ts';
import { CONDITION_OPERATORS, DECISIONS, LEVELS } from '../vocabulary/words.ts';
import { CONDITION_FIELDS } from './condition-fields.ts';
import { decide, decideFully } from './decide.ts';
import { decisionByThresholds } from './decision-by-thresholds.ts';
import { type Condition, DEFAULT_THRESHOLDS, type Policy, type PolicyFacts, type Rule } from './policy.ts';
import { validateRule } from './validate-rule.ts';

const FACTS: PolicyFacts = {
  eventType: 'login',
  score: 42,
  level: 'medium',
  signals: new Set(['NEW_DEVICE', 'NEW_NETWORK']),
  automationScore: 35,
  deviceNew: true,
  deviceTrusted: false,
};

function rule(id: string, priority: number, conditions: Rule['conditions'], changes: Partial<Rule> = {}): Rule {
  return { id, name: id, event_type: null, conditions, action: { decision: 'block' }, priority, ...changes };
}

function policy(...rules: Rule[]): Policy {
  return { version: 7, thresholds: DEFAULT_THRESHOLDS, rules };
}

const matches = (field: string, operator: string, value: unknown, facts = FACTS): boolean =>
  decide(policy(rule('r', 1, { all: [{ field, operator, value }] })), facts).matchedRule !== null;

test('uses inclusive thresholds that coincide with the risk levels', () => {
  const at = (score: number) => decisionByThresholds(DEFAULT_THRESHOLDS, score);
  assert.deepEqual([0, 29, 30, 49, 50, 89, 90, 100].map(at), [
    'allow',
    'allow',
    'monitor',
    'monitor',
    'challenge',
    'challenge',
    'block',
    'block',
  ]);
  assert.deepEqual(Object.values(DEFAULT_THRESHOLDS), [BAND_TOPS.low, BAND_TOPS.medium, BAND_TOPS.high]);
  assert.equal(decisionByThresholds({ allow_max: 100, monitor_max: 100, challenge_max: 100 }, 100), 'allow');
});

test('decides by thresholds without a matching rule', () => {
  assert.deepEqual(decide(policy(), FACTS), {
    defaultDecision: 'monitor',
    decision: 'monitor',
    matchedRule: null,
    policyVersion: 7,
  });
});

test('applies the matching rule with the highest priority, regardless of stored order', () => {
  const always = { all: [{ field: 'risk.score', operator: 'gte', value: 0 }] };
  const never = { all: [{ field: 'risk.score', operator: 'gt', value: 100 }] };
  const rules = [
    rule('low', 1, always, { action: { decision: 'allow' } }),
    rule('top', 9, never),
    rule('high', 5, always, { action: { decision: 'challenge' } }),
  ];
  const decision = decide(policy(...rules), FACTS);
  assert.deepEqual(decision.matchedRule, { id: 'high', name: 'high' });
  assert.deepEqual([decision.defaultDecision, decision.decision], ['monitor', 'challenge']);
});

test('skips a rule for another event type', () => {
  const always = { all: [{ field: 'risk.score', operator: 'gte', value: 0 }] };
  assert.equal(decide(policy(rule('r', 1, always, { event_type: 'signup' })), FACTS).matchedRule, null);
  assert.equal(decide(policy(rule('r', 1, always, { event_type: 'login' })), FACTS).matchedRule?.id, 'r');
});

test('requires every condition of all and one of any', () => {
  const yes: Condition = { field: 'device.new', operator: 'eq', value: true };
  const no: Condition = { field: 'device.new', operator: 'eq', value: false };
  const matched = (conditions: Rule['conditions']) =>
    decide(policy(rule('r', 1, conditions)), FACTS).matchedRule !== null;
  assert.deepEqual([matched({ all: [yes, no] }), matched({ any: [no, yes] })], [false, true]);
  assert.deepEqual([matched({ all: [yes, yes] }), matched({ any: [no, no] })], [true, false]);
});

test('evaluates each operator on each type', () => {
  assert.deepEqual(
    ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'].map((operator) => matches('risk.score', operator, 42)),
    [true, false, false, true, false, true],
  );
  assert.deepEqual([matches('risk.score', 'in', [1, 42]), matches('risk.score', 'in', [1])], [true, false]);
  assert.deepEqual([matches('automation.score', 'gt', 34), matches('automation.score', 'gt', 35)], [true, false]);
  assert.deepEqual([matches('risk.level', 'neq', 'low'), matches('risk.level', 'contains', 'ediu')], [true, true]);
  assert.deepEqual(
    [matches('risk.level', 'contains', 'EDIU'), matches('event.type', 'contains', 'log')],
    [false, true],
  );
  assert.equal(matches('event.type', 'in', ['signup', 'login']), true);
  assert.deepEqual(
    [matches('signal.present', 'eq', 'NEW_DEVICE'), matches('signal.present', 'eq', 'ATTACK_WAVE')],
    [true, false],
  );
  assert.equal(matches('signal.present', 'in', ['ATTACK_WAVE', 'NEW_NETWORK']), true);
  assert.deepEqual(
    [matches('signal.absent', 'eq', 'ATTACK_WAVE'), matches('signal.absent', 'eq', 'NEW_DEVICE')],
    [true, false],
  );
  assert.deepEqual(
    [
      matches('signal.absent', 'in', ['ATTACK_WAVE', 'UNKNOWN_SOURCE']),
      matches('signal.absent', 'in', ['ATTACK_WAVE', 'NEW_DEVICE']),
    ],
    [true, false],
  );
  assert.deepEqual([matches('device.new', 'neq', false), matches('device.trusted', 'neq', false)], [true, false]);
});

test('never matches an unknown value, not even with neq', () => {
  assert.equal(matches('signal.absent', 'eq', 'NO_SUCH_SIGNAL'), false);
  assert.equal(matches('risk.level', 'neq', 'severe'), false);
  assert.equal(matches('event.type', 'neq', 7), false);
  assert.equal(matches('risk.score', 'neq', '42'), false);
  assert.equal(matches('__proto__', 'neq', 1), false);
  assert.equal(matches('risk.score', 'constructor', 1), false);
});

test('falls back to the defaults for malformed thresholds', () => {
  const broken = { version: 1, thresholds: { allow_max: 'x' }, rules: [] } as unknown as Policy;
  assert.equal(decide(broken, FACTS).decision, 'monitor');
});

const json = fc.jsonValue({ maxDepth: 3 });
const almost = fc.record(
  {
    id: fc.oneof(fc.string(), json),
    name: fc.oneof(fc.string(), json),
    event_type: fc.oneof(fc.constantFrom('login', null), json),
    priority: fc.oneof(fc.integer(), json),
    action: fc.oneof(fc.record({ decision: fc.oneof(fc.constantFrom(...DECISIONS), json) }), json),
    conditions: fc.oneof(
      fc.dictionary(
        fc.constantFrom('all', 'any', 'none'),
        fc.oneof(
          json,
          fc.array(
            fc.record(
              {
                field: fc.oneof(fc.constantFrom(...Object.keys(CONDITION_FIELDS)), json),
                operator: fc.oneof(fc.constantFrom(...CONDITION_OPERATORS), json),
                value: fc.oneof(
                  fc.constantFrom(...LEVELS, ...SIGNAL_CODES, 'login', 42, true),
                  fc.array(fc.constantFrom('NEW_DEVICE', 42, null)),
                  json,
                ),
              },
              { requiredKeys: [] },
            ),
          ),
        ),
      ),
      json,
    ),
  },
  { requiredKeys: [] },
);

const valid = fc.record({
  id: fc.string(),
  name: fc.string(),
  priority: fc.nat(1_000_000),
  action: fc.record({ decision: fc.constantFrom(...DECISIONS) }),
  conditions: fc.record({
    all: fc.array(
      fc.record({ field: fc.constant('risk.score'), operator: fc.constantFrom('gte', 'lt'), value: fc.nat(100) }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
});

test('never throws on any stored JSON, and only valid rules match', () => {
  let matched = 0;
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.oneof(almost, valid, json)), json), json, (rules, thresholds) => {
      const { decision, defaultDecision, matchedRule } = decide(
        { version: 1, thresholds, rules } as unknown as Policy,
        FACTS,
      );
      assert.ok(DECISIONS.includes(decision) && DECISIONS.includes(defaultDecision));
      if (matchedRule === null) assert.equal(decision, defaultDecision);
      else matched += 1;
    }),
    { numRuns: 5000 },
  );
  assert.ok(matched > 0, 'no random rule ever matched, so the generator is too weak');
});

test('reads malformed rules once per version, at no cost for later events', () => {
  const good: Condition = { field: 'risk.score', operator: 'gte', value: 0 };
  const bad = [
    { ...good, field: 'risk.scores' },
    { ...good, operator: '>=' },
    { ...good, value: '0' },
    { field: 'risk.score', operator: 'in', value: Array.from({ length: 10_000 }, () => 1) },
    { field: 'signal.absent', operator: 'in', value: ['NEW_DEVICE', 'NO_SUCH_SIGNAL'] },
    null,
    7,
  ] as Condition[];
  const groups: unknown[] = bad.flatMap((one) => [{ all: [one] }, { any: [one] }, { all: [good, one] }]);
  groups.push({ any: bad }, { all: Array.from({ length: 100_000 }, () => good) }, { all: [good], any: [good] });
  groups.push({ none: [good] }, {}, [], null, 'all', { all: [] }, { all: good });
  let read = 0;
  const watched = <T extends object>(value: T): T =>
    new Proxy(value, {
      get(target, key) {
        read += 1;
        const inner = Reflect.get(target, key);
        return typeof inner === 'object' && inner !== null ? watched(inner) : inner;
      },
    });
  const malformed = [...groups, ...groups].map((conditions, at) => rule(`bad ${at}`, 1_000 + at, conditions as never));
  const validRule = rule('valid', 1, { any: [bad[0] as Condition, good] });
  const stored = policy(...[...malformed, validRule].map(watched));
  let scoreReads = 0;
  const facts = {
    ...FACTS,
    get score() {
      scoreReads += 1;
      return FACTS.score;
    },
  };
  assert.equal(decide(stored, facts).matchedRule?.id, 'valid');
  assert.equal(scoreReads, 2, 'by the thresholds and by the only condition that can match');
  const readOnce = read;
  assert.ok(readOnce > malformed.length, 'the rules were read');
  for (let event = 0; event < 1_000; event += 1) decide(stored, FACTS);
  decideFully(stored, FACTS);
  assert.equal(read, readOnce, 'the rules are not read again');
});

test('never matches a stored rule that the validator would reject', () => {
  fc.assert(
    fc.property(almost, (body) => {
      const issues = validateRule(body);
      const conditions = (body as { conditions?: { all?: unknown } }).conditions?.all;
      if (!Array.isArray(conditions) || conditions.length === 0) return;
      const bad = conditions.some((_, index) =>
        issues.some(({ pointer }) => pointer.startsWith(`/conditions/all/${index}/`)),
      );
      if (!bad) return;
      const stored = { version: 1, thresholds: DEFAULT_THRESHOLDS, rules: [body] } as unknown as Policy;
      const unknownField = issues.every(({ code }) => code === 'unknown_field');
      if (!unknownField) assert.equal(decide(stored, FACTS).matchedRule, null);
    }),
    { numRuns: 5000 },
  );
});
