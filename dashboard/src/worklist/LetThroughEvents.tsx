// Events that campaigns let through and nobody has labeled: fraud that may have been missed.
import { useMemo } from 'react';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { Environment, LetThroughEvent } from '../api/types.ts';
import { Await } from '../components/Feedback.tsx';
import { RangeSelect } from '../components/FilterFields.tsx';
import type { Column } from '../components/ListTable.tsx';
import { SortSelect } from '../components/ListTools.tsx';
import { currentRows } from '../components/outdated.ts';
import { Card } from '../components/Page.tsx';
import { useSelection } from '../components/Selection.tsx';
import { EventTypeFilter } from '../events/EventFilters.tsx';
import { EventSelection } from '../events/EventSelection.tsx';
import { selectColumn } from '../events/EventTable.tsx';
import { eventColumns } from '../events/event-columns.tsx';
import { useSavedQueue } from '../queue/queue.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { campaignHref, eventHref } from '../shell/links.ts';
import { Nothing } from './Nothing.tsx';
import { QueueTable } from './QueueTable.tsx';

/** By score first: by time, page views and logouts with score 0 would hide the logins that matter. */
const SORTS = [
  ['score', 'Score, highest first'],
  ['time', 'Time, newest first'],
] as const;

export function LetThroughEvents() {
  const environment = useEnvironment();
  const filters = useFilters();
  const mayLabel = useMay('record_outcome');
  const query = useMemo(
    () => ({
      from: filters.one('from'),
      to: filters.one('to'),
      event_type: filters.many('event_type'),
      sort: filters.one('sort') || 'score',
      cursor: filters.one('cursor'),
      unlabeled: 'true',
      limit: 25,
    }),
    [filters],
  );
  const selection = useSelection(`${query.from} ${query.to} ${query.event_type}`);
  const path = environmentPath(environment, '/let-through');
  const read = useList<LetThroughEvent>(path, query);
  const address = useSavedQueue('“Let through”', path, query, read.data);
  const columns = columnsOf(environment);
  return (
    <>
      <search aria-label="Filters" className="filters">
        <EventTypeFilter filters={filters} />
        <RangeSelect filters={filters} anyTime="Last 7 days" />
        <SortSelect filters={filters} sorts={SORTS} />
      </search>
      <p className="muted">
        Allowed and monitored events with a device or fingerprint of a campaign that nobody has labeled.
      </p>
      {mayLabel && <EventSelection selection={selection} rows={currentRows(read)} />}
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <Nothing title="No unlabeled campaign event of these types was let through in this time range.">
                Allowed and monitored events with a device or fingerprint of a campaign appear here.
              </Nothing>
            ) : (
              <QueueTable
                caption="Let through"
                columns={mayLabel ? [selectColumn(selection), ...columns] : columns}
                read={read}
                list={list}
                hasLeft={({ label }) => label !== null}
                rowHref={(row) => eventHref(environment, row.id, address)}
              />
            )
          }
        </Await>
      </Card>
    </>
  );
}

function columnsOf(environment: Environment): Column<LetThroughEvent>[] {
  const campaign: Column<LetThroughEvent> = {
    name: 'Campaign',
    cell: (row) => (
      <a href={campaignHref(environment, row.campaign_id)}>
        Open<span className="visually-hidden"> the campaign</span>
      </a>
    ),
  };
  const all = eventColumns(environment, ['decision', 'score', 'account', 'reasons', 'time']);
  return [...all.slice(0, -1), campaign, ...all.slice(-1)];
}
