// The device of the event, what changed on it since it was last seen, and whether it is trusted.
import { useOne } from '../api/read.ts';
import type { Device, EventDetail } from '../api/types.ts';
import { ShortId } from '../components/Copy.tsx';
import { Card, Facts } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { count } from '../components/wording.ts';
import { TrustButton } from '../devices/TrustButton.tsx';
import { useEnvironment } from '../shell/environment.ts';
import { toDevice } from '../shell/links.ts';
import { Changes } from './Changes.tsx';

export function DeviceCard({ event }: { event: EventDetail }) {
  const environment = useEnvironment();
  const device = useOne<Device>(`/v1/devices/${event.device.id}`).data?.data;
  const { automation, resolution } = event;
  const isNew = resolution.method === 'new_device' || resolution.method === 'ambiguous';
  const oddities = [
    automation.webdriver && 'driven by automation (webdriver)',
    automation.headless_hint && 'looks headless',
    automation.runtime_inconsistency && 'contradicts itself',
  ].filter((text) => text !== false);
  return (
    <Card
      title="Device"
      aside={
        <TrustButton device={{ id: event.device.id, is_trusted: device?.is_trusted ?? event.device.is_trusted }} />
      }
    >
      <div className="stack">
        <Facts
          facts={[
            [
              'Device',
              <a key="device" href={toDevice(environment, event.device.id)}>
                {device?.summary || <ShortId id={event.device.id} />}
              </a>,
            ],
            [
              'Trusted',
              (device?.is_trusted ?? event.device.is_trusted) ? (
                <Tag key="trust" tone="good">
                  Trusted
                </Tag>
              ) : (
                'no'
              ),
            ],
            ['First seen', <Timestamp key="first" at={event.device.first_seen_at} style="both" />],
            ['Last seen', <Timestamp key="last" at={event.device.last_seen_at} style="both" />],
            ...(device === undefined
              ? []
              : ([
                  ['Seen to date', `${count(device.event_count, 'event')}, ${count(device.account_count, 'account')}`],
                ] as const)),
            [
              'Automation',
              automation.score === 0 && oddities.length === 0
                ? 'no sign of it'
                : `${automation.score} of 100${oddities.length > 0 ? `: ${oddities.join(', ')}` : ''}`,
            ],
          ]}
        />
        {resolution.changed_signals.length > 0 && (
          <Changes
            title={isNew ? 'How it differs from the closest known device' : 'What changed'}
            changes={resolution.changed_signals}
          />
        )}
        {resolution.conflicting_signals.length > 0 && (
          <Changes
            title={isNew ? 'Why it cannot be that device' : 'What contradicts it'}
            changes={resolution.conflicting_signals}
          />
        )}
        {resolution.changed_signals.length === 0 && !isNew && (
          <p className="soft small">No known trait has changed since it was last seen.</p>
        )}
      </div>
    </Card>
  );
}
