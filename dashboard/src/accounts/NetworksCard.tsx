// The networks that an account has used, the last used first, each with what the account did there.
import { useState } from 'react';
import { useList } from '../api/read.ts';
import type { AccountNetwork } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { type Column, countColumn, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { networkHref } from '../shell/links.ts';

export function NetworksCard({ account }: { account: string }) {
  const environment = useEnvironment();
  const [cursor, setCursor] = useState<string | undefined>();
  const path = environmentPath(environment, `/accounts/${encodeURIComponent(account)}/networks`);
  const read = useList<AccountNetwork>(path, { limit: 10, cursor: cursor ?? '' });
  return (
    <Card title="Networks" flush>
      <Await read={read}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState title="No event had an IP address" />
          ) : (
            <>
              <ListTable
                caption="Networks of the account"
                rows={list.data}
                rowKey={(row) => row.id}
                rowHref={(row) => networkHref(environment, row.id)}
                columns={COLUMNS}
              />
              <Pager list={list} busy={read.isFetching} onCursor={setCursor} name="the networks" />
            </>
          )
        }
      </Await>
    </Card>
  );
}

const COLUMNS: Column<AccountNetwork>[] = [
  { name: 'Address', nowrap: true, cell: (row) => <span className="mono nowrap">{row.ip_masked}</span> },
  {
    name: 'Known as',
    cell: (row) =>
      row.first_proof_at === null ? (
        <span className="muted">Not proven</span>
      ) : (
        <Tag tone="positive">Proven by the owner</Tag>
      ),
  },
  countColumn('Events', (row) => row.event_count),
  countColumn('Challenged or blocked', (row) => row.stopped_count),
  { name: 'First used', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.first_used_at} /> },
  { name: 'Last used', cell: (row) => <Timestamp at={row.last_used_at} /> },
];
