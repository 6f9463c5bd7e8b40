// Risk assessments with their whole signal breakdown, by policy version and rule as well.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../api/read.ts';
import type { AssessmentItem } from '../api/types.ts';
import { Await, Empty } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { DecisionTag, EvaluationTag, Score } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { DECISION_TEXT, eventName, signalName } from '../components/wording.ts';
import { EventFilters, FILTER_NAMES } from '../events/EventFilters.tsx';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { type Filters, useFilters } from '../shell/filters.ts';
import { screen, toEvent } from '../shell/links.ts';
import classes from './AssessmentsScreen.module.css';

export function AssessmentsScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const read = useList<AssessmentItem>(environmentPath(environment, '/risk-assessments'), filters.search);
  const filtered = [...FILTER_NAMES, 'policy_version', 'rule_id'].some((name) => filters.one(name) !== '');
  return (
    <Page
      title="Risk assessments"
      about="What each event scored, signal by signal, and which policy version and rule decided. Never edited."
    >
      <EventFilters filters={filters} />
      <div className={classes.policyFilters}>
        <Narrow name="policy_version" label="Policy version" placeholder="3" filters={filters} />
        <Narrow name="rule_id" label="Matched rule" placeholder="polr_…" filters={filters} />
      </div>
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              filtered ? (
                <Empty title="No assessment matches these filters" />
              ) : (
                <FirstEvent />
              )
            ) : (
              <>
                <ListTable
                  caption="Risk assessments"
                  rows={list.data}
                  keyOf={(row) => row.id}
                  hrefOf={(row) => toEvent(environment, row.event_id)}
                  columns={columns(environment)}
                />
                <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
              </>
            )
          }
        </Await>
      </Card>
    </Page>
  );
}

function Narrow({
  name,
  label,
  placeholder,
  filters,
}: {
  name: string;
  label: string;
  placeholder: string;
  filters: Filters;
}) {
  const value = filters.one(name);
  const [typed, setTyped] = useState({ value, text: value });
  if (typed.value !== value) setTyped({ value, text: value });
  const commit = () => typed.text.trim() !== value && filters.set({ [name]: typed.text.trim() || undefined });
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed.text}
      onChange={(event) => setTyped({ value, text: event.currentTarget.value })}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

/** The score alone, or the rule that overrode it and what the score would have said. */
function DecidedBy({ assessment }: { assessment: AssessmentItem }) {
  const { matched_rule: rule, default_decision: byScore, decision } = assessment;
  if (rule === null) return <span className="soft">score</span>;
  return (
    <>
      rule “{rule.name}”
      {byScore !== decision && <span className="soft"> (by score: {DECISION_TEXT[byScore].name.toLowerCase()})</span>}
    </>
  );
}

function columns(environment: Parameters<typeof screen>[0]): Column<AssessmentItem>[] {
  return [
    { name: 'Event', tight: true, cell: (row) => <strong>{eventName(row.event_type)}</strong> },
    { name: 'Score', bare: true, cell: (row) => <Score score={row.score} level={row.level} /> },
    {
      name: 'Signals',
      bare: true,
      cell: (row) => (
        <ul className={classes.signals}>
          {[...row.signals]
            .sort((a, b) => b.weight - a.weight)
            .map((signal) => (
              <li key={signal.code} title={signal.description}>
                {signalName(signal.code)}{' '}
                <strong>{signal.weight > 0 ? `+${signal.weight}` : `−${-signal.weight}`}</strong>
              </li>
            ))}
        </ul>
      ),
    },
    { name: 'Decision', bare: true, cell: (row) => <DecisionTag decision={row.decision} /> },
    { name: 'Decided by', cell: (row) => <DecidedBy assessment={row} /> },
    {
      name: 'Policy',
      numeric: true,
      drop: 'medium',
      cell: (row) => (
        <a href={screen(environment, 'policy', { tab: 'versions', version: row.policy_version })}>
          v{row.policy_version}
        </a>
      ),
    },
    { name: 'Evaluation', drop: 'medium', tight: true, cell: (row) => <EvaluationTag evaluation={row.evaluation} /> },
    { name: 'When', tight: true, cell: (row) => <Timestamp at={row.created_at} /> },
  ];
}
