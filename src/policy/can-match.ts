// Whether any event can match a rule: `risk.score gt 100` is valid, but whoever saves it expects it to decide something.
import { levelOf } from '../scoring/level.ts';
import { SIGNAL_CODES } from '../scoring/signals/index.ts';
import { EVENT_TYPES } from '../vocabulary/event-types.ts';
import { conditionMatcher } from './decide.ts';
import { isJsonObject } from './json-object.ts';
import type { Condition, PolicyFacts, Rule } from './policy.ts';

const SOME_EVENT: PolicyFacts = {
  eventType: 'login',
  score: 0,
  level: levelOf(0),
  signals: new Set(),
  automationScore: 0,
  deviceNew: false,
  deviceTrusted: false,
};
const SCORES = Array.from({ length: 101 }, (_, score) => score);
const BOTH = [true, false];
/** The characters of event types. */
const TYPE_CHARACTERS = /^[a-z0-9_.]*$/;

/** Fields whose values depend on each other, with facts for every value that makes a difference to these conditions on them. */
const GROUPS: readonly {
  fields: readonly string[];
  facts: (conditions: readonly Condition[]) => readonly Partial<PolicyFacts>[];
}[] = [
  { fields: ['risk.score', 'risk.level'], facts: () => SCORES.map((score) => ({ score, level: levelOf(score) })) },
  { fields: ['automation.score'], facts: () => SCORES.map((automationScore) => ({ automationScore })) },
  { fields: ['device.new'], facts: () => BOTH.map((deviceNew) => ({ deviceNew })) },
  { fields: ['device.trusted'], facts: () => BOTH.map((deviceTrusted) => ({ deviceTrusted })) },
  { fields: ['signal.present', 'signal.absent'], facts: (conditions) => [{ signals: allSignalsBut(conditions) }] },
  { fields: ['event.type'], facts: (conditions) => typesFor(conditions).map((eventType) => ({ eventType })) },
];

/**
 * False only if no event can match the rule, whatever its type, scores, signals and device. Signals count as independent of each other. Takes
 * stored rules, which may be malformed and then match nothing.
 */
export function canMatch({ conditions, event_type: type }: Pick<Rule, 'conditions' | 'event_type'>): boolean {
  const { any, all } = (conditions ?? {}) as { any?: readonly Condition[]; all?: readonly Condition[] };
  const ofType = typeof type !== 'string' ? [] : [{ field: 'event.type', operator: 'eq', value: type }];
  if (Array.isArray(any)) return any.some((condition) => areCompatible([...ofType, condition]));
  return Array.isArray(all) && areCompatible([...ofType, ...all]);
}

function areCompatible(conditions: readonly Condition[]): boolean {
  const isKnown = (condition: unknown) =>
    isJsonObject(condition) && GROUPS.some(({ fields }) => fields.includes(String(condition.field)));
  if (!conditions.every(isKnown)) return false;
  return GROUPS.every(({ fields, facts }) => {
    const own = conditions.filter(({ field }) => fields.includes(field));
    const matchers = own.map(conditionMatcher);
    return facts(own).some((some) => matchers.every((matches) => matches({ ...SOME_EVENT, ...some })));
  });
}

function valuesOf(conditions: readonly Condition[], isRequested: (condition: Condition) => boolean): string[] {
  return conditions.filter(isRequested).flatMap(({ value }) => [value].flat().map(String));
}

/** All signals except those that must not fire: whatever must fire is among them, or nothing fits. */
function allSignalsBut(conditions: readonly Condition[]): ReadonlySet<string> {
  const excluded = valuesOf(conditions, ({ field }) => field === 'signal.absent');
  return new Set(SIGNAL_CODES.filter((code) => !excluded.includes(code)));
}

/** Types of the catalog and of the conditions, and two of no condition that contain every part that a condition names. */
function typesFor(conditions: readonly Condition[]): string[] {
  const named = valuesOf(conditions, ({ operator }) => operator === 'eq' || operator === 'in');
  const parts = valuesOf(conditions, ({ operator }) => operator === 'contains').join('');
  const others = TYPE_CHARACTERS.test(parts) ? [`other_${parts}`, `another_${parts}`] : [];
  return [...Object.keys(EVENT_TYPES), ...named, ...others];
}
