// Validates one condition: a known field, one of its operators, and a value that both accept.
import type { ValidationIssue } from '../vocabulary/failure.ts';
import { CONDITION_OPERATORS, type ConditionOperator } from '../vocabulary/words.ts';
import { CONDITION_FIELDS, type ConditionField, conditionField, scalarIssue } from './condition-fields.ts';
import { isJsonObject, type JsonObject, requiredIssue, unknownFields } from './json-object.ts';
import { IN_MAX } from './limits.ts';
import { takesList } from './operators.ts';
import { pointer } from './pointer.ts';

const MEMBERS = ['field', 'operator', 'value'] as const;

function validateValue(
  field: ConditionField,
  operator: ConditionOperator,
  value: unknown,
  at: string,
): ValidationIssue[] {
  if (!takesList(operator)) {
    const issue = scalarIssue(field, operator, value);
    return issue === null ? [] : [{ pointer: at, ...issue }];
  }
  if (!Array.isArray(value)) return [{ pointer: at, code: 'wrong_type', detail: 'The value must be a list.' }];
  if (value.length < 1) return [{ pointer: at, code: 'too_short', detail: 'The list must not be empty.' }];
  if (value.length > IN_MAX) {
    return [{ pointer: at, code: 'too_long', detail: `The list must have at most ${IN_MAX} values.` }];
  }
  return Array.from(value).flatMap((one, index) => {
    const issue = scalarIssue(field, operator, one);
    return issue === null ? [] : [{ pointer: pointer(at, index), ...issue }];
  });
}

/** All issues of one condition; empty when it is valid. */
export function validateCondition(input: unknown, at: string): ValidationIssue[] {
  if (!isJsonObject(input)) {
    return [{ pointer: at, code: 'wrong_type', detail: 'A condition must be an object.' }];
  }
  const unknown = unknownFields(input, MEMBERS, at);
  const missing = MEMBERS.filter((name) => !Object.hasOwn(input, name));
  if (missing.length === 0) return [...unknown, ...validateMembers(input, at)];
  return [...unknown, ...missing.map((name) => requiredIssue(at, name))];
}

function validateMembers(condition: JsonObject, at: string): ValidationIssue[] {
  const { field: name, operator, value } = condition;
  const fieldAt = pointer(at, 'field');
  const operatorAt = pointer(at, 'operator');
  if (typeof name !== 'string') return [{ pointer: fieldAt, code: 'wrong_type', detail: 'field must be a string.' }];
  const field = conditionField(name);
  if (field === undefined) {
    const detail = `field must be one of ${Object.keys(CONDITION_FIELDS).join(', ')}.`;
    return [{ pointer: fieldAt, code: 'unknown_value', detail }];
  }
  if (typeof operator !== 'string') {
    return [{ pointer: operatorAt, code: 'wrong_type', detail: 'operator must be a string.' }];
  }
  const word = CONDITION_OPERATORS.find((known) => known === operator);
  if (word === undefined) {
    const detail = `operator must be one of ${CONDITION_OPERATORS.join(', ')}.`;
    return [{ pointer: operatorAt, code: 'unknown_value', detail }];
  }
  if (!field.operators.includes(word)) {
    const detail = `${name} supports the operators ${field.operators.join(', ')}.`;
    return [{ pointer: operatorAt, code: 'not_allowed', detail }];
  }
  return validateValue(field, word, value, pointer(at, 'value'));
}
