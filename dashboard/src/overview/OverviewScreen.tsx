// The overview of one day or of several, or what to do until the first event.
import { SegmentedControl } from '@mantine/core';
import { useList } from '../api/read.ts';
import type { EventItem } from '../api/types.ts';
import { Card, Page } from '../components/Page.tsx';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { DayView } from './DayView.tsx';
import { TrendsView } from './TrendsView.tsx';

const RANGES = [
  ['', 'Day'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;

export function OverviewScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const newest = useList<EventItem>(environmentPath(environment, '/events'), { limit: 1 });
  if (newest.data?.data.length === 0) {
    return (
      <Page title="Overview">
        <Card>
          <FirstEvent />
        </Card>
      </Page>
    );
  }
  const today = new Date().toISOString().slice(0, 10);
  const [days] = RANGES.find(([value]) => value === filters.one('days')) ?? RANGES[0];
  const ranges = (
    <SegmentedControl
      aria-label="Time range"
      size="xs"
      value={days}
      onChange={(value) => filters.set({ days: value || undefined, date: undefined })}
      data={RANGES.map(([value, label]) => ({ value, label }))}
    />
  );
  if (days !== '') return <TrendsView days={Number(days)} today={today} actions={ranges} />;
  return <DayView today={today} newest={newest} ranges={ranges} />;
}
