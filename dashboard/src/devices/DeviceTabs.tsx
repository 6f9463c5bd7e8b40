// The lists of one device: its events, its accounts, and how it was recognized each time.
import { useList } from '../api/read.ts';
import type { Device, DeviceAccount, EventItem, List, Resolution } from '../api/types.ts';
import { Await, Empty } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { METHOD_TEXT, spoken, traitName } from '../components/wording.ts';
import { Confidence } from '../event/ResolutionCard.tsx';
import { EventTable } from '../events/EventTable.tsx';
import { useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { toAccount, toEvent } from '../shell/links.ts';

interface PagedProps<T> {
  path: string;
  nothing: string;
  children: (list: List<T>) => React.ReactNode;
}

/** A list of one thing, with its pages; the place stands in the address. */
export function Paged<T>({ path, nothing, children }: PagedProps<T>) {
  const filters = useFilters();
  const cursor = filters.one('cursor');
  const read = useList<T>(path, cursor === '' ? {} : { cursor });
  return (
    <Card flush>
      <Await read={read}>
        {(list) =>
          list.data.length === 0 ? (
            <Empty title={nothing} />
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
    <Paged<EventItem> path={`/v1/devices/${device.id}/events`} nothing="No events are kept of this device">
      {(list) => <EventTable rows={list.data} caption="Events of the device" without="Device" />}
    </Paged>
  );
}

export function AccountsTab({ device }: { device: Device }) {
  const environment = useEnvironment();
  const columns: Column<DeviceAccount>[] = [
    { name: 'Account', cell: (row) => <strong>{row.external_account_id ?? 'erased account'}</strong> },
    { name: 'Events here', numeric: true, cell: (row) => row.event_count.toLocaleString('en') },
    { name: 'First', drop: 'narrow', cell: (row) => <Timestamp at={row.first_seen_at} /> },
    { name: 'Last', cell: (row) => <Timestamp at={row.last_seen_at} /> },
  ];
  return (
    <Paged<DeviceAccount> path={`/v1/devices/${device.id}/accounts`} nothing="No account has used this device">
      {(list) => (
        <ListTable
          caption="Accounts on the device"
          columns={columns}
          rows={list.data}
          keyOf={(row) => row.external_account_id ?? 'erased'}
          hrefOf={(row) => toAccount(environment, row.external_account_id ?? '')}
        />
      )}
    </Paged>
  );
}

export function ResolutionsTab({ device }: { device: Device }) {
  const environment = useEnvironment();
  const columns: Column<Resolution>[] = [
    { name: 'How', cell: (row) => <strong>{METHOD_TEXT[row.method]?.name ?? spoken(row.method)}</strong> },
    { name: 'Confidence', cell: (row) => <Confidence value={row.confidence} /> },
    { name: 'Reason', cell: (row) => row.reason },
    {
      name: 'Changed',
      drop: 'medium',
      cell: (row) =>
        row.changed_signals.length === 0 ? (
          <span className="soft">nothing</span>
        ) : (
          row.changed_signals.map(({ signal }) => traitName(signal)).join(', ')
        ),
    },
    { name: 'Compared with', numeric: true, drop: 'medium', cell: (row) => row.candidate_count },
    { name: 'When', cell: (row) => <Timestamp at={row.created_at} /> },
  ];
  return (
    <Paged<Resolution> path={`/v1/devices/${device.id}/resolutions`} nothing="No recognition is kept of this device">
      {(list) => (
        <ListTable
          caption="How the device was recognized"
          columns={columns}
          rows={list.data}
          keyOf={(row) => row.id}
          hrefOf={(row) => toEvent(environment, row.event_id)}
        />
      )}
    </Paged>
  );
}
