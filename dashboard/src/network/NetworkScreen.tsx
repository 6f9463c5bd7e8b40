// One row per distinct address, masked, with its activity and decisions.
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import { useList } from '../api/read.ts';
import type { NetworkRow } from '../api/types.ts';
import { Await } from '../components/Feedback.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { DECISION_TEXT, NETWORK_TEXT } from '../components/wording.ts';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import classes from './NetworkScreen.module.css';

export function NetworkScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const read = useList<NetworkRow>(environmentPath(environment, '/network'), filters.search);
  return (
    <Page
      title="Network"
      description="IP addresses with the last part masked. Full addresses are shown only on the event. Location and VPN are not looked up."
    >
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <FirstEvent />
            ) : (
              <>
                <ListTable
                  caption="Addresses"
                  rows={list.data.map((row, index) => ({ ...row, key: `${index} ${row.ip_masked}` }))}
                  rowKey={(row) => row.key}
                  columns={[
                    { name: 'Address', cell: (row) => <span className="mono">{row.ip_masked}</span> },
                    { name: 'Type', cell: (row) => NETWORK_TEXT[row.classification] ?? row.classification },
                    { name: 'Events', numeric: true, cell: (row) => row.event_count.toLocaleString('en') },
                    { name: 'Accounts', numeric: true, cell: (row) => row.account_count.toLocaleString('en') },
                    { name: 'Devices', numeric: true, cell: (row) => row.device_count.toLocaleString('en') },
                    { name: 'Decisions', cell: (row) => <DecisionShares row={row} /> },
                    { name: 'First seen', hideBelow: 'medium', cell: (row) => <Timestamp at={row.first_seen_at} /> },
                    { name: 'Last seen', cell: (row) => <Timestamp at={row.last_seen_at} /> },
                  ]}
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

function DecisionShares({ row }: { row: NetworkRow }) {
  const made = DECISIONS.filter((decision) => row.decisions[decision] > 0);
  return (
    <span className={classes.shares}>
      <span className={classes.track} aria-hidden>
        {made.map((decision) => (
          <span key={decision} style={{ flexGrow: row.decisions[decision], background: `var(--${decision})` }} />
        ))}
      </span>
      <span className="small">
        {made.map((decision) => `${row.decisions[decision]} ${DECISION_TEXT[decision].name.toLowerCase()}`).join(', ')}
      </span>
    </span>
  );
}
