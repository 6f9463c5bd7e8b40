// Tries a draft policy on history before anybody is affected; it writes nothing.
import { Button, Progress, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { EventItem } from '../api/types.ts';
import { Failure } from '../components/Feedback.tsx';
import { Card } from '../components/Page.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screen } from '../shell/links.ts';
import classes from './Backtest.module.css';
import { BacktestResultView } from './BacktestResult.tsx';
import { type BacktestProgress, useBacktest } from './backtest.ts';
import type { Draft } from './draft.ts';

const WEEK = 7 * 86_400_000;

/** A week that ends with the newest event: imported history lies in the past. */
function useRange() {
  const environment = useEnvironment();
  const newest = useList<EventItem>(environmentPath(environment, '/events'), { limit: 1 }).data?.data[0];
  const [range, setRange] = useState<{ from: string; to: string } | null>(null);
  const end = newest === undefined ? Date.now() : Date.parse(newest.created_at) + 60_000;
  const suggested = { from: minute(end - WEEK), to: minute(end) };
  return { range: range ?? suggested, setRange, ready: range !== null || newest !== undefined };
}

function minute(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}

export function BacktestTab({ draft, onReset }: { draft: Draft; onReset: () => void }) {
  const environment = useEnvironment();
  const may = useMay('simulate_policy');
  const { range, setRange } = useRange();
  const run = useBacktest();
  if (!may) return <p className="soft">Your role may not run backtests.</p>;
  return (
    <div className="stack">
      <Card title="What is tried">
        <div className="stack">
          {draft.changes.length === 0 ? (
            <p className="soft">
              The active policy, unchanged: nothing would be decided differently but what changed since. First{' '}
              <a href={screen(environment, 'policy')}>move a threshold</a> or{' '}
              <a href={screen(environment, 'policy', { tab: 'rules' })}>write a rule</a> and choose “Backtest” there.
            </p>
          ) : (
            <div>
              <p>The active policy with these changes, which are not saved:</p>
              <ul className={classes.changes}>
                {draft.changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            </div>
          )}
          <form
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault();
              run.start(draft, `${range.from}:00.000Z`, `${range.to}:00.000Z`);
            }}
          >
            <TextInput
              type="datetime-local"
              label="Events from (UTC)"
              value={range.from}
              onChange={(event) => setRange({ ...range, from: event.currentTarget.value })}
            />
            <TextInput
              type="datetime-local"
              label="and before (UTC)"
              value={range.to}
              onChange={(event) => setRange({ ...range, to: event.currentTarget.value })}
            />
            <div className="row">
              {run.running ? (
                <Button variant="default" onClick={run.cancel}>
                  Cancel
                </Button>
              ) : (
                <Button type="submit">Run the backtest</Button>
              )}
              {draft.changes.length > 0 && !run.running && (
                <Button variant="subtle" onClick={onReset}>
                  Forget the changes
                </Button>
              )}
            </div>
          </form>
          {run.running && run.progress !== null && <ProgressBar progress={run.progress} />}
        </div>
      </Card>
      {run.error !== null && <Failure error={run.error} />}
      {run.result !== null && <BacktestResultView result={run.result} />}
    </div>
  );
}

function ProgressBar({ progress }: { progress: BacktestProgress }) {
  const share = progress.total === null || progress.total === 0 ? null : (progress.done / progress.total) * 100;
  return (
    <div className="stack tight">
      <Progress value={share ?? 100} animated={share === null} aria-label="Progress of the backtest" />
      <p className="soft small" role="status">
        {progress.done.toLocaleString('en')}
        {progress.total !== null && ` of ${progress.total.toLocaleString('en')}`} events tried
      </p>
    </div>
  );
}
