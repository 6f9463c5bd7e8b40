// The lists of one device: its events, its accounts, and its recognition history.
import { useList } from '../api/read.ts';
import type { Device, DeviceAccount, EventItem, List, Resolution } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { type Column, countColumn, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { humanize, METHOD_TEXT, traitName } from '../components/wording.ts';
import { Confidence, createsDevice } from '../event/ResolutionCard.tsx';
import { EventTable } from '../events/EventTable.tsx';
import { useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { eventHref, maybeAccountHref } from '../shell/links.ts';

interface PagedProps<T> {
  path: string;
  emptyTitle: string;
  children: (list: List<T>) => React.ReactNode;
}

/** A paginated list in a card; the cursor is in the address. */
export function PagedCard<T>({ path, emptyTitle, children }: PagedProps<T>) {
  const filters = useFilters();
  const cursor = filters.one('cursor');
  const read = useList<T>(path, cursor === '' ? {} : { cursor });
  return (
    <Card flush>
      <Await read={read}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState title={emptyTitle} />
          ) : (
            <>
              {children(list)}
              <Pager list={list} busy={read.isFetching} onCursor={(next) => filters.set({ cursor: next })} />
            </>
          )
        }
      </Await>
    </Card>
  );
}

export function EventsTab({ device }: { device: Device }) {
  return (
    <PagedCard<EventItem> path={`/v1/devices/${device.id}/events`} emptyTitle="No events for this device">
      {(list) => <EventTable rows={list.data} caption="Events of the device" omit="device" />}
    </PagedCard>
  );
}

export function AccountsTab({ device }: { device: Device }) {
  const environment = useEnvironment();
  const columns: Column<DeviceAccount>[] = [
    {
      name: 'Account',
      cell: (row) => <strong className="chosen-name">{row.external_account_id ?? 'Erased account'}</strong>,
    },
    countColumn('Events', (row) => row.event_count),
    { name: 'First seen', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.first_seen_at} /> },
    { name: 'Last seen', cell: (row) => <Timestamp at={row.last_seen_at} /> },
  ];
  return (
    <PagedCard<DeviceAccount> path={`/v1/devices/${device.id}/accounts`} emptyTitle="No accounts on this device">
      {(list) => (
        <ListTable
          caption="Accounts on the device"
          columns={columns}
          rows={list.data.map((row, index) => ({ ...row, key: row.external_account_id ?? `erased ${index}` }))}
          rowKey={(row) => row.key}
          rowHref={(row) => maybeAccountHref(environment, row.external_account_id)}
        />
      )}
    </PagedCard>
  );
}

export function ResolutionsTab({ device }: { device: Device }) {
  const environment = useEnvironment();
  const columns: Column<Resolution>[] = [
    { name: 'Method', cell: (row) => <strong>{METHOD_TEXT[row.method]?.name ?? humanize(row.method)}</strong> },
    {
      name: 'Confidence',
      cell: (row) =>
        row.confidence === 0 ? (
          <span className="muted">None</span>
        ) : (
          <>
            <Confidence value={row.confidence} />
            {createsDevice(row.method) && <p className="muted small">probability that it is new</p>}
          </>
        ),
    },
    { name: 'Reason', cell: (row) => row.reason },
    {
      name: 'Changed',
      hideBelow: 'medium',
      cell: (row) =>
        row.changed_signals.length === 0 || createsDevice(row.method) ? (
          <span className="muted">None</span>
        ) : (
          row.changed_signals.map(({ signal }) => traitName(signal)).join(', ')
        ),
    },
    { name: 'Candidates', numeric: true, hideBelow: 'medium', cell: (row) => row.candidate_count },
    { name: 'Time', cell: (row) => <Timestamp at={row.created_at} /> },
  ];
  return (
    <PagedCard<Resolution>
      path={`/v1/devices/${device.id}/resolutions`}
      emptyTitle="No recognition history for this device"
    >
      {(list) => (
        <ListTable
          caption="How the device was recognized"
          columns={columns}
          rows={list.data}
          rowKey={(row) => row.id}
          rowHref={(row) => eventHref(environment, row.event_id)}
        />
      )}
    </PagedCard>
  );
}
