// Challenged and blocked events to label, one row for each group of events that belong together.

import { levelOf } from '../../../src/scoring/level.ts';
import { useList } from '../api/read.ts';
import type { Campaign } from '../api/types.ts';
import { campaignSize, KIND_TEXT } from '../campaigns/campaign-text.ts';
import { Await } from '../components/Feedback.tsx';
import { RangeSelect } from '../components/FilterFields.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Score } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { eventName } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { campaignHref, screenHref } from '../shell/links.ts';
import { Nothing } from './Nothing.tsx';

const COLUMNS: Column<Campaign>[] = [
  {
    name: 'What belongs together',
    cell: (row) => (
      <>
        <strong>
          {row.kind === 'single' ? eventName(row.event_types[0]?.event_type ?? '') : KIND_TEXT[row.kind].name}
        </strong>
        <br />
        <span className="small">{campaignSize(row)}</span>
      </>
    ),
  },
  { name: 'Events', numeric: true, cell: (row) => row.event_count.toLocaleString('en') },
  { name: 'Accounts', numeric: true, hideBelow: 'narrow', cell: (row) => row.account_count.toLocaleString('en') },
  { name: 'Blocked', numeric: true, cell: (row) => row.decisions.block.toLocaleString('en') },
  { name: 'Highest score', cell: (row) => <Score score={row.max_score} level={levelOf(row.max_score)} /> },
  { name: 'Labeled', numeric: true, cell: (row) => `${row.labeled_count} of ${row.event_count}` },
  { name: 'First event', hideBelow: 'medium', nowrap: true, cell: (row) => <Timestamp at={row.first_at} /> },
  { name: 'Last event', nowrap: true, cell: (row) => <Timestamp at={row.last_at} /> },
];

export function Campaigns() {
  const environment = useEnvironment();
  const filters = useFilters();
  const query = {
    from: filters.one('from'),
    to: filters.one('to'),
    cursor: filters.one('cursor'),
    unlabeled: 'true',
    min_events: 1,
  };
  const read = useList<Campaign>(environmentPath(environment, '/campaigns'), query);
  return (
    <>
      <search aria-label="Filters" className="filters">
        <RangeSelect filters={filters} anyTime="Last 7 days" />
      </search>
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <Nothing title="Every challenge and block of this time is labeled." />
            ) : (
              <>
                <ListTable
                  caption="Campaigns"
                  columns={COLUMNS}
                  rows={list.data}
                  rowKey={(row) => row.id}
                  rowHref={(row) =>
                    row.kind === 'single'
                      ? screenHref(environment, `events/evt_${row.id.slice(-26)}`)
                      : campaignHref(environment, row.id)
                  }
                />
                <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
              </>
            )
          }
        </Await>
      </Card>
    </>
  );
}
