// One webhook endpoint: its settings, actions and deliveries.
import { useParams } from '@tanstack/react-router';
import type { WebhookEndpoint } from '../api/control-types.ts';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import { CopyableId } from '../components/Copy.tsx';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { Card, DescriptionList, Page } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import { Deliveries } from './Deliveries.tsx';
import { EndpointActions } from './EndpointActions.tsx';
import { EndpointStatus } from './EndpointStatus.tsx';

export function WebhookScreen() {
  const { endpoint: id } = useParams({ strict: false }) as { endpoint: string };
  const environment = useEnvironment();
  // The API has no route for a single endpoint; the first page of the list contains all that an environment can have.
  const read = useList<WebhookEndpoint>(environmentPath(environment, '/webhooks'), { limit: 100 });
  return (
    <Await read={read}>
      {(list) => {
        const endpoint = list.data.find((candidate) => candidate.id === id);
        return endpoint === undefined ? (
          <Page title="Webhook">
            <EmptyState title="Endpoint not found">
              <a href={screenHref(environment, 'webhooks')}>All endpoints</a>
            </EmptyState>
          </Page>
        ) : (
          <Endpoint endpoint={endpoint} />
        );
      }}
    </Await>
  );
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayChange = useMay('manage_webhooks');
  return (
    <Page
      title={endpoint.url}
      description={endpoint.description || undefined}
      actions={mayChange && <EndpointActions endpoint={endpoint} />}
    >
      <Card>
        <DescriptionList
          items={[
            ['Status', <EndpointStatus key="status" endpoint={endpoint} />],
            ['Events', endpoint.event_types.includes('*') ? 'All' : endpoint.event_types.join(', ')],
            ['Last success', <Timestamp key="success" at={endpoint.last_success_at} format="both" />],
            ['Last failure', <Timestamp key="failure" at={endpoint.last_failure_at} format="both" />],
            ['ID', <CopyableId key="id" id={endpoint.id} label="endpoint ID" />],
          ]}
        />
      </Card>
      <Deliveries endpoint={endpoint} mayChange={mayChange} />
    </Page>
  );
}
