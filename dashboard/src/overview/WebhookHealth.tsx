// Whether announcements reach the customer's backend.
import type { Overview } from '../api/types.ts';
import { Bars } from '../components/Bars.tsx';
import { Card } from '../components/Page.tsx';
import { useEnvironment } from '../shell/environment.ts';
import { screen } from '../shell/links.ts';

export function WebhookHealth({ overview }: { overview: Overview }) {
  const environment = useEnvironment();
  const { delivered, retrying, failed } = overview.webhooks;
  return (
    <Card title="Webhooks" aside={<a href={screen(environment, 'webhooks')}>Endpoints</a>}>
      {delivered + retrying + failed === 0 ? (
        <p className="soft">
          No deliveries on this day. <a href={screen(environment, 'webhooks')}>Add an endpoint</a> to be told about
          decisions as they are made.
        </p>
      ) : (
        <div className="stack">
          <Bars
            rows={[
              { key: 'delivered', name: 'Delivered', value: delivered, tone: 'allow' },
              { key: 'retrying', name: 'Waiting for another try', value: retrying, tone: 'challenge' },
              { key: 'failed', name: 'Failed', value: failed, tone: 'block' },
            ]}
          />
          {failed > 0 && (
            <p>
              Some deliveries failed for good. <a href={screen(environment, 'webhooks')}>See why and send them again</a>
              .
            </p>
          )}
        </div>
      )}
    </Card>
  );
}
