// Runs a draft policy against past events; changes nothing.
import { Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { DAY, MINUTE } from '../../../src/vocabulary/clock.ts';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { EventItem } from '../api/types.ts';
import { ErrorMessage } from '../components/Feedback.tsx';
import { Card } from '../components/Page.tsx';
import { TimeField } from '../components/TimeField.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import classes from './Backtest.module.css';
import { BacktestResultView } from './BacktestResult.tsx';
import { type BacktestProgress, type BacktestRun, useBacktest } from './backtest.ts';
import type { Draft } from './draft.ts';

const WEEK = 7 * DAY;

/** By default, the week up to the newest event, because imported history ends in the past. */
function useRange(initial: { from: string; to: string } | null) {
  const environment = useEnvironment();
  const read = useList<EventItem>(environmentPath(environment, '/events'), { limit: 1 });
  const newest = read.data?.data[0];
  const [range, setRange] = useState(initial);
  const end = newest === undefined ? Date.now() : Date.parse(newest.created_at) + MINUTE;
  return { range: range ?? { from: wholeMinute(end - WEEK), to: wholeMinute(end) }, setRange, known: !read.isPending };
}

/** Whole minutes, as a `datetime-local` input shows them. */
function wholeMinute(at: number): string {
  return new Date(Math.floor(at / MINUTE) * MINUTE).toISOString();
}

interface BacktestTabProps {
  draft: Draft;
  /** The reader came by “Backtest first”, so the backtest starts at once. */
  startsAtOnce: boolean;
  onStarted: () => void;
  /** Open the changed thresholds or the rule's form, where they can be saved. */
  onThresholds?: () => void;
  onRule?: () => void;
  onReset: () => void;
}

export function BacktestTab(props: BacktestTabProps) {
  const { draft } = props;
  const may = useMay('simulate_policy');
  const run = useBacktest(draft);
  if (!may) return <p className="muted">Your role does not allow backtests.</p>;
  return (
    <div className="stack">
      <Card title="Draft policy">
        <div className="stack">
          <DraftChanges changes={draft.changes} />
          <BacktestForm {...props} run={run} />
          {run.running && run.progress !== null && <ProgressBar progress={run.progress} />}
        </div>
      </Card>
      {run.error !== null && <ErrorMessage error={run.error} />}
      {run.result !== null && <BacktestResultView result={run.result} />}
    </div>
  );
}

function DraftChanges({ changes }: { changes: readonly string[] }) {
  const environment = useEnvironment();
  if (changes.length === 0) {
    return (
      <p className="muted">
        No changes yet: this run shows how the active policy would decide past events today. To test a change, first{' '}
        <a href={screenHref(environment, 'policy')}>move a threshold</a> or{' '}
        <a href={screenHref(environment, 'policy', { tab: 'rules' })}>edit a rule</a>, then choose “Backtest first”
        there.
      </p>
    );
  }
  return (
    <div>
      <p>The active policy with these unsaved changes:</p>
      <ul className={classes.changes}>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  );
}

function BacktestForm({ draft, run, startsAtOnce, onStarted, ...leave }: BacktestTabProps & { run: BacktestRun }) {
  const { range, setRange, known } = useRange(run.range);
  const starts = startsAtOnce && known;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the draft and range at that time
  useEffect(() => {
    if (!starts) return;
    onStarted();
    run.start(draft, range.from, range.to);
  }, [starts]);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        run.start(draft, range.from, range.to);
      }}
    >
      <TimeField
        label="Events from"
        value={range.from}
        required
        onChange={(from) => from !== undefined && setRange({ ...range, from })}
      />
      <TimeField
        label="Events before"
        value={range.to}
        required
        onChange={(to) => to !== undefined && setRange({ ...range, to })}
      />
      <div className="row">
        {run.running ? (
          <Button variant="default" onClick={run.cancel}>
            Cancel
          </Button>
        ) : (
          <Button type="submit">Run backtest</Button>
        )}
        {!run.running && <LeaveButtons {...leave} changed={draft.changes.length > 0} />}
      </div>
    </form>
  );
}

type LeaveButtonsProps = Pick<BacktestTabProps, 'onThresholds' | 'onRule' | 'onReset'> & { changed: boolean };

function LeaveButtons({ onThresholds, onRule, onReset, changed }: LeaveButtonsProps) {
  return (
    <>
      {onThresholds !== undefined && (
        <Button variant="default" onClick={onThresholds}>
          Back to the thresholds
        </Button>
      )}
      {onRule !== undefined && (
        <Button variant="default" onClick={onRule}>
          Back to the rule
        </Button>
      )}
      {changed && (
        <Button variant="subtle" onClick={onReset}>
          Discard changes
        </Button>
      )}
    </>
  );
}

function ProgressBar({ progress }: { progress: BacktestProgress }) {
  const share = progress.total === null || progress.total === 0 ? null : (progress.done / progress.total) * 100;
  return (
    <div className="stack compact">
      <Progress value={share ?? 100} animated={share === null} aria-label="Backtest progress" />
      <p className="muted small" role="status">
        {formatNumber(progress.done)}
        {progress.total !== null && ` of ${formatNumber(progress.total)}`} events tested
      </p>
    </div>
  );
}
