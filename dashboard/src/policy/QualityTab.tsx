// Decision quality as measured by labels: the confusion matrix and its rates with 95 % confidence intervals.
import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { DAY, HOUR } from '../../../src/vocabulary/clock.ts';
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import type { Quality, QualityMeasures, Rate } from '../api/control-types.ts';
import { useOne } from '../api/read.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { DECISION_TEXT, humanize, signalName } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';

const TIME_RANGES = { 7: 'Week', 30: 'Month', 365: 'Year' } as const;

/** `62 % 48–74 %, 21 of 34`: the rate, its 95 % confidence interval and its counts, or "No data". */
function RateText({ rate }: { rate: Rate }) {
  if (rate.value === null || rate.low === null || rate.high === null) return <span className="muted">No data</span>;
  const percent = (share: number) =>
    (share * 100).toFixed((share > 0.99 && share < 0.9995) || (share > 0 && share < 0.1) ? 1 : 0);
  return (
    <span>
      <strong>{percent(rate.value)} %</strong>{' '}
      <span className="muted small nowrap">
        {percent(rate.low)}–{percent(rate.high)} %, {formatNumber(rate.count)} of {formatNumber(rate.of)}
      </span>
    </span>
  );
}

export function QualityTab() {
  const environment = useEnvironment();
  const [days, setDays] = useState('30');
  // Rounded up to the hour, so that a re-render does not send another request.
  const range = useMemo(() => {
    const to = Math.ceil((Date.now() + 1) / HOUR) * HOUR;
    return { from: new Date(to - Number(days) * DAY).toISOString(), to: new Date(to).toISOString() };
  }, [days]);
  const read = useOne<Quality>(environmentPath(environment, '/policy/quality'), range);
  return (
    <div className="stack">
      <SegmentedControl
        aria-label="Time range"
        value={days}
        onChange={setDays}
        data={Object.entries(TIME_RANGES).map(([value, label]) => ({ value, label }))}
      />
      <Await read={read}>{({ data }) => <QualityReport quality={data} />}</Await>
    </div>
  );
}

function QualityReport({ quality }: { quality: Quality }) {
  if (quality.labelled === 0) {
    return (
      <Card>
        <EmptyState title="No labels in this time range">
          <p>
            {formatCount(quality.events, 'event')}, none with a label. Label some in the worklist to see how often
            blocks were right and how much fraud got through.
          </p>
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <p>
        {formatNumber(quality.labelled)} of {formatCount(quality.events, 'event')}{' '}
        {quality.labelled === 1 ? 'has' : 'have'} a label. Rates cover labeled events only and include 95 % confidence
        intervals. Analysts tend to label suspicious events, so these are not a random sample.
      </p>
      <div className="columns">
        <Rates title="Blocks" rates={quality.block} />
        <Rates title="Challenges and blocks" rates={quality.challenge_or_block} />
        <Confusion quality={quality} />
      </div>
      <Breakdown
        title="By signal"
        rows={quality.by_signal.map((row) => ({ ...row, key: row.signal, name: signalName(row.signal) }))}
      />
      <Breakdown
        title="By rule"
        rows={quality.by_rule.map((row) => ({ ...row, key: row.rule.id, name: row.rule.name }))}
      />
      <Breakdown
        title="By policy version"
        rows={quality.by_policy_version.map((row) => ({
          ...row,
          key: String(row.policy_version),
          name: `Version ${row.policy_version}`,
        }))}
      />
    </>
  );
}

const RATES = [
  ['precision', 'Flagged correctly', 'precision'],
  ['recall', 'Fraud detected', 'recall'],
  ['false_positive_rate', 'Legitimate events flagged', 'false positive rate'],
] as const;

function Rates({ title, rates }: { title: string; rates: QualityMeasures['block'] }) {
  return (
    <Card title={title} flush>
      <ListTable
        caption={title}
        rows={RATES}
        rowKey={([name]) => name}
        columns={[
          {
            name: 'Measure',
            cell: ([, text, term]) => (
              <>
                {text} <span className="muted small">({term})</span>
              </>
            ),
          },
          { name: 'Rate', unlabeled: true, cell: ([name]) => <RateText rate={rates[name]} /> },
        ]}
      />
    </Card>
  );
}

function Confusion({ quality }: { quality: Quality }) {
  const groups = Object.keys(quality.confusion.allow) as (keyof typeof quality.confusion.allow)[];
  return (
    <Card title="Decisions by label" flush>
      <ListTable
        caption="Decisions by label"
        rows={DECISIONS}
        rowKey={(decision) => decision}
        columns={[
          // Plain text instead of a tag, so that all columns fit a third of a 1280 px window.
          { name: 'Decision', cell: (decision) => <strong>{DECISION_TEXT[decision].name}</strong> },
          ...groups.map((group) => ({
            name: humanize(group),
            numeric: true,
            cell: (decision: (typeof DECISIONS)[number]) => formatNumber(quality.confusion[decision][group] ?? 0),
          })),
        ]}
      />
    </Card>
  );
}

type Row = QualityMeasures & { key: string; name: string };

function Breakdown({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  const columns: Column<Row>[] = [
    { name: humanize(title.slice(3)), cell: (row) => <strong>{row.name}</strong> },
    { name: 'Correct challenges and blocks', cell: (row) => <RateText rate={row.challenge_or_block.precision} /> },
    { name: 'Fraud detected', cell: (row) => <RateText rate={row.challenge_or_block.recall} /> },
    {
      name: 'Legitimate events flagged',
      hideBelow: 'narrow',
      cell: (row) => <RateText rate={row.challenge_or_block.false_positive_rate} />,
    },
  ];
  return (
    <Card title={title} flush>
      <ListTable caption={`Quality ${title.toLowerCase()}`} rows={rows} rowKey={(row) => row.key} columns={columns} />
    </Card>
  );
}
