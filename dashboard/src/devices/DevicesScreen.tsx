// All devices of the environment, newest first.
import { Select } from '@mantine/core';
import { useList } from '../api/read.ts';
import type { Device, List } from '../api/types.ts';
import { ShortId } from '../components/Copy.tsx';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { TextFilter } from '../components/FilterFields.tsx';
import { type Column, countColumn, ListTable } from '../components/ListTable.tsx';
import { SortSelect } from '../components/ListTools.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { activitySorts } from '../components/wording.ts';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { deviceHref } from '../shell/links.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

export const DEVICE_COLUMNS: Column<Device>[] = [
  { name: 'Device', cell: (row) => <strong>{row.summary || 'Unknown device'}</strong> },
  { name: 'ID', cell: (row) => <ShortId id={row.id} /> },
  {
    name: 'Trust',
    cell: (row) => (row.is_trusted ? <Tag tone="positive">Trusted</Tag> : <span className="muted">Not trusted</span>),
  },
  countColumn('Events', (row) => row.event_count),
  countColumn('Accounts', (row) => row.account_count),
  { name: 'First seen', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.first_seen_at} /> },
  { name: 'Last seen', cell: (row) => <Timestamp at={row.last_seen_at} /> },
];

const SORTS = activitySorts('first_seen', 'last_seen', 'event_count');

export function DevicesScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const read = useList<Device>(environmentPath(environment, '/devices'), filters.search);
  return (
    <Page
      title="Devices"
      description="All recognized browsers. Open one to see how it was recognized and what changed."
      actions={<ViewsMenu list="devices" filters={filters} />}
    >
      <search aria-label="Filters" className="filters">
        <TextFilter name="search" label="Browser, system or trait" placeholder="headless" filters={filters} />
        <SortSelect filters={filters} sorts={SORTS} />
        <Select
          label="Trust"
          placeholder="Any"
          data={[
            { value: 'true', label: 'Trusted' },
            { value: 'false', label: 'Not trusted' },
          ]}
          value={filters.one('trusted') || null}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear trust' }}
          onChange={(value) => filters.set({ trusted: value ?? undefined })}
        />
      </search>
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              filters.one('trusted') === '' && filters.one('search') === '' ? (
                <FirstEvent />
              ) : (
                <NoDevices list={list} onCursor={(cursor) => filters.set({ cursor })} />
              )
            ) : (
              <>
                <ListTable
                  caption="Devices"
                  columns={DEVICE_COLUMNS}
                  rows={list.data}
                  rowKey={(row) => row.id}
                  rowHref={(row) => deviceHref(environment, row.id)}
                />
                <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
              </>
            )
          }
        </Await>
      </Card>
    </Page>
  );
}

/** A search examines a limited number of devices at a time: it may find none although older ones match. */
function NoDevices({ list, onCursor }: { list: List<Device>; onCursor: (cursor: string) => void }) {
  const { next_cursor: next } = list.meta;
  return (
    <EmptyState title={next === null ? 'No matching devices' : 'No matching devices so far'}>
      {next !== null && (
        <p>
          There are more devices to search.{' '}
          <button type="button" className="link" onClick={() => onCursor(next)}>
            Keep searching
          </button>
        </p>
      )}
    </EmptyState>
  );
}
