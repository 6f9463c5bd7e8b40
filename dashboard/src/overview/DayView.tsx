// One day at a glance: volume and decisions compared with the previous day, top signals, and webhook health.
import { Button } from '@mantine/core';
import { HOUR } from '../../../src/vocabulary/clock.ts';
import { type useList, useOne } from '../api/read.ts';
import type { Environment, EventItem, Overview } from '../api/types.ts';
import { Await, Loading, NotRead } from '../components/Feedback.tsx';
import { IconChevronLeft, IconChevronRight } from '../components/icons.ts';
import { Page } from '../components/Page.tsx';
import { Onboarding } from '../integration/StepsCard.tsx';
import { useOpenSteps } from '../integration/steps.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { screenHref } from '../shell/links.ts';
import { DecisionBars } from './DecisionBars.tsx';
import { dayRange, shiftDate } from './day.ts';
import { KeyNumbers } from './KeyNumbers.tsx';
import { OpenAlerts, useOpenAlerts } from './OpenAlerts.tsx';
import { Quality } from './Quality.tsx';
import { TopSignals } from './TopSignals.tsx';
import { WebhookHealth } from './WebhookHealth.tsx';

function useOverview(date: string, live: boolean) {
  const environment = useEnvironment();
  return useOne<Overview>(environmentPath(environment, '/overview'), { date }, live ? { every: 10_000 } : {});
}

interface DayViewProps {
  today: string;
  /** The newest event of the environment. */
  newest: ReturnType<typeof useList<EventItem>>;
  /** The choice between one day and several. */
  ranges: React.ReactNode;
}

export function DayView({ today, newest, ranges }: DayViewProps) {
  const filters = useFilters();
  const date = filters.one('date') || today;
  const read = useOverview(date, date === today);
  const before = useOverview(shiftDate(date, -1), false);
  const setup = useOpenSteps();
  const attention = useOpenAlerts();
  // Everything appears at once: a part that arrived later would push the numbers down while someone reads them.
  const isLoading = [read, newest, setup, attention].some((part) => part.isLoading);
  const isEmpty = read.data?.data.events === 0;
  const onDate = (next: string) => filters.set({ date: next === today ? undefined : next });
  return (
    <Page
      title="Overview"
      description={<DayDescription date={date} today={today} newest={newest.data?.data[0]} empty={isEmpty} />}
      actions={
        <>
          {ranges}
          <DayButtons date={date} today={today} onDate={onDate} />
        </>
      }
    >
      {!isLoading && <OpenAlerts {...attention} />}
      <Await read={isLoading ? { ...read, data: undefined } : read} loading={<Loading rows={4} height="6rem" />}>
        {({ data }) => (
          <>
            {setup.steps !== null && <Onboarding steps={setup.steps} />}
            <NotRead what="The day before" reads={[before]} />
            <KeyNumbers now={data} before={before.data?.data} partial={date === today} />
            <Detail overview={data} />
          </>
        )}
      </Await>
    </Page>
  );
}

function Detail({ overview }: { overview: Overview }) {
  const environment = useEnvironment();
  return (
    <>
      <DecisionBars
        title="Decisions by hour"
        label={`Decisions by hour of ${overview.date}, UTC`}
        unit="Hour"
        bars={overview.hours.map((row) => hourBar(environment, overview.date, row))}
      />
      <div className="columns">
        <TopSignals
          signals={overview.top_signals}
          range={dayRange(overview.date)}
          none="No signals fired on this day."
        />
        <Quality overview={overview} />
        <WebhookHealth overview={overview} />
      </div>
    </>
  );
}

function hourBar(environment: Environment, date: string, row: Overview['hours'][number]) {
  const hour = String(row.hour).padStart(2, '0');
  const from = `${date}T${hour}:00:00.000Z`;
  const to = new Date(Date.parse(from) + HOUR).toISOString();
  const href = screenHref(environment, 'events', { from, to });
  return { name: hour, title: `${hour}:00`, events: row.events, decisions: row, href, from, to };
}

function DayDescription(props: { date: string; today: string; newest: EventItem | undefined; empty: boolean }) {
  const { date, today, newest, empty } = props;
  const environment = useEnvironment();
  const lastDay = newest?.created_at.slice(0, 10);
  return (
    <>
      {date === today ? `Today, ${date} (UTC), compared with the same hours yesterday.` : `${date} (UTC).`}{' '}
      {empty && lastDay !== undefined && lastDay !== date && (
        <>
          No events on this day. The newest event is from {lastDay}:{' '}
          <a href={`#/${environment.id}/overview?date=${lastDay}`}>show that day</a>.
        </>
      )}
    </>
  );
}

function DayButtons({ date, today, onDate }: { date: string; today: string; onDate: (date: string) => void }) {
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        onClick={() => onDate(shiftDate(date, -1))}
      >
        Previous day
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={date >= today}
        rightSection={<IconChevronRight size={14} aria-hidden />}
        onClick={() => onDate(shiftDate(date, 1))}
      >
        Next day
      </Button>
      <Button variant="default" size="xs" disabled={date === today} onClick={() => onDate(today)}>
        Today
      </Button>
    </>
  );
}
