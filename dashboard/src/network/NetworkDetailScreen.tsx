// One address: its activity, decisions, accounts, devices and events.
import { useParams } from '@tanstack/react-router';
import { STOPPED_DECISIONS } from '../../../src/vocabulary/decisions.ts';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { useList, useOne } from '../api/read.ts';
import type { Device, EventItem, NetworkRow } from '../api/types.ts';
import { CampaignsCard } from '../campaigns/CampaignsCard.tsx';
import { Await } from '../components/Feedback.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { Card, DescriptionList, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { NETWORK_TEXT } from '../components/wording.ts';
import { DEVICE_COLUMNS } from '../devices/DevicesScreen.tsx';
import { EventTable } from '../events/EventTable.tsx';
import { LinksCard } from '../links/LinksCard.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { deviceHref, screenHref } from '../shell/links.ts';
import { ActivityCards } from './ActivityCards.tsx';
import { DecisionShares } from './NetworkScreen.tsx';

/** The most devices that a network's page lists; the filtered event list shows all. */
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
                    `${formatCount(data.event_count, 'event')}, ${formatCount(data.account_count, 'account')}, ${formatCount(data.device_count, 'device')}`,
                  ],
                  ['Decisions', <DecisionShares key="decisions" row={data} />],
                ]}
              />
            </Card>
            {STOPPED_DECISIONS.some((decision) => data.decisions[decision] > 0) && (
              <CampaignsCard query={{ network: data.id }} />
            )}
            <ActivityCards path={path} network={data.id} />
            <LinksCard query={{ network: data.id }} />
            <Devices path={path} />
            <Events network={data.id} />
          </>
        )}
      </Await>
    </Page>
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
            <EventTable rows={list.data} caption="Events of the address" omit="address" />
            <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
          </>
        )}
      </Await>
    </Card>
  );
}
