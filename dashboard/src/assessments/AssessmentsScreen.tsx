// Risk assessments with their signal breakdown, filterable by policy version and rule.
import { useList } from '../api/read.ts';
import type { AssessmentItem } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { TextFilter } from '../components/FilterFields.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { DecisionTag, EvaluationTag, Score } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { DECISION_TEXT, eventName, signalName } from '../components/wording.ts';
import { EventFilters, FILTER_NAMES } from '../events/EventFilters.tsx';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { eventHref, screenHref } from '../shell/links.ts';
import classes from './AssessmentsScreen.module.css';

export function AssessmentsScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const read = useList<AssessmentItem>(environmentPath(environment, '/risk-assessments'), filters.search);
  const filtered = [...FILTER_NAMES, 'policy_version', 'rule_id'].some((name) => filters.one(name) !== '');
  return (
    <Page
      title="Risk assessments"
      description="The score of each event by signal, with the policy version and rule that decided. Assessments cannot be edited."
    >
      <EventFilters filters={filters} />
      <div className={classes.policyFilters}>
        <TextFilter name="policy_version" label="Policy version" placeholder="3" filters={filters} />
        <TextFilter name="rule_id" label="Matched rule" placeholder="polr_…" filters={filters} />
      </div>
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              filtered ? (
                <EmptyState title="No matching assessments" />
              ) : (
                <FirstEvent />
              )
            ) : (
              <>
                <ListTable
                  caption="Risk assessments"
                  rows={list.data}
                  rowKey={(row) => row.id}
                  rowHref={(row) => eventHref(environment, row.event_id)}
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

/** "Score", or the rule that overrode it and the decision by score. */
function DecidedBy({ assessment }: { assessment: AssessmentItem }) {
  const { matched_rule: rule, default_decision: byScore, decision } = assessment;
  if (rule === null) return <span className="muted">Score</span>;
  return (
    <>
      Rule “{rule.name}”
      {byScore !== decision && <span className="muted"> (by score: {DECISION_TEXT[byScore].name.toLowerCase()})</span>}
    </>
  );
}

function columns(environment: Parameters<typeof screenHref>[0]): Column<AssessmentItem>[] {
  return [
    { name: 'Event', nowrap: true, cell: (row) => <strong>{eventName(row.event_type)}</strong> },
    { name: 'Score', unlabeled: true, cell: (row) => <Score score={row.score} level={row.level} /> },
    {
      name: 'Signals',
      unlabeled: true,
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
    { name: 'Decision', unlabeled: true, cell: (row) => <DecisionTag decision={row.decision} /> },
    { name: 'Decided by', cell: (row) => <DecidedBy assessment={row} /> },
    {
      name: 'Policy',
      numeric: true,
      hideBelow: 'medium',
      cell: (row) => (
        <a href={screenHref(environment, 'policy', { tab: 'versions', version: row.policy_version })}>
          v{row.policy_version}
        </a>
      ),
    },
    {
      name: 'Evaluation',
      hideBelow: 'medium',
      nowrap: true,
      cell: (row) => <EvaluationTag evaluation={row.evaluation} />,
    },
    { name: 'Time', nowrap: true, cell: (row) => <Timestamp at={row.created_at} /> },
  ];
}
