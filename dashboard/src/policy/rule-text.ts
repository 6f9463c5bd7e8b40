// A rule as a sentence, shown before it is saved. Pure.

import { canMatch } from '../../../src/policy/can-match.ts';
import { CONDITION_FIELDS } from '../../../src/policy/condition-fields.ts';
import type { ConditionOperator } from '../../../src/vocabulary/words.ts';
import type { Condition, Conditions, DraftRule } from '../api/control-types.ts';
import { DECISION_TEXT, eventName, OPERATOR_TEXT, signalName } from '../components/wording.ts';

/** The condition fields by name; a stored condition may name an unknown one. */
export const FIELDS = new Map(Object.entries(CONDITION_FIELDS));
export type FieldName = keyof typeof CONDITION_FIELDS;

/** The conditions of a rule. A stored rule may be malformed; it never matches, but is shown so that it can be repaired. */
export function conditionGroup(conditions: Conditions | null): { name: 'all' | 'any'; list: Condition[] } {
  if (typeof conditions !== 'object' || conditions === null) return { name: 'all', list: [] };
  return 'all' in conditions ? { name: 'all', list: conditions.all } : { name: 'any', list: conditions.any };
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(' or ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' && /^[A-Z_]+$/.test(value) ? signalName(value) : String(value);
}

/** The names of one code or of a list, in quotation marks. */
function namesOf(value: unknown, nameOf: (code: string) => string): string[] {
  return [value].flat().map((code) => `“${nameOf(String(code))}”`);
}

/** `“New device” or “New network” fired`, `“New device” did not fire`. */
function signalText(value: unknown, matches: 'present' | 'absent'): string {
  const names = namesOf(value, signalName);
  if (matches === 'present') return `${names.join(' or ')} fired`;
  return names.length === 1 ? `${names[0]} did not fire` : `none of ${names.join(', ')} fired`;
}

export function conditionText({ field, operator, value }: Condition): string {
  const known = FIELDS.get(field as FieldName);
  const operatorText = OPERATOR_TEXT[operator as ConditionOperator] ?? operator;
  if (known === undefined) return `${field} ${operatorText} ${valueText(value)} (unknown field: never matches)`;
  if (known.type === 'signal') return signalText(value, known.matches);
  if (known.type === 'boolean' && typeof value === 'boolean' && (operator === 'eq' || operator === 'neq')) {
    return value === (operator === 'eq') ? known.form.sentences.true : known.form.sentences.false;
  }
  // `contains` compares part of a code, which has no display name.
  const isNamed = field === 'event.type' && operator !== 'contains';
  const text = isNamed ? namesOf(value, eventName).join(' or ') : valueText(value);
  // A list reads `is high or critical`.
  return `the ${known.form.label.toLowerCase()} ${operator === 'in' ? 'is' : operatorText} ${text}`;
}

/** `For “Login” events: if the risk score is at least 50 and “New device” fired, then block.` */
export function ruleText(rule: DraftRule): string {
  const { name, list } = conditionGroup(rule.conditions);
  const decision = rule.action?.decision;
  if (list.length === 0 || DECISION_TEXT[decision] === undefined)
    return 'Malformed rule that never matches. Edit or delete it.';
  const conditions = list.map(conditionText).join(name === 'all' ? ' and ' : ' or ');
  const scope =
    rule.event_type === null || rule.event_type === undefined
      ? 'For all events'
      : `For “${eventName(rule.event_type)}” events`;
  const warning = canMatch(rule) ? '' : ' No event can match this.';
  return `${scope}: if ${conditions}, then ${DECISION_TEXT[decision].name.toLowerCase()}.${warning}`;
}

/** Whether a rule has every word of `search` in its name, its sentence, its ID or the codes of its conditions. */
export function isFound(rule: DraftRule & { id: string }, search: string): boolean {
  const text = `${rule.name} ${ruleText(rule)} ${rule.id} ${rule.event_type} ${JSON.stringify(rule.conditions)}`;
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}
