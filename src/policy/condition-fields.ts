// Defines the fields that conditions can test. The validator, the evaluator, OpenAPI and the dashboard's form use them.
import { SIGNAL_CODES } from '../scoring/signals/index.ts';
import { EVENT_TYPE_FORM, EVENT_TYPE_PATTERN, EVENT_TYPES } from '../vocabulary/event-types.ts';
import type { ValidationIssue } from '../vocabulary/failure.ts';
import { type ConditionOperator, LEVELS } from '../vocabulary/words.ts';
import { SUBSTRING_MAX } from './limits.ts';
import type { Scalar } from './operators.ts';
import type { PolicyFacts } from './policy.ts';

/** How a form presents the field. */
export interface FormHints {
  label: string;
  help: string;
  /** A closed list of values, or suggestions for an open one. */
  options?: readonly string[];
  /** What a boolean says in a sentence. */
  sentences?: { true: string; false: string };
  /** Range of a number. */
  min?: number;
  max?: number;
  step?: number;
}

interface FieldBase {
  operators: readonly ConditionOperator[];
  form: FormHints;
}

/** A field with one value per event. */
export interface ScalarField extends FieldBase {
  type: 'number' | 'string' | 'boolean';
  /** The allowed words of a string, except with the operator `contains`. */
  words?: readonly string[];
  /** The pattern a string must match, except with the operator `contains`, and what that means in words. */
  pattern?: { expression: string; form: string };
  read(facts: PolicyFacts): Scalar;
}

/** A field that tests the set of fired signals. `in` takes a list of codes. */
export interface SignalField extends FieldBase {
  type: 'signal';
  words: readonly string[];
  /** `present`: the code, or any code of the list, fired. `absent`: the code, or every code of the list, did not fire. */
  matches: 'present' | 'absent';
}

export type ConditionField = ScalarField | SignalField;

const NUMBER_OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in'] as const;
const STRING_OPERATORS = ['eq', 'neq', 'contains', 'in'] as const;
const SIGNAL_OPERATORS = ['eq', 'in'] as const;
const BOOLEAN_OPERATORS = ['eq', 'neq'] as const;

export const CONDITION_FIELDS = {
  'risk.score': {
    type: 'number',
    operators: NUMBER_OPERATORS,
    read: (facts) => facts.score,
    form: { label: 'Risk score', help: 'The score of the event, 0 to 100.', min: 0, max: 100, step: 1 },
  },
  'risk.level': {
    type: 'string',
    operators: STRING_OPERATORS,
    words: LEVELS,
    read: (facts) => facts.level,
    form: { label: 'Risk level', help: 'The band of the score.', options: LEVELS },
  },
  'event.type': {
    type: 'string',
    operators: STRING_OPERATORS,
    pattern: { expression: EVENT_TYPE_PATTERN, form: EVENT_TYPE_FORM },
    read: (facts) => facts.eventType,
    form: { label: 'Event type', help: 'The type of the event, for example login.', options: Object.keys(EVENT_TYPES) },
  },
  'signal.present': {
    type: 'signal',
    operators: SIGNAL_OPERATORS,
    words: SIGNAL_CODES,
    matches: 'present',
    form: { label: 'Signal fired', help: 'The signal, or any of several signals, fired.', options: SIGNAL_CODES },
  },
  'signal.absent': {
    type: 'signal',
    operators: SIGNAL_OPERATORS,
    words: SIGNAL_CODES,
    matches: 'absent',
    form: {
      label: 'Signal did not fire',
      help: 'The signal, or every one of several signals, did not fire.',
      options: SIGNAL_CODES,
    },
  },
  'automation.score': {
    type: 'number',
    operators: NUMBER_OPERATORS,
    read: (facts) => facts.automationScore,
    form: {
      label: 'Automation score',
      help: 'How much the client looks automated, 0 to 100.',
      min: 0,
      max: 100,
      step: 1,
    },
  },
  'device.new': {
    type: 'boolean',
    operators: BOOLEAN_OPERATORS,
    read: (facts) => facts.deviceNew,
    form: {
      label: 'New device',
      help: 'Whether the account was never seen on the device before.',
      sentences: { true: 'the device is new', false: 'the device is not new' },
    },
  },
  'device.trusted': {
    type: 'boolean',
    operators: BOOLEAN_OPERATORS,
    read: (facts) => facts.deviceTrusted,
    form: {
      label: 'Trusted device',
      help: 'Whether a member trusts the device. A copy of its looks leads to it, too: to allow, use the signal TRUSTED_DEVICE.',
      sentences: { true: 'the device is trusted', false: 'the device is not trusted' },
    },
  },
} as const satisfies Record<string, ConditionField>;

export type ConditionFieldName = keyof typeof CONDITION_FIELDS;

const BY_NAME: ReadonlyMap<string, ConditionField> = new Map(Object.entries(CONDITION_FIELDS));

/** The field with this name, or undefined. */
export function conditionField(name: string): ConditionField | undefined {
  return BY_NAME.get(name);
}

/** Why a value is invalid; the caller adds the pointer to it. */
export type ValueIssue = Omit<ValidationIssue, 'pointer'>;

/** Checks that `value` can be compared with this field by this operator; null when it can. */
export function scalarIssue(field: ConditionField, operator: ConditionOperator, value: unknown): ValueIssue | null {
  if (field.type === 'number') {
    const fits = typeof value === 'number' && Number.isFinite(value);
    return fits ? null : { code: 'wrong_type', detail: 'The value must be a number.' };
  }
  if (field.type === 'boolean') {
    return typeof value === 'boolean' ? null : { code: 'wrong_type', detail: 'The value must be true or false.' };
  }
  if (typeof value !== 'string') return { code: 'wrong_type', detail: 'The value must be a string.' };
  if (operator === 'contains') return substringIssue(value);
  if (field.words !== undefined && !field.words.includes(value)) {
    const what = field.type === 'signal' ? 'signal code' : 'level';
    return { code: 'unknown_value', detail: `The value is not a known ${what}.` };
  }
  if (field.type === 'string' && field.pattern !== undefined && !new RegExp(field.pattern.expression).test(value)) {
    return { code: 'pattern', detail: `The value must ${field.pattern.form}.` };
  }
  return null;
}

function substringIssue(value: string): ValueIssue | null {
  if (value === '') return { code: 'too_short', detail: 'The value must not be empty.' };
  if (value.length > SUBSTRING_MAX) {
    return { code: 'too_long', detail: `The value must have at most ${SUBSTRING_MAX} characters.` };
  }
  return null;
}
