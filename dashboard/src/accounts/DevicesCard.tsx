// The devices of an account: those that came back, were proven or trusted, and one line for those with a single event.
import { useState } from 'react';
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import { useList } from '../api/read.ts';
import type { AccountDevice, AccountSummary } from '../api/types.ts';
import { Await, EmptyState, NotRead } from '../components/Feedback.tsx';
import { type Column, countColumn, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { deviceHref } from '../shell/links.ts';
import classes from './DevicesCard.module.css';

/** The most single-event devices that are listed with the others: more than that is an attack and would bury the owner's devices. */
const MAX_ONCE = 3;
const LISTED = 100;

export function DevicesCard({ account, summary }: { account: string; summary: AccountSummary }) {
  const environment = useEnvironment();
  const [showsAll, setShowsAll] = useState(false);
  const path = environmentPath(environment, `/accounts/${encodeURIComponent(account)}/devices`);
  const { once_device_count: once, device_count: all } = summary;
  const collapses = once > MAX_ONCE;
  const read = useList<AccountDevice>(path, { limit: LISTED, ...(collapses && { returning: 'true' }) });
  const single = useList<AccountDevice>(
    path,
    { limit: LISTED, returning: 'false' },
    { enabled: collapses && showsAll },
  );
  return (
    <Card title="Devices" flush>
      <Await read={read}>
        {(list) => {
          const rows = [...list.data, ...(collapses && showsAll ? (single.data?.data ?? []) : [])];
          return (
            <>
              {rows.length === 0 ? (
                <EmptyState title="No device has returned, and none was proven or trusted" />
              ) : (
                <ListTable
                  caption="Devices of the account"
                  rows={rows}
                  rowKey={(row) => row.id}
                  rowHref={(row) => deviceHref(environment, row.id)}
                  columns={COLUMNS}
                />
              )}
              {collapses && !showsAll && (
                <p className={classes.hidden}>
                  <button type="button" className="link" onClick={() => setShowsAll(true)}>
                    Show {formatCount(once, 'more device')} with one event each
                  </button>
                </p>
              )}
              {collapses && showsAll && <NotRead what="The other devices" reads={[single]} />}
              {rows.length < all && (!collapses || showsAll) && single.isFetching !== true && (
                <p className={`${classes.hidden} muted small`}>
                  {formatNumber(rows.length)} of {formatNumber(all)} devices. The list of events has all.
                </p>
              )}
            </>
          );
        }}
      </Await>
    </Card>
  );
}

const COLUMNS: Column<AccountDevice>[] = [
  { name: 'Device', cell: (row) => <strong>{row.summary || 'Unknown device'}</strong> },
  { name: 'Known as', cell: (row) => <KnownAs device={row} /> },
  countColumn('Events', (row) => row.event_count),
  countColumn('Accounts', (row) => row.account_count, 'narrow'),
  { name: 'First used', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.first_used_at} /> },
  { name: 'Last used', cell: (row) => <Timestamp at={row.last_used_at} /> },
];

function KnownAs({ device }: { device: AccountDevice }) {
  if (device.is_trusted) return <Tag tone="positive">Trusted</Tag>;
  if (device.first_proof_at !== null) return <Tag tone="positive">Proven by the owner</Tag>;
  return <span className="muted">Not proven</span>;
}
