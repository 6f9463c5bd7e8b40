// One day at a glance: volume and decisions compared with the previous day, top signals, and webhook health.
import { Button } from '@mantine/core';
import { useList, useOne } from '../api/read.ts';
import type { EventItem, Overview } from '../api/types.ts';
import { Await, Loading } from '../components/Feedback.tsx';
import { IconChevronLeft, IconChevronRight } from '../components/icons.ts';
import { Card, Page } from '../components/Page.tsx';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { DecisionsByHour } from './DecisionsByHour.tsx';
import { shiftDate } from './day.ts';
import { KeyNumbers } from './KeyNumbers.tsx';
import { Quality } from './Quality.tsx';
import { TopSignals } from './TopSignals.tsx';
import { WebhookHealth } from './WebhookHealth.tsx';

function useOverview(date: string, live: boolean) {
  const environment = useEnvironment();
  return useOne<Overview>(environmentPath(environment, '/overview'), { date }, live ? { every: 10_000 } : {});
}

export function OverviewScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const today = new Date().toISOString().slice(0, 10);
  const date = filters.one('date') || today;
  const read = useOverview(date, date === today);
  const before = useOverview(shiftDate(date, -1), false);
  const newest = useList<EventItem>(environmentPath(environment, '/events'), { limit: 1 });
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
  return (
    <Page
      title="Overview"
      description={<DayDescription date={date} today={today} newest={lastEvent} empty={read.data?.data.events === 0} />}
      actions={
        <DayButtons
          date={date}
          today={today}
          onDate={(next) => filters.set({ date: next === today ? undefined : next })}
        />
      }
    >
      <Await read={read} loading={<Loading rows={4} height="6rem" />}>
        {({ data }) => (
          <>
            <KeyNumbers now={data} before={before.data?.data} partial={date === today} />
            <DecisionsByHour overview={data} />
            <div className="columns">
              <TopSignals overview={data} />
              <Quality overview={data} />
              <WebhookHealth overview={data} />
            </div>
          </>
        )}
      </Await>
    </Page>
  );
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
