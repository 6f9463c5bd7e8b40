// The activity of an address: decisions by hour as a chart, and each account's activity there and what its owner proved.
import { useMemo } from 'react';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { useOne } from '../api/read.ts';
import type { NetworkActivity } from '../api/types.ts';
import { Await, EmptyState, Loading } from '../components/Feedback.tsx';
import { type Column, countColumn, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { useTimeZoneChoice, zoneId } from '../components/time-zone.ts';
import { DecisionBars } from '../overview/DecisionBars.tsx';
import { useEnvironment } from '../shell/environment.ts';
import { maybeAccountHref, screenHref } from '../shell/links.ts';
import classes from './ActivityCards.module.css';
import { activityBars } from './activity-bars.ts';

/** `path` is that of the network, `network` its id. */
export function ActivityCards({ path, network }: { path: string; network: string }) {
  const read = useOne<NetworkActivity>(`${path}/activity`);
  return (
    <Await read={read} loading={<Loading rows={3} height="9rem" />}>
      {({ data }) => (
        <>
          {data.hours.length > 0 && <Chart activity={data} network={network} />}
          <Accounts activity={data} />
        </>
      )}
    </Await>
  );
}

function Chart({ activity, network }: { activity: NetworkActivity; network: string }) {
  const environment = useEnvironment();
  const zone = useTimeZoneChoice();
  const { bars, unit } = useMemo(() => {
    const found = activityBars(activity.hours, zone);
    const href = (bar: { from: string; to: string }) =>
      screenHref(environment, 'events', { network, from: bar.from, to: bar.to });
    return { ...found, bars: found.bars.map((bar) => ({ ...bar, href: href(bar) })) };
  }, [activity.hours, zone, environment, network]);
  const by = unit === 'Hour' ? 'hour' : unit === 'Day' ? 'day' : 'period';
  return (
    <DecisionBars
      title={`Decisions by ${by}`}
      label={`Decisions by ${by} at the address, ${zoneId(zone)}`}
      unit={unit}
      bars={bars}
      query={{ network }}
    />
  );
}

function Accounts({ activity }: { activity: NetworkActivity }) {
  const environment = useEnvironment();
  const { accounts, account_count: all, proven_account_count: proven } = activity;
  if (accounts.length === 0) {
    return (
      <Card title="Accounts" flush>
        <EmptyState title="No accounts at this address" />
      </Card>
    );
  }
  return (
    <Card title="Accounts" flush>
      <p className={classes.note}>
        Accounts whose owner was proven to be in <span className="mono nowrap">{activity.proven_in}</span>:{' '}
        {formatNumber(proven)} of {formatNumber(all)}.
        {all > accounts.length && ` The ${formatNumber(accounts.length)} with the most events are listed.`}
        {activity.complete_since !== null && (
          <>
            {' '}
            Of the newest {formatNumber(activity.event_count)} events, since{' '}
            <Timestamp at={activity.complete_since} format="absolute" />.
          </>
        )}
      </p>
      <ListTable
        caption="Accounts seen at the address"
        rows={accounts.map((row, index) => ({ ...row, key: row.external_account_id ?? `erased ${index}` }))}
        rowKey={(row) => row.key}
        rowHref={(row) => maybeAccountHref(environment, row.external_account_id)}
        columns={COLUMNS}
      />
    </Card>
  );
}

const COLUMNS: Column<NetworkActivity['accounts'][number]>[] = [
  {
    name: 'Account',
    cell: (row) => <strong className="chosen-name">{row.external_account_id ?? 'Erased account'}</strong>,
  },
  {
    name: 'Owner',
    cell: (row) =>
      row.first_proof_at === null ? <span className="muted">Not proven</span> : <Tag tone="positive">Proven here</Tag>,
  },
  countColumn('Events here', (row) => row.event_count),
  countColumn('Challenged or blocked', (row) => row.stopped_count),
  countColumn('Got in', (row) => row.succeeded_count),
  { name: 'First here', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.first_seen_at} /> },
  { name: 'Last here', cell: (row) => <Timestamp at={row.last_seen_at} /> },
];
