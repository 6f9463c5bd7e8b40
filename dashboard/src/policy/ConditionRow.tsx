// One condition of a rule: field, operator and value, each offered as the table of condition fields says.
import { ActionIcon, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { CONDITION_FIELDS, type ConditionField } from '../../../src/policy/condition-fields.ts';
import type { ConditionOperator } from '../../../src/vocabulary/words.ts';
import type { Condition } from '../api/control-types.ts';
import { IconTrash } from '../components/icons.ts';
import { OPERATOR_TEXT, signalName, spoken } from '../components/wording.ts';
import classes from './RuleEditor.module.css';
import { FIELDS, type FieldName } from './rule-text.ts';

const FIELD_OPTIONS = Object.entries(CONDITION_FIELDS).map(([value, { form }]) => ({ value, label: form.label }));

/** A value that fits the field and operator, to start from when either changes. */
function firstValue(field: ConditionField, operator: string): unknown {
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

/** Whether the value can stay when the operator changes: single stays single, list stays list. */
function keeps(value: unknown, before: string, after: string): boolean {
  return (
    (before === 'in') === (after === 'in') && (before === 'contains') === (after === 'contains') && value !== undefined
  );
}

interface ConditionRowProps {
  condition: Condition;
  number: number;
  problem: string | undefined;
  onChange: (condition: Condition) => void;
  onRemove?: () => void;
}

export function ConditionRow({ condition, number, problem, onChange, onRemove }: ConditionRowProps) {
  const field = FIELDS.get(condition.field as FieldName) as ConditionField | undefined;
  const operators = field?.operators ?? [];
  return (
    <div className={classes.condition}>
      <Select
        aria-label={`Field of condition ${number}`}
        data={FIELD_OPTIONS}
        value={condition.field}
        allowDeselect={false}
        onChange={(name) => {
          const next = FIELDS.get(name as FieldName) as ConditionField | undefined;
          if (name === null || next === undefined) return;
          const operator = next.operators.find((word) => word === condition.operator) ?? (next.operators[0] as string);
          onChange({ field: name, operator, value: firstValue(next, operator) });
        }}
      />
      <Select
        aria-label={`Comparison of condition ${number}`}
        data={operators.map((value) => ({ value, label: operatorLabel(field, value) }))}
        value={condition.operator}
        allowDeselect={false}
        onChange={(operator) => {
          if (operator === null || field === undefined) return;
          const value = keeps(condition.value, condition.operator, operator)
            ? condition.value
            : firstValue(field, operator);
          onChange({ ...condition, operator, value });
        }}
      />
      {field !== undefined && (
        <ValueInput
          field={field}
          condition={condition}
          label={`Value of condition ${number}`}
          problem={problem}
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
  if (operator === 'eq') return 'this one';
  return field.wants === 'present' ? 'any of' : 'none of';
}

interface ValueInputProps {
  field: ConditionField;
  condition: Condition;
  label: string;
  problem: string | undefined;
  onChange: (value: unknown) => void;
}

function ValueInput({ field, condition, label, problem, onChange }: ValueInputProps) {
  const { operator, value } = condition;
  const shared = { 'aria-label': label, error: problem };
  const closed = 'words' in field && field.words !== undefined && operator !== 'contains';
  const options = (field.form.options ?? []).map((word) => ({
    value: word,
    label: field.type === 'signal' ? signalName(word) : spoken(word),
  }));
  if (operator === 'in') {
    const list = Array.isArray(value) ? value : [];
    if (field.type === 'number') {
      return (
        <TagsInput
          {...shared}
          value={list.map(String)}
          placeholder="Number, then Enter"
          onChange={(texts) => onChange([...new Set(texts.map(Number).filter(Number.isFinite))])}
        />
      );
    }
    if (closed)
      return <MultiSelect {...shared} data={options} value={list.map(String)} onChange={onChange} searchable />;
    return (
      <TagsInput
        {...shared}
        data={field.form.options ? [...field.form.options] : []}
        value={list.map(String)}
        onChange={onChange}
      />
    );
  }
  if (field.type === 'number') {
    return (
      <NumberInput
        {...shared}
        min={field.form.min}
        max={field.form.max}
        step={field.form.step}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      />
    );
  }
  if (field.type === 'boolean') {
    return (
      <Select
        {...shared}
        data={[
          { value: 'true', label: 'yes' },
          { value: 'false', label: 'no' },
        ]}
        value={String(value)}
        allowDeselect={false}
        onChange={(next) => onChange(next === 'true')}
      />
    );
  }
  if (closed) {
    return (
      <Select
        {...shared}
        data={options}
        value={String(value)}
        allowDeselect={false}
        searchable
        onChange={(next) => next !== null && onChange(next)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
