// Whether webhooks reach the customer's backend.
import type { WebhookEndpoint } from '../api/control-types.ts';
import { useList } from '../api/read.ts';
import type { Overview } from '../api/types.ts';
import { Bars } from '../components/Bars.tsx';
import { Card } from '../components/Page.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';

export function WebhookHealth({ overview }: { overview: Overview }) {
  const environment = useEnvironment();
  const { delivered, retrying, failed } = overview.webhooks;
  const endpoints = useList<WebhookEndpoint>(environmentPath(environment, '/webhooks'), { limit: 1 }).data?.data;
  return (
    <Card title="Webhooks" aside={<a href={screenHref(environment, 'webhooks')}>Endpoints</a>}>
      {delivered + retrying + failed === 0 ? (
        <p className="muted">
          No deliveries on this day.{' '}
          {endpoints?.length === 0 && (
            <>
              <a href={screenHref(environment, 'webhooks')}>Add an endpoint</a> to receive decisions as they are made.
            </>
          )}
        </p>
      ) : (
        <div className="stack">
          <Bars
            rows={[
              { key: 'delivered', name: 'Delivered', value: delivered, tone: 'allow' },
              { key: 'retrying', name: 'Retrying', value: retrying, tone: 'challenge' },
              { key: 'failed', name: 'Failed', value: failed, tone: 'block' },
            ]}
          />
          {failed > 0 && (
            <p>
              Some deliveries failed permanently.{' '}
              <a href={screenHref(environment, 'webhooks')}>Review and resend them</a>.
            </p>
          )}
        </div>
      )}
    </Card>
  );
}
