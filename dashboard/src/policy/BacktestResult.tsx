// The result of a backtest: how many decisions would change, in which direction, by which rule, and how they compare with labels.
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import { DECISIONS, EVALUATIONS } from '../../../src/vocabulary/words.ts';
import { ShortId } from '../components/Copy.tsx';
import { IconArrowRight } from '../components/icons.ts';
import { ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { DecisionTag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { DECISION_TEXT, EVALUATION_TEXT, eventName } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { eventHref } from '../shell/links.ts';
import classes from './Backtest.module.css';
import type { BacktestResult } from './backtest.ts';

export function BacktestResultView({ result }: { result: BacktestResult }) {
  return (
    <div className="stack">
      <p className={classes.headline} role="status">
        {headline(result)}
      </p>
      {result.events > 0 && (
        <>
          <Card title="Changes by decision" flush>
            <TransitionTable transitions={result.transitions} />
          </Card>
          <div className="columns">
            <div className="stack">
              {result.evaluation !== undefined && <EvaluationCard evaluation={result.evaluation} />}
              {result.by_day !== undefined && <DaysCard days={result.by_day} />}
            </div>
            {result.by_event_type !== undefined && <EventTypesCard types={result.by_event_type} />}
          </div>
          {(result.rules?.length ?? 0) > 0 && <RulesCard rules={result.rules ?? []} />}
          {(result.examples?.length ?? 0) > 0 && <ExamplesCard examples={result.examples ?? []} />}
        </>
      )}
    </div>
  );
}

function headline({ events, changed }: BacktestResult): string {
  if (events === 0) return 'There are no events in this range.';
  if (changed === 0) return `None of ${formatCount(events, 'decision')} would change.`;
  const share = (changed / events) * 100;
  // With one decimal, as on the other tabs; a small share is not shown as 0.
  const percent = share < 0.1 ? 'less than 0.1' : share.toFixed(1);
  return `${formatNumber(changed)} of ${formatCount(events, 'decision')} would change (${percent} %).`;
}

function TransitionTable({ transitions }: { transitions: BacktestResult['transitions'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.scroll} tabIndex={0} aria-label="Recorded and draft decisions">
      <table className={classes.transitions}>
        <caption className="visually-hidden">Recorded decisions by row, decisions under the draft by column</caption>
        <thead>
          <tr>
            <th scope="col">Recorded</th>
            {DECISIONS.map((to) => (
              <th key={to} scope="col">
                Would be {DECISION_TEXT[to].done.toLowerCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DECISIONS.map((from) => (
            <tr key={from}>
              <th scope="row">
                <DecisionTag decision={from} />
              </th>
              {DECISIONS.map((to) => {
                const number = transitions[from]?.[to] ?? 0;
                return (
                  <td key={to} data-changed={from !== to && number > 0} data-zero={number === 0}>
                    {formatNumber(number)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function EvaluationCard({ evaluation }: { evaluation: NonNullable<BacktestResult['evaluation']> }) {
  const rows = EVALUATIONS.filter((word) => (evaluation.before[word] ?? 0) + (evaluation.after[word] ?? 0) > 0);
  return (
    <Card title="Compared with labels" flush>
      <ListTable
        caption="Evaluations under the recorded and the draft policy"
        rows={rows}
        rowKey={(word) => word}
        columns={[
          { name: 'Evaluation', cell: (word) => EVALUATION_TEXT[word].name },
          { name: 'Recorded', numeric: true, cell: (word) => formatNumber(evaluation.before[word] ?? 0) },
          { name: 'Draft', numeric: true, cell: (word) => formatNumber(evaluation.after[word] ?? 0) },
        ]}
      />
    </Card>
  );
}

function EventTypesCard({ types }: { types: NonNullable<BacktestResult['by_event_type']> }) {
  return (
    <Card title="By event type" flush>
      <ListTable
        caption="Changes by event type"
        rows={Object.entries(types).sort(
          ([, one], [, other]) => other.changed - one.changed || other.events - one.events,
        )}
        rowKey={([type]) => type}
        columns={[
          { name: 'Event type', cell: ([type]) => eventName(type) },
          { name: 'Events', numeric: true, cell: ([, row]) => formatNumber(row.events) },
          { name: 'Would change', numeric: true, cell: ([, row]) => formatNumber(row.changed) },
        ]}
      />
    </Card>
  );
}

/** Days shown: of a longer range, the newest. */
const SHOWN_DAYS = 31;

/** The days on which decisions would change: whether a change concerns every day or one attack. */
function DaysCard({ days }: { days: NonNullable<BacktestResult['by_day']> }) {
  const changed = days.filter((day) => day.changed > 0).slice(-SHOWN_DAYS);
  if (changed.length === 0) return null;
  return (
    <Card title="By day (UTC)" flush>
      <ListTable
        caption="Changes by day"
        rows={changed.toReversed()}
        rowKey={({ date }) => date}
        columns={[
          { name: 'Day', cell: ({ date }) => date },
          { name: 'Events', numeric: true, cell: ({ events }) => formatNumber(events) },
          { name: 'Would change', numeric: true, cell: (day) => formatNumber(day.changed) },
        ]}
      />
    </Card>
  );
}

function RulesCard({ rules }: { rules: NonNullable<BacktestResult['rules']> }) {
  return (
    <Card title="Rules" flush>
      <ListTable
        caption="How often each rule matched"
        rows={rules.map((rule, index) => ({ ...rule, key: `${index} ${rule.name}` }))}
        rowKey={(rule) => rule.key}
        columns={[
          { name: 'Rule', cell: (rule) => <strong>{rule.name}</strong> },
          { name: 'Would match', numeric: true, cell: (rule) => formatNumber(rule.matched) },
          { name: 'Would decide', numeric: true, cell: (rule) => formatNumber(rule.decided ?? rule.matched) },
          {
            name: 'Note',
            cell: (rule) =>
              rule.hidden ? 'Always overridden by a higher rule' : rule.matched === 0 ? 'No matches in this range' : '',
          },
        ]}
      />
    </Card>
  );
}

function ExamplesCard({ examples }: { examples: NonNullable<BacktestResult['examples']> }) {
  const environment = useEnvironment();
  return (
    <Card title="Examples" flush>
      <ListTable
        caption="Events whose decision would change"
        rows={examples}
        rowKey={(row) => row.event_id}
        rowHref={(row) => eventHref(environment, row.event_id)}
        columns={[
          { name: 'Event', cell: (row) => <strong>{eventName(row.event_type)}</strong> },
          { name: 'Score', numeric: true, cell: (row) => row.score },
          {
            name: 'Decision',
            cell: (row) => (
              <span className="row">
                <DecisionTag decision={row.from} /> <IconArrowRight size={14} aria-label="would be" />{' '}
                <DecisionTag decision={row.to} />
              </span>
            ),
          },
          {
            name: 'By rule',
            hideBelow: 'narrow',
            cell: (row) => row.rule?.name ?? <span className="muted">Thresholds</span>,
          },
          { name: 'ID', hideBelow: 'narrow', cell: (row) => <ShortId id={row.event_id} /> },
          { name: 'Time', cell: (row) => <Timestamp at={row.created_at} /> },
        ]}
      />
    </Card>
  );
}
