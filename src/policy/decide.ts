// Maps score and facts to a decision: thresholds first, then the first matching rule. Never throws for stored data.
import { type ConditionOperator, DECISIONS, type Decision } from '../vocabulary/words.ts';
import { type ConditionField, conditionField, scalarIssue } from './condition-fields.ts';
import { decisionByThresholds } from './decision-by-thresholds.ts';
import { isJsonObject } from './json-object.ts';
import { CONDITIONS_MAX, IN_MAX } from './limits.ts';
import { OPERATORS, type Scalar, takesList } from './operators.ts';
import { DEFAULT_THRESHOLDS, type Policy, type PolicyDecision, type PolicyFacts, type Thresholds } from './policy.ts';
import { validateThresholds } from './validate-thresholds.ts';

type Predicate = (facts: PolicyFacts) => boolean;

interface CompiledRule {
  id: string;
  name: string;
  eventType: string | null;
  matches: Predicate;
  decision: Decision;
}

interface CompiledPolicy {
  thresholds: Thresholds;
  rules: readonly CompiledRule[];
}

const NEVER: Predicate = () => false;

/** The value in the form the evaluator compares; undefined if it is invalid, and the condition then never matches. */
function comparableValue(
  field: ConditionField,
  operator: ConditionOperator,
  value: unknown,
): Scalar | Set<Scalar> | undefined {
  if (!takesList(operator)) {
    return scalarIssue(field, operator, value) === null ? (value as Scalar) : undefined;
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > IN_MAX) return undefined;
  // `some` would skip the holes of a sparse list, which must be checked as undefined.
  for (const one of value) if (scalarIssue(field, operator, one) !== null) return undefined;
  return new Set(value as Scalar[]);
}

/** A function that tests whether the condition matches an event; for a malformed condition, it never does. */
export function conditionMatcher(condition: unknown): Predicate {
  if (!isJsonObject(condition) || typeof condition.field !== 'string') return NEVER;
  const field = conditionField(condition.field);
  const operator = field?.operators.find((word) => word === condition.operator);
  if (field === undefined || operator === undefined) return NEVER;
  const value = comparableValue(field, operator, condition.value);
  if (value === undefined) return NEVER;
  if (field.type === 'signal') {
    const codes = value instanceof Set ? [...value].map(String) : [String(value)];
    const expected = field.matches === 'present';
    return (facts) => codes.some((code) => facts.signals.has(code)) === expected;
  }
  const compare = OPERATORS[operator];
  return (facts) => compare(field.read(facts), value as never);
}

/** Combines the conditions that can match; null when the group never matches, so that no event is tested against it. */
function compileGroup(group: unknown): Predicate | null {
  if (!isJsonObject(group)) return null;
  const names = Object.keys(group);
  const name = names[0];
  const list = name === undefined ? undefined : group[name];
  if (names.length !== 1 || !Array.isArray(list) || list.length === 0 || list.length > CONDITIONS_MAX) return null;
  const conditions = Array.from(list, conditionMatcher).filter((matches) => matches !== NEVER);
  if (name === 'any' && conditions.length > 0) return (facts) => conditions.some((matches) => matches(facts));
  if (name !== 'all' || conditions.length < list.length) return null;
  return (facts) => conditions.every((matches) => matches(facts));
}

function compileRule(rule: unknown): CompiledRule | null {
  if (!isJsonObject(rule) || !isJsonObject(rule.action)) return null;
  const { action } = rule;
  const decision = DECISIONS.find((word) => word === action.decision);
  const { id, name } = rule;
  const eventType = rule.event_type ?? null;
  if (decision === undefined || typeof id !== 'string' || typeof name !== 'string') return null;
  if (eventType !== null && typeof eventType !== 'string') return null;
  const matches = compileGroup(rule.conditions);
  return matches === null ? null : { id, name, eventType, matches, decision };
}

function priorityOf(rule: unknown): number {
  const priority = isJsonObject(rule) ? rule.priority : undefined;
  return typeof priority === 'number' && Number.isFinite(priority) ? priority : Number.NEGATIVE_INFINITY;
}

function byPriority(a: unknown, b: unknown): number {
  const [first, second] = [priorityOf(a), priorityOf(b)];
  return first === second ? 0 : first > second ? -1 : 1;
}

function compile(policy: Policy): CompiledPolicy {
  const rules: unknown = policy.rules;
  const ordered = Array.isArray(rules) ? [...rules].sort(byPriority) : [];
  return {
    thresholds: validateThresholds(policy.thresholds).length > 0 ? DEFAULT_THRESHOLDS : policy.thresholds,
    rules: ordered.map(compileRule).filter((rule) => rule !== null),
  };
}

/**
 * A policy is immutable and decides many events, so it is compiled once per object. bench/micro/score-and-decide.ts
 * measures this with 20 rules of three conditions.
 */
const COMPILED = new WeakMap<Policy, CompiledPolicy>();

function compiled(policy: Policy): CompiledPolicy {
  const known = COMPILED.get(policy);
  if (known !== undefined) return known;
  const result = compile(policy);
  COMPILED.set(policy, result);
  return result;
}

/** The same decision as `decide`, with every matching rule, including those after the deciding one. */
export function decideFully(policy: Policy, facts: PolicyFacts): PolicyDecision & { matching: readonly string[] } {
  const matching = compiled(policy).rules.filter(
    ({ eventType, matches }) => (eventType === null || eventType === facts.eventType) && matches(facts),
  );
  const [rule] = matching;
  const defaultDecision = decisionByThresholds(compiled(policy).thresholds, facts.score);
  return {
    defaultDecision,
    decision: rule?.decision ?? defaultDecision,
    matchedRule: rule === undefined ? null : { id: rule.id, name: rule.name },
    policyVersion: policy.version,
    matching: matching.map(({ id }) => id),
  };
}

/**
 * Maps the score to a decision by the thresholds; the first matching rule for the event's type, highest priority first,
 * overrides it. A condition with a malformed or unknown field, operator or value never matches, not even with `neq`.
 * Malformed thresholds fall back to the defaults. Never throws.
 */
export function decide(policy: Policy, facts: PolicyFacts): PolicyDecision {
  const { thresholds, rules } = compiled(policy);
  const defaultDecision = decisionByThresholds(thresholds, facts.score);
  for (const rule of rules) {
    if (rule.eventType !== null && rule.eventType !== facts.eventType) continue;
    if (!rule.matches(facts)) continue;
    const matchedRule = { id: rule.id, name: rule.name };
    return { defaultDecision, decision: rule.decision, matchedRule, policyVersion: policy.version };
  }
  return { defaultDecision, decision: defaultDecision, matchedRule: null, policyVersion: policy.version };
}
