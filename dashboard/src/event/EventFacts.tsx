// The session, network and identifiers of an event.
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { EventDetail } from '../api/types.ts';
import { CopyableId, CopyButton } from '../components/Copy.tsx';
import { Card, DescriptionList } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { NETWORK_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { eventNetworkHref, screenHref } from '../shell/links.ts';

export function SessionCard({ event }: { event: EventDetail }) {
  const environment = useEnvironment();
  const { session } = event;
  return (
    <Card title="Session">
      <DescriptionList
        items={[
          ['Started', <Timestamp key="start" at={session.started_at} format="both" />],
          ['Last event', <Timestamp key="last" at={session.last_seen_at} format="both" />],
          [
            'Events',
            <a key="events" href={screenHref(environment, 'events', { session_id: session.id })}>
              {formatCount(session.event_count, 'event')}
            </a>,
          ],
          ['ID', <CopyableId key="id" id={session.id} label="session ID" />],
        ]}
      />
    </Card>
  );
}

export function NetworkCard({ event }: { event: EventDetail }) {
  const environment = useEnvironment();
  const { network, ip_address: address } = event;
  return (
    <Card title="Network">
      <DescriptionList
        items={[
          [
            'IP address',
            address === null ? (
              <span key="address" className="muted">
                Not stored
              </span>
            ) : (
              <span key="address" className="row">
                <a className="mono" href={eventNetworkHref(environment, event.id)}>
                  {address}
                </a>
                <CopyButton text={address} label="IP address" />
              </span>
            ),
          ],
          ['Type', NETWORK_TEXT[network.classification] ?? network.classification],
          [
            'Location, VPN',
            <span key="enrichment" className="muted">
              Not looked up: no provider is connected
            </span>,
          ],
        ]}
      />
      {network.classification !== 'public' && (
        <p className="muted small">
          Not a public address, so signals that count by address are inactive. If this is your proxy, add it to
          ASSAY_TRUSTED_PROXIES.
        </p>
      )}
    </Card>
  );
}

export function EventFacts({ event }: { event: EventDetail }) {
  return (
    <Card title="Record">
      <DescriptionList
        items={[
          ['Event', <CopyableId key="event" id={event.id} label="event ID" />],
          ['Assessment', <CopyableId key="assessment" id={event.risk.id} label="assessment ID" />],
          ['Sent by', event.credential === 'secret' ? 'Your backend (secret key)' : 'A browser (public key)'],
          ['Occurred', <Timestamp key="happened" at={event.occurred_at} format="absolute" />],
          ['Received', <Timestamp key="received" at={event.created_at} format="absolute" />],
        ]}
      />
    </Card>
  );
}
