// The overview of several days: totals compared with the previous period, decisions by day, event types and top signals.
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import { useOne } from '../api/read.ts';
import type { Trends } from '../api/types.ts';
import { Bars } from '../components/Bars.tsx';
import { Await, Loading, NotRead } from '../components/Feedback.tsx';
import { Card, Page } from '../components/Page.tsx';
import { DECISION_TEXT, eventName } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import { DecisionBars } from './DecisionBars.tsx';
import { dayRange, shiftDate } from './day.ts';
import classes from './KeyNumbers.module.css';
import { KeyNumber } from './KeyNumbers.tsx';
import { TopSignals } from './TopSignals.tsx';

interface TrendsViewProps {
  days: number;
  today: string;
  actions: React.ReactNode;
}

export function TrendsView({ days, today, actions }: TrendsViewProps) {
  const environment = useEnvironment();
  const from = shiftDate(today, 1 - days);
  const path = environmentPath(environment, '/trends');
  const read = useOne<Trends>(path, { from, to: today }, { every: 60_000 });
  const before = useOne<Trends>(path, { from: shiftDate(from, -days), to: shiftDate(from, -1) });
  return (
    <Page
      title="Overview"
      description={`${from} to ${today} (UTC), compared with the ${days} days before. Today is not over yet.`}
      actions={actions}
    >
      <Await read={read} loading={<Loading rows={4} height="6rem" />}>
        {({ data }) => (
          <>
            <NotRead what={`The ${days} days before`} reads={[before]} />
            <Detail now={data} before={before.data?.data} period={`${days} days before`} />
          </>
        )}
      </Await>
    </Page>
  );
}

interface DetailProps {
  now: Trends;
  before: Trends | undefined;
  period: string;
}

/** The start and end of the days as event filters. */
const rangeOf = ({ from, to }: Trends) => ({ from: dayRange(from).from, to: dayRange(to).to });

function Detail({ now, before, period }: DetailProps) {
  const environment = useEnvironment();
  return (
    <>
      <Totals now={now} before={before} period={period} />
      <DecisionBars
        title="Decisions by day"
        label={`Decisions by day from ${now.from} to ${now.to}, UTC`}
        unit="Day"
        bars={now.days.map(({ date, events, by_decision: decisions }) => ({
          name: date.slice(5),
          title: date,
          events,
          decisions,
          href: screenHref(environment, 'overview', { date }),
          ...dayRange(date),
        }))}
      />
      <div className="columns">
        <TopSignals signals={now.top_signals} range={rangeOf(now)} none="No signals fired in this time." />
        <EventTypes trends={now} />
      </div>
    </>
  );
}

function Totals({ now, before, period }: DetailProps) {
  const environment = useEnvironment();
  const range = rangeOf(now);
  return (
    <ul className={classes.numbers} aria-label="Key numbers">
      <KeyNumber
        name="Events"
        value={now.events}
        before={before?.events}
        period={period}
        href={screenHref(environment, 'events', range)}
      />
      {DECISIONS.map((decision) => (
        <KeyNumber
          key={decision}
          tone={decision}
          name={DECISION_TEXT[decision].done}
          value={now.by_decision[decision]}
          before={before?.by_decision[decision]}
          period={period}
          href={screenHref(environment, 'events', { ...range, decision })}
        />
      ))}
      <KeyNumber
        name="New devices"
        value={now.new_devices}
        before={before?.new_devices}
        period={period}
        href={screenHref(environment, 'devices')}
      />
      <KeyNumber
        name="New accounts"
        value={now.new_accounts}
        before={before?.new_accounts}
        period={period}
        href={screenHref(environment, 'accounts', { sort: 'first_seen' })}
      />
    </ul>
  );
}

function EventTypes({ trends }: { trends: Trends }) {
  const environment = useEnvironment();
  const range = rangeOf(trends);
  return (
    <Card title="Event types">
      {trends.events === 0 ? (
        <p className="muted">No events in this time.</p>
      ) : (
        <Bars
          rows={Object.entries(trends.by_event_type)
            .sort(([, one], [, other]) => other - one)
            .slice(0, 10)
            .map(([type, value]) => ({
              key: type,
              name: <a href={screenHref(environment, 'events', { ...range, event_type: type })}>{eventName(type)}</a>,
              value,
            }))}
        />
      )}
    </Card>
  );
}
