// Session, network and identifiers of an event.
import type { EventDetail } from '../api/types.ts';
import { CopyButton, Ident } from '../components/Copy.tsx';
import { Card, Facts } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { count, NETWORK_TEXT } from '../components/wording.ts';

export function SessionCard({ event }: { event: EventDetail }) {
  const { session } = event;
  return (
    <Card title="Session">
      <Facts
        facts={[
          ['Started', <Timestamp key="start" at={session.started_at} style="both" />],
          ['Last event', <Timestamp key="last" at={session.last_seen_at} style="both" />],
          ['Events', count(session.event_count, 'event')],
          ['Id', <Ident key="id" id={session.id} what="session id" />],
        ]}
      />
    </Card>
  );
}

export function NetworkCard({ event }: { event: EventDetail }) {
  const { network, ip_address: address } = event;
  return (
    <Card title="Network">
      <Facts
        facts={[
          [
            'Address',
            address === null ? (
              <span key="address" className="soft">
                not kept
              </span>
            ) : (
              <span key="address" className="row">
                <span className="mono">{address}</span>
                <CopyButton text={address} what="the address" />
              </span>
            ),
          ],
          ['Kind', NETWORK_TEXT[network.classification] ?? network.classification],
          [
            'Location, VPN',
            <span key="enrichment" className="soft">
              not looked up: no provider is connected, and nothing is guessed
            </span>,
          ],
        ]}
      />
      {network.classification !== 'public' && (
        <p className="soft small">
          Not a public address: signals that count by address are off. Behind a proxy, list it in ASSAY_TRUSTED_PROXIES.
        </p>
      )}
    </Card>
  );
}

export function EventFacts({ event }: { event: EventDetail }) {
  return (
    <Card title="Record">
      <Facts
        facts={[
          ['Event', <Ident key="event" id={event.id} what="event id" />],
          ['Assessment', <Ident key="assessment" id={event.risk.id} what="assessment id" />],
          ['Happened', <Timestamp key="happened" at={event.occurred_at} style="exact" />],
          ['Received', <Timestamp key="received" at={event.created_at} style="exact" />],
        ]}
      />
    </Card>
  );
}
