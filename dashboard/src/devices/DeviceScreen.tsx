// One device: its traits, events, accounts, recognition history, and a comparison with another device.
import { Tabs } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { useOne } from '../api/read.ts';
import type { Device } from '../api/types.ts';
import { CopyableId } from '../components/Copy.tsx';
import { Await } from '../components/Feedback.tsx';
import { Card, DescriptionList, Page } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { LinksCard } from '../links/LinksCard.tsx';
import { NotesCard } from '../notes/NotesCard.tsx';
import { useFilters } from '../shell/filters.ts';
import { CompareTab } from './CompareTab.tsx';
import { AccountsTab, EventsTab, ResolutionsTab } from './DeviceTabs.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { TrustButton } from './TrustButton.tsx';

function LinksTab({ device }: { device: Device }) {
  return <LinksCard query={{ device_id: device.id }} />;
}

const TABS = [
  { value: 'profile', name: 'Traits', content: ProfileTab },
  { value: 'events', name: 'Events', content: EventsTab },
  { value: 'accounts', name: 'Accounts', content: AccountsTab },
  { value: 'resolutions', name: 'Recognition', content: ResolutionsTab },
  { value: 'links', name: 'Links', content: LinksTab },
  { value: 'compare', name: 'Compare', content: CompareTab },
] as const;

export function DeviceScreen() {
  const { device: id } = useParams({ strict: false }) as { device: string };
  const filters = useFilters();
  const read = useOne<Device>(`/v1/devices/${encodeURIComponent(id)}`);
  const tab = filters.choice(
    'tab',
    TABS.map(({ value }) => value),
  );
  const device = read.data?.data;
  return (
    <Page title={device?.summary || 'Device'} actions={device !== undefined && <TrustButton device={device} />}>
      <Await read={read}>
        {({ data }) => (
          <>
            <Card>
              <DescriptionList
                items={[
                  ['ID', <CopyableId key="id" id={data.id} label="device ID" />],
                  [
                    'Trust',
                    data.is_trusted ? (
                      <span key="trust" className="row">
                        <Tag tone="positive">Trusted</Tag> since <Timestamp at={data.trusted_at} format="both" />
                      </span>
                    ) : (
                      'Not trusted'
                    ),
                  ],
                  ['First seen', <Timestamp key="first" at={data.first_seen_at} format="both" />],
                  ['Last seen', <Timestamp key="last" at={data.last_seen_at} format="both" />],
                  [
                    'Activity',
                    `${formatCount(data.event_count, 'event')}, ${formatCount(data.account_count, 'account')}`,
                  ],
                ]}
              />
            </Card>
            <NotesCard path={`/v1/devices/${data.id}/notes`} hint="Write down what you know about this device." />
            <Tabs
              value={tab}
              onChange={(value) => filters.set({ tab: value ?? undefined, with: undefined })}
              keepMounted={false}
            >
              <Tabs.List aria-label="Device details">
                {TABS.map(({ value, name }) => (
                  <Tabs.Tab key={value} value={value}>
                    {name}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {TABS.map(({ value, content: Content }) => (
                <Tabs.Panel key={value} value={value} pt="md">
                  <Content device={data} />
                </Tabs.Panel>
              ))}
            </Tabs>
          </>
        )}
      </Await>
    </Page>
  );
}
