// All events and how they were assessed, with filters, chosen columns, a live tail and keyboard shortcuts.
import { Switch } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { EventItem } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { ExportMenu } from '../components/ListTools.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { useSelection } from '../components/Selection.tsx';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { useSavedQueue } from '../queue/queue.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { EventCount } from './EventCount.tsx';
import { EventFilters, FILTER_NAMES } from './EventFilters.tsx';
import { EventSelection } from './EventSelection.tsx';
import { EventTable } from './EventTable.tsx';
import { LayoutMenu } from './LayoutMenu.tsx';
import { useLayout } from './layout.ts';

const TAIL_INTERVAL_MS = 2_000;

/** The ids that were not on an earlier page, to highlight events that arrive during a live tail. */
function useNewIds(rows: readonly EventItem[] | undefined, live: boolean): ReadonlySet<string> {
  const seen = useRef<Set<string> | null>(null);
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (rows === undefined) return;
    const before = seen.current;
    setNewIds(live && before !== null ? new Set(rows.map(({ id }) => id).filter((id) => !before.has(id))) : new Set());
    seen.current = new Set([...(before ?? []), ...rows.map(({ id }) => id)]);
  }, [rows, live]);
  return newIds;
}

export function EventsScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const [layout, setLayout] = useLayout(filters);
  const live = filters.one('tail') === 'on';
  const query = useMemo(() => {
    const { tail: _, columns: __, density: ___, ...rest } = filters.search;
    return { ...rest, limit: layout.pageSize };
  }, [filters.search, layout.pageSize]);
  const read = useList<EventItem>(
    environmentPath(environment, '/events'),
    query,
    live ? { every: TAIL_INTERVAL_MS } : {},
  );
  const list = useSavedQueue('events', environmentPath(environment, '/events'), query, read.data);
  const newIds = useNewIds(read.data?.data, live);
  const setLive = (on: boolean) => filters.set({ tail: on ? 'on' : undefined, cursor: undefined });
  useShortcuts({ t: () => setLive(!live) });
  const chosen = Object.fromEntries(FILTER_NAMES.map((name) => [name, filters.many(name)]));
  const selection = useSelection(JSON.stringify(chosen));
  const mayLabel = useMay('record_outcome');
  const filtered = FILTER_NAMES.some((name) => filters.one(name) !== '');

  return (
    <Page
      title="Events"
      description="All events reported by your site, with their risk assessments and decisions."
      actions={
        <>
          <ViewsMenu list="events" filters={filters} />
          <LayoutMenu layout={layout} onChange={setLayout} />
          <ExportMenu path={environmentPath(environment, '/events')} query={query} name="events" />
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
      {mayLabel && filtered && <EventSelection selection={selection} rows={read.data?.data} />}
      <Card flush>
        <Await read={read}>
          {(page) =>
            page.data.length === 0 ? (
              filtered ? (
                <NoMatch
                  onClear={() => filters.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}
                />
              ) : (
                <FirstEvent />
              )
            ) : (
              <>
                <EventTable
                  rows={page.data}
                  newIds={newIds}
                  layout={layout}
                  list={list}
                  {...(mayLabel && filtered && { selection })}
                />
                <Pager
                  list={page}
                  busy={read.isFetching}
                  onCursor={(cursor) => filters.set({ cursor, tail: undefined })}
                  aside={<EventCount key={JSON.stringify(chosen)} query={chosen} />}
                />
              </>
            )
          }
        </Await>
      </Card>
    </Page>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No matching events">
      <p>
        Change or{' '}
        <button type="button" className="link" onClick={onClear}>
          clear the filters
        </button>
        .
      </p>
    </EmptyState>
  );
}
