// The thresholds, set on a histogram of real scores, with a preview of the effect before they are saved.
import { Button } from '@mantine/core';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import type { Policy, Thresholds } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { CommentField } from '../components/CommentField.tsx';
import { useConfirm } from '../components/Confirm.tsx';
import { Await, Loading } from '../components/Feedback.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { Card } from '../components/Page.tsx';
import { useOneAtATime } from '../components/SubmitForm.tsx';
import { DecisionTag } from '../components/Tags.tsx';
import { DECISION_TEXT } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { type Draft, sameThresholds } from './draft.ts';
import { Histogram } from './Histogram.tsx';
import { countBands, type Scores, useScores } from './scores.ts';
import { ThresholdFields, useThresholdEntries } from './ThresholdFields.tsx';
import classes from './ThresholdsTab.module.css';
import { isWeaker, moveThreshold, THRESHOLDS } from './thresholds.ts';

interface ThresholdsTabProps {
  policy: Policy;
  /** The version that the draft started from; saving is rejected if it is no longer the active one. */
  base: Policy;
  draft: Draft;
  /** Why the thresholds change. */
  comment: string;
  onComment: (comment: string) => void;
  onDraft: (thresholds: Thresholds | null) => void;
  /** Called after the draft was saved or discarded. */
  onReset: () => void;
  onBacktest: () => void;
}

export function ThresholdsTab(props: ThresholdsTabProps) {
  const { policy, base, draft, comment, onComment, onDraft, onReset, onBacktest } = props;
  const environment = useEnvironment();
  const mayChange = useMay('change_policy');
  const scores = useScores(environment);
  const { thresholds } = draft;
  const changed = !sameThresholds(thresholds, policy.thresholds);
  // Thresholds that equal the active ones are not a draft, so a later version cannot conflict with them.
  const change = (next: Thresholds) => onDraft(sameThresholds(next, policy.thresholds) ? null : next);
  const move = (name: keyof Thresholds, to: number) => change(moveThreshold(thresholds, name, to));
  const entries = useThresholdEntries(thresholds, change);
  const mayUse = changed && !entries.isWrong;
  const reset = () => {
    entries.clear();
    onReset();
  };
  return (
    <div className="stack">
      <Card title="What a score means">
        <Await read={scores} loading={<Loading rows={1} height="14rem" />}>
          {(scoreCounts) => (
            <div className="stack">
              <Histogram counts={scoreCounts.counts} thresholds={thresholds} onMove={mayChange ? move : undefined} />
              <div className={classes.fields}>
                <ThresholdFields entries={entries} disabled={!mayChange} />
                <p className="muted small">Higher scores are blocked. Bounds are inclusive.</p>
              </div>
              <Effect scores={scoreCounts} before={policy.thresholds} after={thresholds} />
            </div>
          )}
        </Await>
      </Card>
      {mayChange && (
        <div className="row">
          <SaveThresholds
            base={base}
            thresholds={thresholds}
            scores={scores.data}
            comment={comment}
            onComment={onComment}
            disabled={!mayUse}
            onSaved={onReset}
          />
          <Button variant="default" disabled={!mayUse} onClick={onBacktest}>
            Backtest first
          </Button>
          <Button variant="subtle" disabled={!changed && !entries.isWrong} onClick={reset}>
            Reset
          </Button>
        </div>
      )}
      {!mayChange && <p className="muted">Your role can view the policy but not change it.</p>}
    </div>
  );
}

function Effect({ scores, before, after }: { scores: Scores; before: Thresholds; after: Thresholds }) {
  if (scores.total === 0) return <p className="muted">No scores yet to preview the effect.</p>;
  const [old, now] = [countBands(scores.counts, before), countBands(scores.counts, after)];
  return (
    <div className={classes.effect}>
      <p className="muted small">Newest {formatNumber(scores.total)} events, by thresholds only (before rules):</p>
      <ul className={classes.bands} aria-live="polite">
        {DECISIONS.map((decision) => (
          <li key={decision}>
            <DecisionTag decision={decision} /> <strong>{formatNumber(now[decision])}</strong>{' '}
            <span className="muted">
              {((now[decision] / scores.total) * 100).toFixed(1)} %
              {now[decision] !== old[decision] && ` (currently ${formatNumber(old[decision])})`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SaveThresholdsProps {
  base: Policy;
  thresholds: Thresholds;
  scores: Scores | undefined;
  comment: string;
  onComment: (comment: string) => void;
  disabled: boolean;
  onSaved: () => void;
}

function SaveThresholds(props: SaveThresholdsProps) {
  const { base, thresholds, scores, comment, onComment, disabled, onSaved } = props;
  const environment = useEnvironment();
  const confirm = useConfirm();
  const path = environmentPath(environment, '/policy');
  const change = useChange<One<Policy>>([path]);
  const run = useOneAtATime();
  const save = async () => {
    const confirmed = await confirm({
      title: 'Change the thresholds?',
      body: <WhatChanges before={base.thresholds} after={thresholds} scores={scores} />,
      weakens: isWeaker(base.thresholds, thresholds),
      action: 'Save thresholds',
      environment,
    });
    if (!confirmed) return;
    try {
      const headers = { 'if-match': `"${base.version}"` };
      const body = { ...thresholds, ...(comment.trim() !== '' && { comment: comment.trim() }) };
      await change.mutateAsync({ method: 'PUT', path: `${path}/thresholds`, body, headers, replaces: path });
      notifySuccess('Thresholds saved. They apply from the next event on.');
      onSaved();
    } catch (error) {
      notifyError('Thresholds not saved', error);
    }
  };
  return (
    <>
      {!disabled && <CommentField comment={comment} onChange={onComment} />}
      <Button disabled={disabled} loading={change.isPending} onClick={() => void run(save)}>
        Save thresholds
      </Button>
    </>
  );
}

/** The change that a member confirms: each threshold that moves, and the decisions that change. */
function WhatChanges({ before, after, scores }: { before: Thresholds; after: Thresholds; scores: Scores | undefined }) {
  const moved = THRESHOLDS.filter(({ name }) => before[name] !== after[name]);
  return (
    <div className="stack compact">
      <ul>
        {moved.map(({ name, label }) => (
          <li key={name}>
            {label} {after[name]} instead of {before[name]}
          </li>
        ))}
      </ul>
      {scores !== undefined && scores.total > 0 && <MovedEvents before={before} after={after} scores={scores} />}
      <p>They apply from the next event on. Past decisions do not change.</p>
    </div>
  );
}

function MovedEvents({ before, after, scores }: { before: Thresholds; after: Thresholds; scores: Scores }) {
  const [old, now] = [countBands(scores.counts, before), countBands(scores.counts, after)];
  const changes = DECISIONS.filter((decision) => now[decision] !== old[decision]).map((decision) => {
    const [from, to] = [formatNumber(old[decision]), formatNumber(now[decision])];
    return `${to} instead of ${from} ${DECISION_TEXT[decision].done.toLowerCase()}`;
  });
  return (
    <p>
      Of the newest {formatNumber(scores.total)} events, by thresholds only:{' '}
      {changes.length === 0 ? 'no decision changes' : changes.join(', ')}.
    </p>
  );
}
