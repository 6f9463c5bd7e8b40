// The input for a condition's value: a number, a word, a yes/no choice, free text, or a list of values.
import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConditionField } from '../../../src/policy/condition-fields.ts';
import type { Condition } from '../api/control-types.ts';
import { humanize, signalName } from '../components/wording.ts';
import { EventTypeField } from './EventTypeField.tsx';
import { EVENT_TYPE_ERROR, EVENT_TYPE_NAMES, eventTypeOf, eventTypeText } from './event-type-text.ts';

interface ConditionValueProps {
  field: ConditionField;
  condition: Condition;
  label: string;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

/** Whether the value must be one of the field's words; `contains` takes any text. */
function takesWordsOnly(field: ConditionField, operator: string): boolean {
  return 'words' in field && field.words !== undefined && operator !== 'contains';
}

function wordOptions(field: ConditionField) {
  return (field.form.options ?? []).map((word) => ({
    value: word,
    label: field.type === 'signal' ? signalName(word) : humanize(word),
  }));
}

export function ConditionValue(props: ConditionValueProps) {
  const { field, condition, label, error, onChange } = props;
  const { operator, value } = condition;
  const shared = { 'aria-label': label, error };
  if (operator === 'in') return <ListValue {...props} />;
  if (condition.field === 'event.type' && operator !== 'contains') {
    return (
      <EventTypeField
        aria-label={label}
        value={typeof value === 'string' ? value : ''}
        refused={error !== undefined}
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
        // A number that is clamped when the field loses focus could be saved unnoticed.
        clampBehavior="none"
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
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={String(value)}
        allowDeselect={false}
        onChange={(next) => onChange(next === 'true')}
      />
    );
  }
  if (takesWordsOnly(field, operator)) {
    return (
      <Select
        {...shared}
        data={wordOptions(field)}
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

/** The values of an `in` condition. */
function ListValue({ field, condition, label, error, onChange }: ConditionValueProps) {
  const shared = { 'aria-label': label, error };
  const values = Array.isArray(condition.value) ? condition.value.map(String) : [];
  if (field.type === 'number') return <NumberList {...shared} values={values} onChange={onChange} />;
  if (takesWordsOnly(field, condition.operator)) {
    return <MultiSelect {...shared} data={wordOptions(field)} value={values} onChange={onChange} searchable />;
  }
  // The only other field with a list is the event type.
  return (
    <TagsInput
      {...shared}
      data={EVENT_TYPE_NAMES}
      value={values.map(eventTypeText)}
      error={error === undefined ? undefined : EVENT_TYPE_ERROR}
      onChange={(texts) => onChange([...new Set(texts.map(eventTypeOf))])}
    />
  );
}

interface NumberListProps {
  'aria-label': string;
  error: string | undefined;
  values: string[];
  onChange: (numbers: number[]) => void;
}

/** Text that is not a number is not added; the field says so, because the text disappears when Enter is pressed. */
function NumberList({ values, error, onChange, ...shared }: NumberListProps) {
  const [rejected, setRejected] = useState<string>();
  const change = (texts: string[]) => {
    setRejected(texts.find((text) => !Number.isFinite(Number(text))));
    onChange([...new Set(texts.map(Number).filter(Number.isFinite))]);
  };
  return (
    <TagsInput
      {...shared}
      value={values}
      placeholder="Number, then Enter"
      error={rejected === undefined ? error : `“${rejected}” is not a number.`}
      onChange={change}
    />
  );
}
