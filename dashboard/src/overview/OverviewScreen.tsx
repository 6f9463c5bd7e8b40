// One day at a glance: volume and decisions compared with the previous day, top signals, and webhook health.
import { Button, SegmentedControl } from '@mantine/core';
import { HOUR } from '../../../src/vocabulary/clock.ts';
import { useList, useOne } from '../api/read.ts';
import type { Environment, EventItem, Overview } from '../api/types.ts';
import { Await, Loading, NotRead } from '../components/Feedback.tsx';
import { IconChevronLeft, IconChevronRight } from '../components/icons.ts';
import { Card, Page } from '../components/Page.tsx';
import { Onboarding } from '../integration/StepsCard.tsx';
import { useOpenSteps } from '../integration/steps.ts';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { screenHref } from '../shell/links.ts';
import { DecisionBars } from './DecisionBars.tsx';
import { dayRange, shiftDate } from './day.ts';
import { KeyNumbers } from './KeyNumbers.tsx';
import { OpenAlerts, useOpenAlerts } from './OpenAlerts.tsx';
import { Quality } from './Quality.tsx';
import { TopSignals } from './TopSignals.tsx';
import { TrendsView } from './TrendsView.tsx';
import { WebhookHealth } from './WebhookHealth.tsx';

const RANGES = [
  ['', 'Day'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;

function useOverview(date: string, live: boolean) {
  const environment = useEnvironment();
  return useOne<Overview>(environmentPath(environment, '/overview'), { date }, live ? { every: 10_000 } : {});
}

export function OverviewScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const today = new Date().toISOString().slice(0, 10);
  const days = Number(filters.one('days'));
  const date = filters.one('date') || today;
  const read = useOverview(date, date === today);
  const before = useOverview(shiftDate(date, -1), false);
  const newest = useList<EventItem>(environmentPath(environment, '/events'), { limit: 1 });
  const setup = useOpenSteps();
  const attention = useOpenAlerts();
  // Everything appears at once: a part that arrived later would push the numbers down while someone reads them.
  const isLoading = [read, newest, setup, attention].some((part) => part.isLoading);
  const lastEvent = newest.data?.data[0];
  const noEvents = newest.data !== undefined && lastEvent === undefined;

  if (noEvents) {
    return (
      <Page title="Overview">
        <Card>
          <FirstEvent />
        </Card>
      </Page>
    );
  }
  const ranges = (
    <SegmentedControl
      aria-label="Time range"
      size="xs"
      value={RANGES.some(([value]) => value === filters.one('days')) ? filters.one('days') : ''}
      onChange={(value) => filters.set({ days: value || undefined, date: undefined })}
      data={RANGES.map(([value, label]) => ({ value, label }))}
    />
  );
  if (RANGES.some(([value]) => value === String(days))) {
    return <TrendsView days={days} today={today} actions={ranges} />;
  }
  return (
    <Page
      title="Overview"
      description={<DayDescription date={date} today={today} newest={lastEvent} empty={read.data?.data.events === 0} />}
      actions={
        <>
          {ranges}
          <DayButtons
            date={date}
            today={today}
            onDate={(next) => filters.set({ date: next === today ? undefined : next })}
          />
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
            <DecisionBars
              title="Decisions by hour"
              label={`Decisions by hour of ${data.date}, UTC`}
              unit="Hour"
              bars={data.hours.map((row) => hourBar(environment, data.date, row))}
            />
            <div className="columns">
              <TopSignals signals={data.top_signals} range={dayRange(data.date)} none="No signals fired on this day." />
              <Quality overview={data} />
              <WebhookHealth overview={data} />
            </div>
          </>
        )}
      </Await>
    </Page>
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
