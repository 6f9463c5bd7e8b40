// The endpoints that are told what happens, and the making of a new one, with its secret shown once.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEndpoint } from '../api/control-types.ts';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import { Await, Empty } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { count } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { screen } from '../shell/links.ts';
import { EndpointForm } from './EndpointForm.tsx';

const COLUMNS: Column<WebhookEndpoint>[] = [
  { name: 'Address', cell: (row) => <strong className="mono">{row.url}</strong> },
  { name: 'Description', drop: 'medium', cell: (row) => row.description || <span className="soft">none</span> },
  {
    name: 'Told about',
    cell: (row) => (row.event_types.includes('*') ? 'everything' : count(row.event_types.length, 'type')),
  },
  { name: 'Status', cell: (row) => <EndpointStatus endpoint={row} /> },
  { name: 'Last success', cell: (row) => <Timestamp at={row.last_success_at} /> },
  { name: 'Last failure', drop: 'narrow', cell: (row) => <Timestamp at={row.last_failure_at} /> },
];

export function EndpointStatus({ endpoint }: { endpoint: WebhookEndpoint }) {
  if (endpoint.status === 'disabled') return <Tag>Disabled</Tag>;
  if (endpoint.consecutive_failures > 0)
    return <Tag tone="bad">{count(endpoint.consecutive_failures, 'failure')} in a row</Tag>;
  return <Tag tone="good">Active</Tag>;
}

export function WebhooksScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const mayChange = useMay('manage_webhooks');
  const [adding, setAdding] = useState(false);
  const read = useList<WebhookEndpoint>(environmentPath(environment, '/webhooks'), filters.search);
  return (
    <Page
      title="Webhooks"
      about="Signed messages to your backend when something is decided, trusted or learned."
      actions={mayChange && <Button onClick={() => setAdding(true)}>Add an endpoint</Button>}
    >
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <Empty title="No endpoint yet">
                <p>
                  An endpoint is an address of your backend. Assay sends it a signed POST for each decision, tries up to
                  five times over two and a half hours, and logs every attempt here.
                </p>
                {mayChange && <Button onClick={() => setAdding(true)}>Add the first endpoint</Button>}
              </Empty>
            ) : (
              <>
                <ListTable
                  caption="Webhook endpoints"
                  columns={COLUMNS}
                  rows={list.data}
                  keyOf={(row) => row.id}
                  hrefOf={(row) => screen(environment, `webhooks/${row.id}`)}
                />
                <Pager list={list} onCursor={(cursor) => filters.set({ cursor })} />
              </>
            )
          }
        </Await>
      </Card>
      {adding && <EndpointForm endpoint={null} onClose={() => setAdding(false)} />}
    </Page>
  );
}
