// Events as a table: type, decision, score, reasons, account, device, address and time.
import type { Environment, EventItem } from '../api/types.ts';
import { ShortId } from '../components/Copy.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { DecisionTag, EvaluationTag, Score } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { eventName } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { accountHref, deviceHref, eventHref, eventNetworkHref } from '../shell/links.ts';
import classes from './EventTable.module.css';
import { Reasons } from './Reasons.tsx';

/** The decision, with its evaluation if there is one; most events have none, so it has no column of its own. */
function DecisionCell({ row }: { row: EventItem }) {
  return (
    <span className={classes.decision}>
      <DecisionTag decision={row.risk.decision} />
      {row.evaluation !== 'inconclusive' && <EvaluationTag evaluation={row.evaluation} />}
    </span>
  );
}

export function EventTable({
  rows,
  newIds,
  caption = 'Events',
  omit,
  list,
}: {
  rows: readonly EventItem[];
  newIds?: ReadonlySet<string>;
  caption?: string;
  /** A column to leave out because it would be the same in every row. */
  omit?: 'Account' | 'Device' | 'IP address';
  /** The address of the list, for the way on from an event to the next. */
  list?: string;
}) {
  const environment = useEnvironment();
  const columns = eventColumns(environment);
  return (
    <ListTable
      caption={caption}
      columns={columns.filter(({ name }) => name !== omit)}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => eventHref(environment, row.id, list)}
      newKeys={newIds}
    />
  );
}

function eventColumns(environment: Environment): Column<EventItem>[] {
  return [
    { name: 'Event', nowrap: true, cell: (row) => <span className={classes.type}>{eventName(row.event_type)}</span> },
    { name: 'Decision', unlabeled: true, cell: (row) => <DecisionCell row={row} /> },
    { name: 'Score', unlabeled: true, cell: (row) => <Score score={row.risk.score} level={row.risk.level} /> },
    { name: 'Reasons', unlabeled: true, cell: (row) => <Reasons codes={row.risk.signals.map(({ code }) => code)} /> },
    {
      name: 'Account',
      unlabeled: true,
      cell: (row) =>
        row.external_account_id === null ? (
          <span className="muted">None</span>
        ) : (
          <a
            href={accountHref(environment, row.external_account_id)}
            className={classes.account}
            title={row.external_account_id}
          >
            {row.external_account_id}
          </a>
        ),
    },
    {
      name: 'Device',
      hideBelow: 'medium',
      nowrap: true,
      cell: (row) => (
        <a href={deviceHref(environment, row.device.id)}>
          <ShortId id={row.device.id} />
        </a>
      ),
    },
    {
      name: 'IP address',
      hideBelow: 'medium',
      nowrap: true,
      cell: (row) =>
        row.ip_masked === null ? (
          <span className="muted">Unknown</span>
        ) : (
          <a href={eventNetworkHref(environment, row.id)} className={`mono ${classes.address}`}>
            {row.ip_masked}
          </a>
        ),
    },
    { name: 'Time', unlabeled: true, cell: (row) => <Timestamp at={row.created_at} /> },
  ];
}
