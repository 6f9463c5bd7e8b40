// The filters of event lists. What they hold is the address bar's query, nothing else.
import { Button, MultiSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { SIGNAL_CODES } from '../../../src/scoring/signals/index.ts';
import { EVENT_TYPES } from '../../../src/vocabulary/event-types.ts';
import { DECISIONS, EVALUATIONS, LABELS, LEVELS } from '../../../src/vocabulary/words.ts';
import { IconFilter } from '../components/icons.ts';
import { DECISION_TEXT, EVALUATION_TEXT, eventName, LABEL_TEXT, signalName, spoken } from '../components/wording.ts';
import type { Filters } from '../shell/filters.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import classes from './EventFilters.module.css';

export const FILTER_NAMES = [
  'event_type',
  'decision',
  'level',
  'account_id',
  'device_id',
  'signal',
  'evaluation',
  'label',
  'from',
  'to',
] as const;
type FilterName = (typeof FILTER_NAMES)[number];
const SECOND_ROW: readonly FilterName[] = ['level', 'device_id', 'signal', 'evaluation', 'label', 'from', 'to'];

const options = (values: readonly string[], text: (value: string) => string = spoken) =>
  values.map((value) => ({ value, label: text(value) }));

/** A text filter that goes to the address on Enter or when it is left, not with every letter. */
function TextFilter(props: {
  name: FilterName;
  label: string;
  filters: Filters;
  placeholder?: string;
  innerRef?: React.Ref<HTMLInputElement>;
}) {
  const { name, label, filters, placeholder, innerRef } = props;
  const value = filters.one(name);
  const [typed, setTyped] = useState({ value, text: value });
  // The address changed by another way (a link, the back button): show what it says now.
  if (typed.value !== value) setTyped({ value, text: value });
  const commit = () => typed.text.trim() !== value && filters.set({ [name]: typed.text.trim() || undefined });
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      ref={innerRef}
      value={typed.text}
      onChange={(event) => setTyped({ value, text: event.currentTarget.value })}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

function ManyFilter(props: {
  name: FilterName;
  label: string;
  filters: Filters;
  data: { value: string; label: string }[];
}) {
  const { name, label, filters, data } = props;
  const chosen = filters.many(name);
  const known = data.some(({ value }) => chosen.includes(value)) || chosen.length === 0;
  return (
    <MultiSelect
      label={label}
      data={known ? data : [...data, ...options(chosen)]}
      value={chosen}
      onChange={(value) => filters.set({ [name]: value.length > 0 ? value : undefined })}
      placeholder={chosen.length === 0 ? 'Any' : undefined}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      hidePickedOptions
    />
  );
}

/** A day and time in UTC, as the API writes it. */
function TimeFilter({ name, label, filters }: { name: 'from' | 'to'; label: string; filters: Filters }) {
  const value = filters.one(name);
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={value.slice(0, 16)}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        filters.set({ [name]: typed === '' ? undefined : `${typed}:00.000Z` });
      }}
    />
  );
}

export function EventFilters({ filters }: { filters: Filters }) {
  const first = useRef<HTMLInputElement>(null);
  const [more, setMore] = useState(() => SECOND_ROW.some((name) => filters.one(name) !== ''));
  useShortcuts({ '/': () => first.current?.focus() });
  const active = FILTER_NAMES.filter((name) => filters.one(name) !== '');
  return (
    <search aria-label="Filters">
      <div className={classes.filters}>
        <TextFilter
          name="account_id"
          label="Account"
          placeholder="External account id"
          filters={filters}
          innerRef={first}
        />
        <ManyFilter
          name="decision"
          label="Decision"
          filters={filters}
          data={options(DECISIONS, (word) => DECISION_TEXT[word as 'allow'].name)}
        />
        <ManyFilter
          name="event_type"
          label="Event type"
          filters={filters}
          data={options(Object.keys(EVENT_TYPES), eventName)}
        />
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={more}
            onClick={() => setMore(!more)}
          >
            {more ? 'Fewer filters' : 'More filters'}
          </Button>
          {active.length > 0 && (
            <Button
              variant="subtle"
              onClick={() => filters.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}
            >
              Clear all
            </Button>
          )}
        </div>
      </div>
      {more && (
        <div className={classes.filters}>
          <ManyFilter name="level" label="Level" filters={filters} data={options(LEVELS)} />
          <ManyFilter name="signal" label="Signal" filters={filters} data={options(SIGNAL_CODES, signalName)} />
          <ManyFilter
            name="evaluation"
            label="Evaluation"
            filters={filters}
            data={options(EVALUATIONS, (word) => EVALUATION_TEXT[word as 'inconclusive'].name)}
          />
          <ManyFilter
            name="label"
            label="Label"
            filters={filters}
            data={options(LABELS, (word) => LABEL_TEXT[word as 'unknown'])}
          />
          <TextFilter name="device_id" label="Device" placeholder="dev_…" filters={filters} />
          <TimeFilter name="from" label="From (UTC)" filters={filters} />
          <TimeFilter name="to" label="Before (UTC)" filters={filters} />
        </div>
      )}
    </search>
  );
}
