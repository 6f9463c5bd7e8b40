// What happened to an account, newest first: stopped events in runs, first logins, changes, labels and notes.
import { useState } from 'react';
import { ACTIVITY_LIMITS } from '../../../src/vocabulary/activity-limits.ts';
import { STOPPED_DECISIONS } from '../../../src/vocabulary/decisions.ts';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { useList } from '../api/read.ts';
import type { AccountSummary, TimelineEntry } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { Card } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { DecisionTag, EvaluationTag, Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { eventHref, screenHref } from '../shell/links.ts';
import classes from './TimelineCard.module.css';
import { entryDetails, entryRange, entryTitle } from './timeline-text.ts';

export function TimelineCard({ account, summary }: { account: string; summary: AccountSummary }) {
  const environment = useEnvironment();
  const [cursor, setCursor] = useState<string | undefined>();
  const path = environmentPath(environment, `/accounts/${encodeURIComponent(account)}/timeline`);
  const read = useList<TimelineEntry>(path, { limit: 20, cursor: cursor ?? '' });
  const isPartial = summary.complete_since > summary.first_seen_at;
  return (
    <Card title="Timeline" flush>
      {isPartial && (
        <p className={classes.partial}>
          The account has {formatNumber(summary.event_count)} events. The timeline, the networks and the last 30 days
          show the newest {formatNumber(ACTIVITY_LIMITS.events)}, since{' '}
          <Timestamp at={summary.complete_since} format="absolute" />.
        </p>
      )}
      <Await read={read}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState title="No entries yet">
              <p>No login, change, stopped event, label or note yet.</p>
            </EmptyState>
          ) : (
            <>
              <ol className={classes.timeline} aria-label="Timeline">
                {list.data.map((entry) => (
                  <Entry key={`${entry.kind} ${entry.first_at} ${entry.event?.id}`} account={account} entry={entry} />
                ))}
              </ol>
              <Pager list={list} busy={read.isFetching} onCursor={setCursor} name="the timeline" />
            </>
          )
        }
      </Await>
    </Card>
  );
}

function Entry({ account, entry }: { account: string; entry: TimelineEntry }) {
  const details = entryDetails(entry);
  return (
    <li className={classes.entry} data-tone={toneOf(entry)}>
      <div className={classes.when}>
        <Timestamp at={entry.last_at} />
      </div>
      <div className={classes.what}>
        <div className="row">
          <Title account={account} entry={entry} />
          <Tags entry={entry} />
        </div>
        {entry.note !== null && <p className={classes.note}>{entry.note}</p>}
        {details !== '' && <p className="muted small">{details}</p>}
      </div>
    </li>
  );
}

function Title({ account, entry }: { account: string; entry: TimelineEntry }) {
  const environment = useEnvironment();
  const title = entryTitle(entry);
  if (entry.event === null) return <strong>{title}</strong>;
  const stopped = { account_id: account, decision: STOPPED_DECISIONS, ...entryRange(entry) };
  const isRun = entry.kind === 'stopped' && entry.event_count > 1;
  return (
    <a href={isRun ? screenHref(environment, 'events', stopped) : eventHref(environment, entry.event.id)}>
      <strong>{title}</strong>
    </a>
  );
}

function Tags({ entry }: { entry: TimelineEntry }) {
  if (entry.kind === 'outcome' && entry.evaluation !== null) return <EvaluationTag evaluation={entry.evaluation} />;
  if (entry.event === null || entry.kind === 'note') return null;
  if (entry.kind === 'stopped' && entry.event_count > 1) return <Tag tone={entry.event.decision}>Stopped</Tag>;
  return <DecisionTag decision={entry.event.decision} />;
}

/** The color of the dot, which only repeats the text. */
function toneOf({ kind, event }: TimelineEntry): string {
  return kind === 'note' || kind === 'outcome' || event === null ? 'neutral' : event.decision;
}
