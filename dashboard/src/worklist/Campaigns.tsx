// Challenged and blocked events to label, one row per campaign.
import { Select } from '@mantine/core';
import { levelOf } from '../../../src/scoring/level.ts';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { Campaign } from '../api/types.ts';
import { campaignSize, campaignText } from '../campaigns/campaign-text.ts';
import { Await } from '../components/Feedback.tsx';
import { RangeSelect } from '../components/FilterFields.tsx';
import { type Column, countColumn, ListTable } from '../components/ListTable.tsx';
import { SortSelect } from '../components/ListTools.tsx';
import { currentRows } from '../components/outdated.ts';
import { Card } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { checkColumn, type Selection, useSelection } from '../components/Selection.tsx';
import { Score } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { campaignHref, screenHref } from '../shell/links.ts';
import { AssignCampaigns } from './AssignCampaigns.tsx';
import { Nothing } from './Nothing.tsx';

const SORTS = [
  ['first_at', 'First event, newest first'],
  ['event_count', 'Events, most first'],
  ['max_score', 'Score, highest first'],
] as const;

const SIZES = [
  { value: '1', label: 'Any number' },
  { value: '2', label: '2 or more' },
  { value: '10', label: '10 or more' },
  { value: '100', label: '100 or more' },
];

const rowName = (row: Campaign) => `${campaignText(row).name}, ${campaignSize(row)}`;

const COLUMNS: Column<Campaign>[] = [
  {
    name: 'What belongs together',
    cell: (row) => (
      <>
        <strong>{campaignText(row).name}</strong>
        <br />
        <span className="small chosen-name">{campaignSize(row)}</span>
      </>
    ),
  },
  countColumn('Events', (row) => row.event_count),
  countColumn('Accounts', (row) => row.account_count, 'narrow'),
  countColumn('Blocked', (row) => row.decisions.block),
  { name: 'Highest score', cell: (row) => <Score score={row.max_score} level={levelOf(row.max_score)} /> },
  {
    name: 'Labeled',
    numeric: true,
    cell: (row) => `${formatNumber(row.labeled_count)} of ${formatNumber(row.event_count)}`,
  },
  { name: 'First event', hideBelow: 'medium', nowrap: true, cell: (row) => <Timestamp at={row.first_at} /> },
  { name: 'Last event', nowrap: true, cell: (row) => <Timestamp at={row.last_at} /> },
];

export function Campaigns() {
  const filters = useFilters();
  const size = filters.one('min_events') || '1';
  const query = {
    from: filters.one('from'),
    to: filters.one('to'),
    cursor: filters.one('cursor'),
    sort: filters.one('sort'),
    unlabeled: 'true',
    min_events: size,
  };
  const read = useList<Campaign>(environmentPath(useEnvironment(), '/campaigns'), query);
  const selection = useSelection(`${query.from} ${query.to} ${size}`);
  const mayAssign = useMay('assign_events');
  return (
    <>
      <search aria-label="Filters" className="filters">
        <RangeSelect filters={filters} anyTime="Last 7 days" />
        <Select
          label="Events per campaign"
          data={SIZES}
          value={size}
          allowDeselect={false}
          onChange={(value) => filters.set({ min_events: value === '1' ? undefined : (value ?? undefined) })}
        />
        <SortSelect filters={filters} sorts={SORTS} />
      </search>
      {mayAssign && <AssignCampaigns selection={selection} rows={currentRows(read)} />}
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <Nothing title={nothingLeft(size)} />
            ) : (
              <>
                <CampaignTable rows={list.data} selection={mayAssign ? selection : null} />
                <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
              </>
            )
          }
        </Await>
      </Card>
    </>
  );
}

function nothingLeft(size: string): string {
  return size === '1'
    ? 'All challenges and blocks in this time range are labeled.'
    : `No campaign of ${size} or more events has one to label in this time range.`;
}

/** @param selection null for members who may not assign events. */
function CampaignTable({ rows, selection }: { rows: Campaign[]; selection: Selection | null }) {
  const environment = useEnvironment();
  return (
    <ListTable
      caption="Campaigns"
      columns={selection === null ? COLUMNS : [checkColumn(selection, rowName), ...COLUMNS]}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) =>
        row.kind === 'single'
          ? screenHref(environment, `events/evt_${row.id.slice(-26)}`)
          : campaignHref(environment, row.id)
      }
    />
  );
}
