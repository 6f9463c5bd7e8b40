// All events, newest first: filters in the address bar, a live tail, the keyboard.
import { Switch } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useList } from '../api/read.ts';
import type { EventItem } from '../api/types.ts';
import { Await, Empty } from '../components/Feedback.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { EventFilters, FILTER_NAMES } from './EventFilters.tsx';
import { EventTable } from './EventTable.tsx';

const TAIL_EVERY = 2_000;

/** Ids that were not on the last page shown: they are marked when a live tail brings them. */
function useFresh(rows: readonly EventItem[] | undefined, live: boolean): ReadonlySet<string> {
  const seen = useRef<Set<string> | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (rows === undefined) return;
    const before = seen.current;
    setFresh(live && before !== null ? new Set(rows.map(({ id }) => id).filter((id) => !before.has(id))) : new Set());
    seen.current = new Set([...(before ?? []), ...rows.map(({ id }) => id)]);
  }, [rows, live]);
  return fresh;
}

export function EventsScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const live = filters.one('tail') === 'on';
  const { tail: _, ...query } = filters.search;
  const read = useList<EventItem>(environmentPath(environment, '/events'), query, live ? { every: TAIL_EVERY } : {});
  const fresh = useFresh(read.data?.data, live);
  const setLive = (on: boolean) => filters.set({ tail: on ? 'on' : undefined, cursor: undefined });
  useShortcuts({ t: () => setLive(!live) });
  const filtered = FILTER_NAMES.some((name) => filters.one(name) !== '');

  return (
    <Page
      title="Events"
      about="Everything your site reported, with what was decided. Times are UTC."
      actions={
        <Switch
          label="Live tail"
          checked={live}
          onChange={(event) => setLive(event.currentTarget.checked)}
          aria-describedby="tail-state"
        />
      }
    >
      <span id="tail-state" className="hidden" role="status">
        {live ? 'New events appear as they arrive' : ''}
      </span>
      <EventFilters filters={filters} />
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              filtered ? (
                <NoMatch
                  onClear={() => filters.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}
                />
              ) : (
                <FirstEvent />
              )
            ) : (
              <>
                <EventTable rows={list.data} fresh={fresh} />
                <Pager
                  list={list}
                  busy={read.isFetching}
                  onCursor={(cursor) => filters.set({ cursor, tail: undefined })}
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
    <Empty title="No event matches these filters">
      <p>
        Loosen one of them, or{' '}
        <button type="button" className="link" onClick={onClear}>
          clear all filters
        </button>
        .
      </p>
    </Empty>
  );
}
