// All events and how they were assessed, with filters, chosen columns, a live tail and keyboard shortcuts.
import { Switch } from '@mantine/core';
import { useMemo } from 'react';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { EventItem, List } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { ExportMenu } from '../components/ListTools.tsx';
import { currentRows } from '../components/outdated.ts';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { useSelection } from '../components/Selection.tsx';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { useSavedQueue } from '../queue/queue.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { type Filters, useFilters } from '../shell/filters.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { EventCount } from './EventCount.tsx';
import { EventFilters, FILTER_NAMES } from './EventFilters.tsx';
import { EventSelection } from './EventSelection.tsx';
import { EventTable } from './EventTable.tsx';
import { LayoutMenu } from './LayoutMenu.tsx';
import { useLayout } from './layout.ts';
import { TAIL_INTERVAL_MS, useLiveTail, useNewIds } from './live-tail.ts';

export function EventsScreen() {
  const path = environmentPath(useEnvironment(), '/events');
  const filters = useFilters();
  const [layout, setLayout] = useLayout(filters);
  const [live, setLive] = useLiveTail(filters);
  const query = useMemo(() => {
    const { tail: _, columns: __, density: ___, ...rest } = filters.search;
    return { ...rest, limit: layout.pageSize };
  }, [filters.search, layout.pageSize]);
  const read = useList<EventItem>(path, query, live ? { every: TAIL_INTERVAL_MS } : {});
  const list = useSavedQueue('events', path, query, read.data);
  const newIds = useNewIds(read.data?.data, live);
  const chosen = chosenFilters(filters);
  const selection = useSelection(JSON.stringify(chosen));
  const mayLabel = useMay('record_outcome');
  const filtered = isFiltered(filters);
  return (
    <Page
      title="Events"
      description="All events reported by your site, with their risk assessments and decisions."
      actions={
        <>
          <ViewsMenu list="events" filters={filters} />
          <LayoutMenu layout={layout} onChange={setLayout} />
          <ExportMenu path={path} query={query} name="events" />
          <Switch
            label="Live tail"
            checked={live}
            onChange={(event) => setLive(event.currentTarget.checked)}
            aria-describedby="tail-state"
          />
        </>
      }
    >
      <span id="tail-state" className="visually-hidden" role="status">
        {live ? 'New events appear as they arrive.' : ''}
      </span>
      <EventFilters filters={filters} />
      {mayLabel && filtered && <EventSelection selection={selection} rows={currentRows(read)} />}
      <Card flush>
        <Await read={read}>
          {(page) =>
            page.data.length === 0 ? (
              <NoEvents filters={filters} />
            ) : (
              <>
                <EventTable
                  rows={page.data}
                  newIds={newIds}
                  layout={layout}
                  list={list}
                  {...(mayLabel && filtered && { selection })}
                />
                <EventPager page={page} busy={read.isFetching} filters={filters} />
              </>
            )
          }
        </Await>
      </Card>
    </Page>
  );
}

const chosenFilters = (filters: Filters) => Object.fromEntries(FILTER_NAMES.map((name) => [name, filters.many(name)]));
const isFiltered = (filters: Filters) => FILTER_NAMES.some((name) => filters.one(name) !== '');

function EventPager({ page, busy, filters }: { page: List<EventItem>; busy: boolean; filters: Filters }) {
  const chosen = chosenFilters(filters);
  return (
    <Pager
      list={page}
      busy={busy}
      // Other pages than the first have no new events.
      onCursor={(cursor) => filters.set({ cursor, tail: undefined })}
      aside={<EventCount key={JSON.stringify(chosen)} query={chosen} />}
    />
  );
}

function NoEvents({ filters }: { filters: Filters }) {
  if (!isFiltered(filters)) return <FirstEvent />;
  const clear = () => filters.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])));
  return (
    <EmptyState title="No matching events">
      <p>
        Change or{' '}
        <button type="button" className="link" onClick={clear}>
          clear the filters
        </button>
        .
      </p>
    </EmptyState>
  );
}
