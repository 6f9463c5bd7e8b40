// One row per distinct address, masked, with its activity and decisions.
import { Select } from '@mantine/core';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { DECISIONS, NETWORK_CLASSIFICATIONS } from '../../../src/vocabulary/words.ts';
import { useList } from '../api/read.ts';
import type { NetworkRow } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { type Column, countColumn, ListTable } from '../components/ListTable.tsx';
import { SortSelect } from '../components/ListTools.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { activitySorts, DECISION_TEXT, NETWORK_TEXT } from '../components/wording.ts';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { networkHref } from '../shell/links.ts';
import classes from './NetworkScreen.module.css';

const SORTS = activitySorts('first_seen', 'last_seen', 'event_count');

const COLUMNS: Column<NetworkRow>[] = [
  {
    name: 'Address',
    nowrap: true,
    cell: (row) => <span className="mono nowrap">{row.ip_masked}</span>,
  },
  { name: 'Type', cell: (row) => NETWORK_TEXT[row.classification] ?? row.classification },
  countColumn('Events', (row) => row.event_count),
  countColumn('Accounts', (row) => row.account_count),
  countColumn('Devices', (row) => row.device_count),
  { name: 'Decisions', cell: (row) => <DecisionShares row={row} /> },
  { name: 'First seen', hideBelow: 'medium', cell: (row) => <Timestamp at={row.first_seen_at} /> },
  { name: 'Last seen', cell: (row) => <Timestamp at={row.last_seen_at} /> },
];

export function NetworkScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const read = useList<NetworkRow>(environmentPath(environment, '/network'), filters.search);
  return (
    <Page
      title="Network"
      description="IP addresses with the last part masked. Full addresses are shown only on the event. Location and VPN are not looked up."
    >
      <search aria-label="Filters" className="filters">
        <SortSelect filters={filters} sorts={SORTS} />
        <Select
          label="Type"
          placeholder="Any"
          data={NETWORK_CLASSIFICATIONS.map((value) => ({ value, label: NETWORK_TEXT[value] ?? value }))}
          value={filters.one('classification') || null}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear type' }}
          onChange={(value) => filters.set({ classification: value ?? undefined })}
        />
      </search>
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              filters.one('classification') === '' ? (
                <FirstEvent />
              ) : (
                <EmptyState title="No matching addresses" />
              )
            ) : (
              <>
                <ListTable
                  caption="Addresses"
                  rows={list.data}
                  rowKey={(row) => row.id}
                  rowHref={(row) => networkHref(environment, row.id)}
                  columns={COLUMNS}
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

export function DecisionShares({ row }: { row: NetworkRow }) {
  const made = DECISIONS.filter((decision) => row.decisions[decision] > 0);
  return (
    <span className={classes.shares}>
      <span className={classes.track} aria-hidden>
        {made.map((decision) => (
          <span key={decision} style={{ flexGrow: row.decisions[decision], background: `var(--${decision})` }} />
        ))}
      </span>
      <span className="small">
        {made
          .map((decision) => `${formatNumber(row.decisions[decision])} ${DECISION_TEXT[decision].done.toLowerCase()}`)
          .join(', ')}
      </span>
    </span>
  );
}
