// One address: how active it was, what was decided, who was seen there, and its events.
import { useParams } from '@tanstack/react-router';
import { ACCOUNT_COLUMNS } from '../accounts/AccountsScreen.tsx';
import { useList, useOne } from '../api/read.ts';
import type { Account, Device, EventItem, NetworkRow } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { Card, DescriptionList, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { count, NETWORK_TEXT } from '../components/wording.ts';
import { DEVICE_COLUMNS } from '../devices/DevicesScreen.tsx';
import { EventTable } from '../events/EventTable.tsx';
import { LinksCard } from '../links/LinksCard.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { accountHref, deviceHref, screenHref } from '../shell/links.ts';
import { DecisionShares } from './NetworkScreen.tsx';

/** Accounts and devices that a network's page lists; the filtered event list has all. */
const LISTED = 25;

export function NetworkDetailScreen() {
  const { network: id } = useParams({ strict: false }) as { network: string };
  const environment = useEnvironment();
  const path = environmentPath(environment, `/network/${encodeURIComponent(id)}`);
  const read = useOne<NetworkRow>(path);
  return (
    <Page title={read.data?.data.ip_masked ?? 'Network'} description="IP address, with the last part masked">
      <Await read={read}>
        {({ data }) => (
          <>
            <Card>
              <DescriptionList
                items={[
                  ['Type', NETWORK_TEXT[data.classification] ?? data.classification],
                  ['First seen', <Timestamp key="first" at={data.first_seen_at} format="both" />],
                  ['Last seen', <Timestamp key="last" at={data.last_seen_at} format="both" />],
                  [
                    'Activity',
                    `${count(data.event_count, 'event')}, ${count(data.account_count, 'account')}, ${count(data.device_count, 'device')}`,
                  ],
                  ['Decisions', <DecisionShares key="decisions" row={data} />],
                ]}
              />
            </Card>
            <LinksCard query={{ network: data.id }} />
            <Accounts path={path} />
            <Devices path={path} />
            <Events network={data.id} />
          </>
        )}
      </Await>
    </Page>
  );
}

function Accounts({ path }: { path: string }) {
  const environment = useEnvironment();
  const read = useList<Account>(`${path}/accounts`, { limit: LISTED });
  return (
    <Card title="Accounts" flush>
      <Await read={read}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState title="No accounts at this address" />
          ) : (
            <ListTable
              caption="Accounts seen at the address"
              rows={list.data.map((row, index) => ({ ...row, key: row.external_account_id ?? `erased ${index}` }))}
              rowKey={(row) => row.key}
              rowHref={(row) => accountHref(environment, row.external_account_id ?? '')}
              columns={ACCOUNT_COLUMNS}
            />
          )
        }
      </Await>
    </Card>
  );
}

function Devices({ path }: { path: string }) {
  const environment = useEnvironment();
  const read = useList<Device>(`${path}/devices`, { limit: LISTED });
  return (
    <Card title="Devices" flush>
      <Await read={read}>
        {(list) => (
          <ListTable
            caption="Devices seen at the address"
            rows={list.data}
            rowKey={(row) => row.id}
            rowHref={(row) => deviceHref(environment, row.id)}
            columns={DEVICE_COLUMNS}
          />
        )}
      </Await>
    </Card>
  );
}

function Events({ network }: { network: string }) {
  const environment = useEnvironment();
  const filters = useFilters();
  const read = useList<EventItem>(environmentPath(environment, '/events'), {
    network,
    cursor: filters.one('cursor'),
  });
  return (
    <Card title="Events" aside={<a href={screenHref(environment, 'events', { network })}>Filter these events</a>} flush>
      <Await read={read}>
        {(list) => (
          <>
            <EventTable rows={list.data} caption="Events of the address" omit="IP address" />
            <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
          </>
        )}
      </Await>
    </Card>
  );
}
