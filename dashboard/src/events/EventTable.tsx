// Events as rows: when, what, who, how risky, what was decided, why.
import type { EventItem } from '../api/types.ts';
import { ShortId } from '../components/Copy.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { DecisionTag, EvaluationTag, Score } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { eventName } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { toAccount, toDevice, toEvent } from '../shell/links.ts';
import classes from './EventTable.module.css';
import { Reasons } from './Reasons.tsx';

/** The decision, and what a label says of it; most events have none, so it needs no column. */
function Decided({ row }: { row: EventItem }) {
  return (
    <span className={classes.decided}>
      <DecisionTag decision={row.risk.decision} />
      {row.evaluation !== 'inconclusive' && <EvaluationTag evaluation={row.evaluation} />}
    </span>
  );
}

export function EventTable({
  rows,
  fresh,
  caption = 'Events',
  without,
}: {
  rows: readonly EventItem[];
  fresh?: ReadonlySet<string>;
  caption?: string;
  /** The column that says the same in every row, because the page is about it. */
  without?: 'Account' | 'Device';
}) {
  const environment = useEnvironment();
  const columns: Column<EventItem>[] = [
    { name: 'Event', tight: true, cell: (row) => <span className={classes.type}>{eventName(row.event_type)}</span> },
    { name: 'Decision', bare: true, cell: (row) => <Decided row={row} /> },
    { name: 'Score', bare: true, cell: (row) => <Score score={row.risk.score} level={row.risk.level} /> },
    { name: 'Why', bare: true, cell: (row) => <Reasons codes={row.risk.signals.map(({ code }) => code)} /> },
    {
      name: 'Account',
      bare: true,
      cell: (row) =>
        row.external_account_id === null ? (
          <span className="soft">none</span>
        ) : (
          <a
            href={toAccount(environment, row.external_account_id)}
            className={classes.account}
            title={row.external_account_id}
          >
            {row.external_account_id}
          </a>
        ),
    },
    {
      name: 'Device',
      drop: 'medium',
      tight: true,
      cell: (row) => (
        <a href={toDevice(environment, row.device.id)}>
          <ShortId id={row.device.id} />
        </a>
      ),
    },
    {
      name: 'Address',
      drop: 'medium',
      tight: true,
      cell: (row) => <span className={`mono ${classes.address}`}>{row.ip_masked ?? 'unknown'}</span>,
    },
    { name: 'When', bare: true, cell: (row) => <Timestamp at={row.created_at} /> },
  ];
  return (
    <ListTable
      caption={caption}
      columns={columns.filter(({ name }) => name !== without)}
      rows={rows}
      keyOf={(row) => row.id}
      hrefOf={(row) => toEvent(environment, row.id)}
      fresh={fresh}
    />
  );
}
