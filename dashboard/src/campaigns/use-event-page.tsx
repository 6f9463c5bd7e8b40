// Pages through events whose ids are known, such as those of a campaign: newest first, as in every event list.
import { Button } from '@mantine/core';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { useList } from '../api/read.ts';
import type { EventItem } from '../api/types.ts';
import pagerClasses from '../components/Pager.module.css';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';

/** The most ids that one request may filter by. */
const PAGE = 20;

const pageNumbers = (events: number) =>
  Array.from({ length: Math.ceil(events / PAGE) || 1 }, (_, page) => String(page + 1));

/** `ids` are oldest first. `parameter` is the part of the address that keeps the page, for a return from one of its events. */
export function useEventPage(ids: readonly string[], parameter: string) {
  const environment = useEnvironment();
  const filters = useFilters();
  const page = Number(filters.choice(parameter, pageNumbers(ids.length)));
  const start = (page - 1) * PAGE;
  const go = (to: number) => filters.set({ [parameter]: to === 1 ? undefined : String(to) });
  const newest = ids.length - start;
  const query = { event_id: ids.slice(Math.max(newest - PAGE, 0), newest), limit: PAGE };
  const read = useList<EventItem>(environmentPath(environment, '/events'), query, { enabled: ids.length > 0 });
  const pager =
    ids.length <= PAGE ? null : (
      <nav className={pagerClasses.pager} aria-label="Pages" aria-busy={read.isFetching}>
        <Button variant="default" size="xs" disabled={start === 0} onClick={() => go(page - 1)}>
          Previous
        </Button>
        <span className="small muted">
          {formatNumber(start + 1)} to {formatNumber(Math.min(start + PAGE, ids.length))} of {formatNumber(ids.length)}
        </span>
        <Button variant="default" size="xs" disabled={start + PAGE >= ids.length} onClick={() => go(page + 1)}>
          Next
        </Button>
      </nav>
    );
  return { read, pager };
}
