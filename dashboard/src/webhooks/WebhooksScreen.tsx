// The webhook endpoints of the environment, and a form to add one.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { WebhookEndpoint } from '../api/control-types.ts';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { screenHref } from '../shell/links.ts';
import { EndpointForm } from './EndpointForm.tsx';
import { EndpointStatus } from './EndpointStatus.tsx';

const COLUMNS: Column<WebhookEndpoint>[] = [
  { name: 'URL', cell: (row) => <strong className="mono">{row.url}</strong> },
  { name: 'Description', hideBelow: 'medium', cell: (row) => row.description || <span className="muted">None</span> },
  {
    name: 'Events',
    cell: (row) => (row.event_types.includes('*') ? 'All' : formatCount(row.event_types.length, 'type')),
  },
  { name: 'Status', cell: (row) => <EndpointStatus endpoint={row} /> },
  { name: 'Last success', cell: (row) => <Timestamp at={row.last_success_at} /> },
  { name: 'Last failure', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.last_failure_at} /> },
];

export function WebhooksScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const mayChange = useMay('manage_webhooks');
  const [adding, setAdding] = useState(false);
  const read = useList<WebhookEndpoint>(environmentPath(environment, '/webhooks'), filters.search);
  return (
    <Page
      title="Webhooks"
      description="Signed messages to your backend about decisions, outcomes and devices."
      actions={mayChange && <Button onClick={() => setAdding(true)}>Add endpoint</Button>}
    >
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <EmptyState title="No endpoints yet">
                <p>
                  An endpoint is a URL of your backend. Assay sends it a signed POST request for each decision, tries up
                  to five times over two and a half hours, and logs every attempt here.
                </p>
                {mayChange && <Button onClick={() => setAdding(true)}>Add your first endpoint</Button>}
              </EmptyState>
            ) : (
              <>
                <ListTable
                  caption="Webhook endpoints"
                  columns={COLUMNS}
                  rows={list.data}
                  rowKey={(row) => row.id}
                  rowHref={(row) => screenHref(environment, `webhooks/${row.id}`)}
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
