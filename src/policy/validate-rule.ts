// Validates a rule on create and edit, and returns all issues at once, each with its pointer.
import { EVENT_TYPE_FORM, EVENT_TYPE_PATTERN } from '../vocabulary/event-types.ts';
import type { ValidationIssue } from '../vocabulary/failure.ts';
import { formatNumber } from '../vocabulary/format-count.ts';
import type { IssueCode } from '../vocabulary/issue-codes.ts';
import { DECISIONS } from '../vocabulary/words.ts';
import { isJsonObject, requiredIssue, unknownFields } from './json-object.ts';
import { CONDITIONS_MAX, NAME_MAX, PRIORITY_MAX } from './limits.ts';
import { pointer } from './pointer.ts';
import type { Rule } from './policy.ts';
import { validateCondition } from './validate-condition.ts';

/** A rule as sent by a caller: everything except its id. */
export type RuleInput = Omit<Rule, 'id' | 'event_type'> & { event_type?: string | null };

function issueAt(at: string, code: IssueCode, detail: string): ValidationIssue[] {
  return [{ pointer: at, code, detail }];
}

function validateName(value: unknown, at: string): ValidationIssue[] {
  if (typeof value !== 'string') return issueAt(at, 'wrong_type', 'The name must be a string.');
  const length = [...value].length;
  if (value.trim() === '') return issueAt(at, 'too_short', 'The name must not be empty.');
  if (length > NAME_MAX) return issueAt(at, 'too_long', `The name must have at most ${NAME_MAX} characters.`);
  if (value.includes('\0') || /\p{Surrogate}/u.test(value)) {
    return issueAt(at, 'malformed_text', 'The name must not contain NUL or a lone surrogate.');
  }
  return [];
}

function validateEventType(value: unknown, at: string): ValidationIssue[] {
  if (value === null) return [];
  if (typeof value !== 'string') return issueAt(at, 'wrong_type', 'event_type must be a string or null.');
  if (!new RegExp(EVENT_TYPE_PATTERN).test(value)) {
    return issueAt(at, 'pattern', `event_type must ${EVENT_TYPE_FORM}.`);
  }
  return [];
}

function validatePriority(value: unknown, at: string): ValidationIssue[] {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return issueAt(at, 'wrong_type', 'The priority must be an integer.');
  }
  if (value < 0 || value > PRIORITY_MAX) {
    return issueAt(at, 'out_of_range', `The priority must be from 0 to ${formatNumber(PRIORITY_MAX)}.`);
  }
  return [];
}

function validateAction(value: unknown, at: string): ValidationIssue[] {
  if (!isJsonObject(value)) return issueAt(at, 'wrong_type', 'action must be an object.');
  const issues = unknownFields(value, ['decision'], at);
  const decisionAt = pointer(at, 'decision');
  if (!Object.hasOwn(value, 'decision')) {
    issues.push(requiredIssue(at, 'decision'));
  } else if (typeof value.decision !== 'string') {
    issues.push({ pointer: decisionAt, code: 'wrong_type', detail: 'decision must be a string.' });
  } else if (!(DECISIONS as readonly string[]).includes(value.decision)) {
    issues.push({
      pointer: decisionAt,
      code: 'unknown_value',
      detail: `decision must be one of ${DECISIONS.join(', ')}.`,
    });
  }
  return issues;
}

function validateConditions(value: unknown, at: string): ValidationIssue[] {
  if (!isJsonObject(value)) return issueAt(at, 'wrong_type', 'conditions must be an object with the key all or any.');
  const issues = unknownFields(value, ['all', 'any'], at);
  const groups = ['all', 'any'].filter((name) => Object.hasOwn(value, name));
  const [name] = groups;
  if (name === undefined || groups.length > 1) {
    return [...issues, ...issueAt(at, 'exactly_one', 'conditions must have exactly one of all and any.')];
  }
  const listAt = pointer(at, name);
  const list = value[name];
  if (!Array.isArray(list)) return [...issues, ...issueAt(listAt, 'wrong_type', `${name} must be a list.`)];
  if (list.length < 1) issues.push(...issueAt(listAt, 'too_short', `${name} must have at least one condition.`));
  if (list.length > CONDITIONS_MAX) {
    return [...issues, ...issueAt(listAt, 'too_long', `${name} must have at most ${CONDITIONS_MAX} conditions.`)];
  }
  Array.from(list).forEach((condition, index) => {
    issues.push(...validateCondition(condition, pointer(listAt, index)));
  });
  return issues;
}

type Check = (value: unknown, at: string) => ValidationIssue[];

/** The check of each field of a rule. */
const CHECKS: Readonly<Record<keyof RuleInput, { check: Check; required: boolean }>> = {
  name: { check: validateName, required: true },
  event_type: { check: validateEventType, required: false },
  conditions: { check: validateConditions, required: true },
  action: { check: validateAction, required: true },
  priority: { check: validatePriority, required: true },
};

function validateBody(input: unknown, at: string, partial: boolean): ValidationIssue[] {
  if (!isJsonObject(input)) return issueAt(at, 'wrong_type', 'A rule must be an object.');
  const issues = unknownFields(input, Object.keys(CHECKS), at);
  for (const [name, { check, required }] of Object.entries(CHECKS)) {
    if (Object.hasOwn(input, name)) issues.push(...check(input[name], pointer(at, name)));
    else if (required && !partial) issues.push(requiredIssue(at, name));
  }
  return issues;
}

/** All issues of a new rule; empty when it is valid. `at` is the pointer to the rule within the body. */
export function validateRule(input: unknown, at = ''): ValidationIssue[] {
  return validateBody(input, at, false);
}

/** All issues of a change to a rule: the same fields, each optional. */
export function validateRuleChange(input: unknown, at = ''): ValidationIssue[] {
  return validateBody(input, at, true);
}
