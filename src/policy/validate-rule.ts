// The strict check of a rule on create and edit: every wrong place with its pointer, all of them at once.
import { EVENT_TYPE_PATTERN } from '../vocabulary/event-types.ts';
import type { ValidationIssue } from '../vocabulary/failure.ts';
import { DECISIONS } from '../vocabulary/words.ts';
import { CONDITIONS_MAX, NAME_MAX, PRIORITY_MAX, RULES_MAX } from './limits.ts';
import { pointer } from './pointer.ts';
import type { Rule } from './policy.ts';
import { validateCondition } from './validate-condition.ts';

/** A rule as a caller writes it: everything but its id. */
export type RuleInput = Omit<Rule, 'id' | 'event_type'> & { event_type?: string | null };

export { CONDITIONS_MAX, NAME_MAX, PRIORITY_MAX, RULES_MAX };

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownFields(object: Json, known: readonly string[], at: string): ValidationIssue[] {
  return Object.keys(object)
    .filter((name) => !known.includes(name))
    .map((name) => ({ pointer: pointer(at, name), code: 'unknown_field', detail: `Unknown field ${name}.` }));
}

function wrong(at: string, code: string, detail: string): ValidationIssue[] {
  return [{ pointer: at, code, detail }];
}

function validateName(value: unknown, at: string): ValidationIssue[] {
  if (typeof value !== 'string') return wrong(at, 'wrong_type', 'name must be a string.');
  const length = [...value].length;
  if (length < 1) return wrong(at, 'too_short', 'name must not be empty.');
  if (length > NAME_MAX) return wrong(at, 'too_long', `name must have at most ${NAME_MAX} characters.`);
  if (value.includes('\0') || /\p{Surrogate}/u.test(value)) {
    return wrong(at, 'malformed_text', 'name must not contain NUL or a lone surrogate.');
  }
  return [];
}

function validateEventType(value: unknown, at: string): ValidationIssue[] {
  if (value === null) return [];
  if (typeof value !== 'string') return wrong(at, 'wrong_type', 'event_type must be a string or null.');
  if (!new RegExp(EVENT_TYPE_PATTERN).test(value)) {
    return wrong(at, 'pattern', `event_type must match ${EVENT_TYPE_PATTERN}.`);
  }
  return [];
}

function validatePriority(value: unknown, at: string): ValidationIssue[] {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return wrong(at, 'wrong_type', 'priority must be an integer.');
  }
  if (value < 0 || value > PRIORITY_MAX) {
    return wrong(at, 'out_of_range', `priority must be from 0 to ${PRIORITY_MAX}.`);
  }
  return [];
}

function validateAction(value: unknown, at: string): ValidationIssue[] {
  if (!isObject(value)) return wrong(at, 'wrong_type', 'action must be an object.');
  const places = unknownFields(value, ['decision'], at);
  const place = pointer(at, 'decision');
  if (!Object.hasOwn(value, 'decision')) {
    places.push({ pointer: place, code: 'required', detail: 'decision is required.' });
  } else if (typeof value.decision !== 'string') {
    places.push({ pointer: place, code: 'wrong_type', detail: 'decision must be a string.' });
  } else if (!(DECISIONS as readonly string[]).includes(value.decision)) {
    places.push({ pointer: place, code: 'unknown_value', detail: `decision must be one of ${DECISIONS.join(', ')}.` });
  }
  return places;
}

function validateConditions(value: unknown, at: string): ValidationIssue[] {
  if (!isObject(value)) return wrong(at, 'wrong_type', 'conditions must be an object with the key all or any.');
  const places = unknownFields(value, ['all', 'any'], at);
  const groups = ['all', 'any'].filter((name) => Object.hasOwn(value, name));
  const [name] = groups;
  if (name === undefined || groups.length > 1) {
    return [...places, ...wrong(at, 'exactly_one', 'conditions must have exactly one of all and any.')];
  }
  const place = pointer(at, name);
  const list = value[name];
  if (!Array.isArray(list)) return [...places, ...wrong(place, 'wrong_type', `${name} must be a list.`)];
  if (list.length < 1) places.push(...wrong(place, 'too_short', `${name} must hold at least one condition.`));
  if (list.length > CONDITIONS_MAX) {
    return [...places, ...wrong(place, 'too_long', `${name} must hold at most ${CONDITIONS_MAX} conditions.`)];
  }
  Array.from(list).forEach((condition, index) => {
    places.push(...validateCondition(condition, pointer(place, index)));
  });
  return places;
}

type Check = (value: unknown, at: string) => ValidationIssue[];

/** The fields of a rule body, each with its check. */
const CHECKS: Readonly<Record<keyof RuleInput, { check: Check; required: boolean }>> = {
  name: { check: validateName, required: true },
  event_type: { check: validateEventType, required: false },
  conditions: { check: validateConditions, required: true },
  action: { check: validateAction, required: true },
  priority: { check: validatePriority, required: true },
};

function validateBody(input: unknown, at: string, partial: boolean): ValidationIssue[] {
  if (!isObject(input)) return wrong(at, 'wrong_type', 'A rule must be an object.');
  const places = unknownFields(input, Object.keys(CHECKS), at);
  for (const [name, { check, required }] of Object.entries(CHECKS)) {
    const place = pointer(at, name);
    if (Object.hasOwn(input, name)) places.push(...check(input[name], place));
    else if (required && !partial) places.push({ pointer: place, code: 'required', detail: `${name} is required.` });
  }
  return places;
}

/** Everything wrong with a new rule; empty when it is right. `at` is the pointer to the rule within the body. */
export function validateRule(input: unknown, at = ''): ValidationIssue[] {
  return validateBody(input, at, false);
}

/** Everything wrong with a change of a rule: the same fields, each optional. */
export function validateRuleChange(input: unknown, at = ''): ValidationIssue[] {
  return validateBody(input, at, true);
}
