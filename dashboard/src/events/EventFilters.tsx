// The filters of event lists; their values are the parameters of the address.
import { Button, MultiSelect } from '@mantine/core';
import { Fragment, useState } from 'react';
import { SIGNAL_CODES } from '../../../src/scoring/signals/index.ts';
import { EVENT_TYPES } from '../../../src/vocabulary/event-types.ts';
import { DECISIONS, EVALUATIONS, LABELS, LEVELS } from '../../../src/vocabulary/words.ts';
import { AssigneeFilter } from '../assignments/AssigneeFilter.tsx';
import { RangeSelect, TextFilter, TimeFilter } from '../components/FilterFields.tsx';
import { IconFilter } from '../components/icons.ts';
import { SortSelect } from '../components/ListTools.tsx';
import { DECISION_TEXT, EVALUATION_TEXT, eventName, humanize, LABEL_TEXT, signalName } from '../components/wording.ts';
import { eventTypeOf, isEventType } from '../policy/event-type-text.ts';
import type { Filters } from '../shell/filters.ts';
import classes from './EventFilters.module.css';
import { RuleFilter } from './RuleFilter.tsx';

export const FILTER_NAMES = [
  'event_type',
  'decision',
  'level',
  'account_id',
  'device_id',
  'session_id',
  'network',
  'same_fingerprint_as',
  'signal',
  'evaluation',
  'label',
  'rule_id',
  'policy_version',
  'assigned_to',
  'from',
  'to',
] as const;
type FilterName = (typeof FILTER_NAMES)[number];
/** The filters that are always shown. */
type FirstFilter = 'account_id' | 'decision' | 'event_type';
const SORTS = [
  ['time', 'Time, newest first'],
  ['score', 'Score, highest first'],
] as const;

const options = (values: readonly string[], text: (value: string) => string = humanize) =>
  values.map((value) => ({ value, label: text(value) }));

/** Longer lists are searched by typing. */
const SEARCHED_FROM = 10;

interface MultiFilterProps {
  name: FilterName;
  label: string;
  filters: Filters;
  data: { value: string; label: string }[];
  /** Called with what is typed into a list that is searched. */
  onSearch?: (text: string) => void;
}

function MultiFilter({ name, label, filters, data, onSearch }: MultiFilterProps) {
  const chosen = filters.many(name);
  const unknown = chosen.filter((word) => data.every(({ value }) => value !== word));
  return (
    <MultiSelect
      label={label}
      data={[...data, ...options(unknown)]}
      searchable={data.length >= SEARCHED_FROM}
      onSearchChange={onSearch}
      nothingFoundMessage="Nothing found"
      value={chosen}
      onChange={(value) => filters.set({ [name]: value.length > 0 ? value : undefined })}
      placeholder={chosen.length === 0 ? 'Any' : undefined}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      hidePickedOptions
    />
  );
}

/** The types of the catalog, and any other type whose code is typed. */
export function EventTypeFilter({ filters }: { filters: Filters }) {
  const [typed, setTyped] = useState('');
  const code = eventTypeOf(typed);
  const isOwn = isEventType(code) && !Object.hasOwn(EVENT_TYPES, code) && !filters.many('event_type').includes(code);
  const data = options(Object.keys(EVENT_TYPES), eventName);
  return (
    <MultiFilter
      name="event_type"
      label="Event type"
      filters={filters}
      data={isOwn ? [...data, { value: code, label: `Other type: ${code}` }] : data}
      onSearch={setTyped}
    />
  );
}

export function EventFilters({ filters }: { filters: Filters }) {
  const [more, setMore] = useState(false);
  const active = FILTER_NAMES.filter((name) => filters.one(name) !== '');
  return (
    <search aria-label="Filters">
      <div className={classes.filters}>
        <TextFilter name="account_id" label="Account" placeholder="External account ID" filters={filters} />
        <MultiFilter
          name="decision"
          label="Decision"
          filters={filters}
          data={options(DECISIONS, (word) => DECISION_TEXT[word as 'allow'].name)}
        />
        <EventTypeFilter filters={filters} />
        <RangeSelect filters={filters} />
        <SortSelect filters={filters} sorts={SORTS} />
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
      <MoreFilters filters={filters} all={more} />
    </search>
  );
}

interface MoreFiltersProps {
  filters: Filters;
  /** Shows all filters, which take half of a screen; otherwise only those that are set. */
  all: boolean;
}

function MoreFilters({ filters, all }: MoreFiltersProps) {
  const fields: Record<Exclude<FilterName, FirstFilter>, React.ReactNode> = {
    level: <MultiFilter name="level" label="Risk level" filters={filters} data={options(LEVELS)} />,
    signal: <MultiFilter name="signal" label="Signal" filters={filters} data={options(SIGNAL_CODES, signalName)} />,
    evaluation: (
      <MultiFilter
        name="evaluation"
        label="Evaluation"
        filters={filters}
        data={options(EVALUATIONS, (word) => EVALUATION_TEXT[word as 'inconclusive'].name)}
      />
    ),
    label: (
      <MultiFilter
        name="label"
        label="Label"
        filters={filters}
        data={options(LABELS, (word) => LABEL_TEXT[word as 'unknown'])}
      />
    ),
    rule_id: <RuleFilter filters={filters} />,
    policy_version: <TextFilter name="policy_version" label="Policy version" placeholder="3" filters={filters} />,
    assigned_to: <AssigneeFilter filters={filters} />,
    device_id: <TextFilter name="device_id" label="Device" placeholder="dev_…" filters={filters} />,
    session_id: <TextFilter name="session_id" label="Session" placeholder="ses_…" filters={filters} />,
    network: <TextFilter name="network" label="Network" placeholder="net_…" filters={filters} />,
    same_fingerprint_as: (
      <TextFilter name="same_fingerprint_as" label="Same fingerprint as" placeholder="evt_…" filters={filters} />
    ),
    from: <TimeFilter name="from" label="From" filters={filters} />,
    to: <TimeFilter name="to" label="Before" filters={filters} />,
  };
  const shown = Object.entries(fields).filter(([name]) => all || filters.one(name) !== '');
  if (shown.length === 0) return null;
  return (
    <div className={classes.filters}>
      {shown.map(([name, field]) => (
        <Fragment key={name}>{field}</Fragment>
      ))}
    </div>
  );
}
