// One condition of a rule: field, operator and value. The table of condition fields defines the choices.
import { ActionIcon, Select } from '@mantine/core';
import { CONDITION_FIELDS, type ConditionField } from '../../../src/policy/condition-fields.ts';
import type { ConditionOperator } from '../../../src/vocabulary/words.ts';
import type { Condition } from '../api/control-types.ts';
import { IconTrash } from '../components/icons.ts';
import { OPERATOR_TEXT } from '../components/wording.ts';
import { ConditionValue } from './ConditionValue.tsx';
import classes from './RuleEditor.module.css';
import { FIELDS, type FieldName } from './rule-text.ts';

const FIELD_OPTIONS = Object.entries(CONDITION_FIELDS).map(([value, { form }]) => ({ value, label: form.label }));

/** A valid value to start from when the field or operator changes. */
function initialValue(field: ConditionField, operator: string): unknown {
  const one =
    field.type === 'number'
      ? 50
      : field.type === 'boolean'
        ? true
        : operator === 'contains'
          ? ''
          : (field.form.options?.[0] ?? '');
  return operator === 'in' ? [one] : one;
}

/** Whether the value is still valid after the operator changes: a single value stays single, a list stays a list. */
function valueStillFits(value: unknown, before: string, after: string): boolean {
  return (
    (before === 'in') === (after === 'in') && (before === 'contains') === (after === 'contains') && value !== undefined
  );
}

interface ConditionRowProps {
  condition: Condition;
  /** Position in the rule, from 1. */
  number: number;
  error: string | undefined;
  onChange: (condition: Condition) => void;
  onRemove?: () => void;
}

export function ConditionRow({ condition, number, error, onChange, onRemove }: ConditionRowProps) {
  const field = FIELDS.get(condition.field as FieldName) as ConditionField | undefined;
  const operators = field?.operators ?? [];
  const setField = (name: string | null) => {
    const next = FIELDS.get(name as FieldName) as ConditionField | undefined;
    if (name === null || next === undefined) return;
    const operator = next.operators.find((word) => word === condition.operator) ?? (next.operators[0] as string);
    onChange({ field: name, operator, value: initialValue(next, operator) });
  };
  const setOperator = (operator: string | null) => {
    if (operator === null || field === undefined) return;
    const value = valueStillFits(condition.value, condition.operator, operator)
      ? condition.value
      : initialValue(field, operator);
    onChange({ ...condition, operator, value });
  };
  return (
    <div className={classes.condition}>
      <Select
        aria-label={`Field of condition ${number}`}
        data={FIELD_OPTIONS}
        value={condition.field}
        allowDeselect={false}
        onChange={setField}
      />
      <Select
        aria-label={`Operator of condition ${number}`}
        data={operators.map((value) => ({ value, label: operatorLabel(field, value) }))}
        value={condition.operator}
        allowDeselect={false}
        onChange={setOperator}
      />
      {field !== undefined && (
        <ConditionValue
          field={field}
          condition={condition}
          label={`Value of condition ${number}`}
          error={error}
          onChange={(value) => onChange({ ...condition, value })}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remove condition ${number}`}
        disabled={onRemove === undefined}
        onClick={onRemove}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function operatorLabel(field: ConditionField | undefined, operator: ConditionOperator): string {
  if (field?.type !== 'signal') return OPERATOR_TEXT[operator];
  if (operator === 'eq') return 'is';
  return field.matches === 'present' ? 'any of' : 'none of';
}
