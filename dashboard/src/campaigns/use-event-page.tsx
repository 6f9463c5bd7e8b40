// Pages through events whose ids are known, such as those of a campaign: newest first, as in every event list.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { useList } from '../api/read.ts';
import type { EventItem } from '../api/types.ts';
import pagerClasses from '../components/Pager.module.css';
import { environmentPath, useEnvironment } from '../shell/environment.ts';

/** The most ids that one request may filter by. */
const PAGE = 20;

/** `ids` are oldest first. */
export function useEventPage(ids: readonly string[]) {
  const environment = useEnvironment();
  const [start, setStart] = useState(0);
  const newest = ids.length - start;
  const query = { event_id: ids.slice(Math.max(newest - PAGE, 0), newest), limit: PAGE };
  const read = useList<EventItem>(environmentPath(environment, '/events'), query, { enabled: ids.length > 0 });
  const pager =
    ids.length <= PAGE ? null : (
      <nav className={pagerClasses.pager} aria-label="Pages" aria-busy={read.isFetching}>
        <Button variant="default" size="xs" disabled={start === 0} onClick={() => setStart(start - PAGE)}>
          Previous
        </Button>
        <span className="small muted">
          {formatNumber(start + 1)} to {formatNumber(Math.min(start + PAGE, ids.length))} of {formatNumber(ids.length)}
        </span>
        <Button
          variant="default"
          size="xs"
          disabled={start + PAGE >= ids.length}
          onClick={() => setStart(start + PAGE)}
        >
          Next
        </Button>
      </nav>
    );
  return { read, pager };
}
