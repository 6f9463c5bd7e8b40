// How right the decisions were, as far as labels tell: the confusion table and its rates, honest about how few labels there are.
import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import type { Quality, QualityMeasures, Rate } from '../api/control-types.ts';
import { useOne } from '../api/read.ts';
import { Await, Empty } from '../elements/Feedback.tsx';
import { type Column, ListTable } from '../elements/ListTable.tsx';
import { Card } from '../elements/Page.tsx';
import { DecisionTag } from '../elements/Tags.tsx';
import { count, signalName, spoken } from '../elements/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';

const DAY = 86_400_000;
const SPANS = { 7: 'A week', 30: 'A month', 365: 'A year' } as const;

/** `62 % (48 to 74 %, 21 of 34)` or that there is nothing to tell from. */
function RateText({ rate }: { rate: Rate }) {
  if (rate.value === null || rate.low === null || rate.high === null)
    return <span className="soft">nothing to tell from</span>;
  const percent = (share: number) =>
    (share * 100).toFixed((share > 0.99 && share < 1) || (share > 0 && share < 0.1) ? 1 : 0);
  return (
    <span>
      <strong>{percent(rate.value)} %</strong>{' '}
      <span className="soft small whole">
        {percent(rate.low)}–{percent(rate.high)} %, {rate.count.toLocaleString('en')} of {rate.of.toLocaleString('en')}
      </span>
    </span>
  );
}

export function QualityTab() {
  const environment = useEnvironment();
  const [days, setDays] = useState('30');
  // Rounded to the hour, so that a re-render does not ask again.
  const range = useMemo(() => {
    const to = Math.ceil((Date.now() + 1) / 3_600_000) * 3_600_000;
    return { from: new Date(to - Number(days) * DAY).toISOString(), to: new Date(to).toISOString() };
  }, [days]);
  const read = useOne<Quality>(environmentPath(environment, '/policy/quality'), range);
  return (
    <div className="stack">
      <SegmentedControl
        aria-label="Span of time"
        value={days}
        onChange={setDays}
        data={Object.entries(SPANS).map(([value, label]) => ({ value, label }))}
      />
      <Await read={read}>{({ data }) => <Measured quality={data} />}</Await>
    </div>
  );
}

function Measured({ quality }: { quality: Quality }) {
  if (quality.labelled === 0) {
    return (
      <Card>
        <Empty title="No labels in this span">
          <p>
            {count(quality.events, 'event')}, none with a label. Label some in the worklist; then this page says how
            often a block was right and how much fraud got through.
          </p>
        </Empty>
      </Card>
    );
  }
  return (
    <>
      <p>
        {count(quality.labelled, 'label')} on {count(quality.events, 'event')}: <RateText rate={quality.coverage} />.
        Rates speak of labeled events alone, with their 95 % intervals; people label what looks odd, so they are no
        sample.
      </p>
      <div className="columns">
        <Rates title="If block is the alarm" rates={quality.block} />
        <Rates title="If challenge or block is the alarm" rates={quality.challenge_or_block} />
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
  ['precision', 'Alarms that were right', 'precision'],
  ['recall', 'Fraud that raised an alarm', 'recall'],
  ['false_positive_rate', 'Honest events that raised one', 'false-positive rate'],
] as const;

function Rates({ title, rates }: { title: string; rates: QualityMeasures['block'] }) {
  return (
    <Card title={title} flush>
      <ListTable
        caption={title}
        rows={RATES}
        keyOf={([name]) => name}
        columns={[
          {
            name: 'Measure',
            cell: ([, text, term]) => (
              <>
                {text} <span className="soft small">({term})</span>
              </>
            ),
          },
          { name: 'Share', bare: true, cell: ([name]) => <RateText rate={rates[name]} /> },
        ]}
      />
    </Card>
  );
}

function Confusion({ quality }: { quality: Quality }) {
  const verdicts = Object.keys(quality.confusion.allow) as (keyof typeof quality.confusion.allow)[];
  return (
    <Card title="Decisions against labels" flush>
      <ListTable
        caption="Decisions against labels"
        rows={DECISIONS}
        keyOf={(decision) => decision}
        columns={[
          { name: 'Decision', cell: (decision) => <DecisionTag decision={decision} /> },
          ...verdicts.map((verdict) => ({
            name: spoken(verdict),
            numeric: true,
            cell: (decision: (typeof DECISIONS)[number]) =>
              (quality.confusion[decision][verdict] ?? 0).toLocaleString('en'),
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
    { name: spoken(title.slice(3)), cell: (row) => <strong>{row.name}</strong> },
    { name: 'Right when challenged or blocked', cell: (row) => <RateText rate={row.challenge_or_block.precision} /> },
    { name: 'Fraud caught', cell: (row) => <RateText rate={row.challenge_or_block.recall} /> },
    {
      name: 'Honest events alarmed',
      drop: 'narrow',
      cell: (row) => <RateText rate={row.challenge_or_block.false_positive_rate} />,
    },
  ];
  return (
    <Card title={title} flush>
      <ListTable caption={`Quality ${title.toLowerCase()}`} rows={rows} keyOf={(row) => row.key} columns={columns} />
    </Card>
  );
}
