// The device of the event: whether it is trusted, and what changed since it was last seen.
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { useOne } from '../api/read.ts';
import type { Device, EventDetail } from '../api/types.ts';
import { ShortId } from '../components/Copy.tsx';
import { NotRead } from '../components/Feedback.tsx';
import { Card, DescriptionList } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { TrustButton } from '../devices/TrustButton.tsx';
import { useEnvironment } from '../shell/environment.ts';
import { deviceHref } from '../shell/links.ts';
import { Changes } from './Changes.tsx';

export function DeviceCard({ event }: { event: EventDetail }) {
  const environment = useEnvironment();
  const read = useOne<Device>(`/v1/devices/${event.device.id}`);
  const device = read.data?.data;
  const trusted = device?.is_trusted ?? event.device.is_trusted;
  return (
    <Card
      title="Device"
      aside={<TrustButton device={{ id: event.device.id, is_trusted: trusted, summary: device?.summary ?? '' }} />}
    >
      <div className="stack">
        <DescriptionList
          items={[
            [
              'Device',
              <a key="device" href={deviceHref(environment, event.device.id)}>
                {device?.summary || <ShortId id={event.device.id} />}
              </a>,
            ],
            [
              'Trust',
              trusted ? (
                <Tag key="trust" tone="positive">
                  Trusted
                </Tag>
              ) : (
                'Not trusted'
              ),
            ],
            ['First seen', <Timestamp key="first" at={event.device.first_seen_at} format="both" />],
            ['Last seen', <Timestamp key="last" at={event.device.last_seen_at} format="both" />],
            ...(device === undefined
              ? []
              : ([
                  [
                    'Activity',
                    `${formatCount(device.event_count, 'event')}, ${formatCount(device.account_count, 'account')}`,
                  ],
                ] as const)),
            ['Automation', automationText(event.automation)],
          ]}
        />
        <NotRead what="The activity of the device" reads={[read]} />
        <ResolutionChanges resolution={event.resolution} />
      </div>
    </Card>
  );
}

/** `60 of 100: headless browser`, or a text for no signs of automation. */
function automationText({ score, ...found }: EventDetail['automation']): string {
  const signs = [
    found.webdriver && 'controlled by WebDriver',
    found.headless_hint && 'looks headless',
    found.runtime_inconsistency && 'inconsistent runtime',
  ].filter((text) => text !== false);
  if (score === 0 && signs.length === 0) return 'No signs';
  return `${score} of 100${signs.length > 0 ? `: ${signs.join(', ')}` : ''}`;
}

function ResolutionChanges({ resolution }: Pick<EventDetail, 'resolution'>) {
  const { method, changed_signals: changed, conflicting_signals: conflicting } = resolution;
  const isNew = method === 'new_device' || method === 'ambiguous';
  return (
    <>
      {changed.length > 0 && (
        <Changes title={isNew ? 'Differences from the closest known device' : 'Changes'} changes={changed} />
      )}
      {conflicting.length > 0 && (
        <Changes title={isNew ? 'Why it cannot be that device' : 'Contradictions'} changes={conflicting} />
      )}
      {changed.length === 0 && !isNew && (
        <p className="muted small">No known trait has changed since the device was last seen.</p>
      )}
    </>
  );
}
