// Lists and revokes the API keys of the environment.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '../api/control-types.ts';
import { useChange, useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { Await, EmptyState, Loading } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { Card } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { NewKeyDialog } from './NewKeyDialog.tsx';

export function KeysCard() {
  const environment = useEnvironment();
  const mayChange = useMay('manage_keys');
  const [adding, setAdding] = useState(false);
  const columns = useColumns(mayChange);
  const read = useList<ApiKey>(environmentPath(environment, '/keys'), { limit: 100 });
  return (
    <Card
      title={`Keys for ${environment.name}`}
      flush
      aside={
        mayChange && (
          <Button size="xs" onClick={() => setAdding(true)}>
            Create key
          </Button>
        )
      }
    >
      <Await read={read} loading={<Loading rows={2} height="2.5rem" />}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState title="No keys">
              <p>Create a public key to send events from web pages, and a secret key for your backend.</p>
            </EmptyState>
          ) : (
            <ListTable caption="Keys" rows={list.data} rowKey={(row) => row.id} columns={columns} />
          )
        }
      </Await>
      {adding && <NewKeyDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function useColumns(mayChange: boolean): Column<ApiKey>[] {
  const environment = useEnvironment();
  const columns: Column<ApiKey>[] = [
    {
      name: 'Key',
      nowrap: true,
      cell: (row) => (
        <code className="mono">
          {row.kind === 'public' ? 'pub' : 'sec'}_{environment.kind}_…{row.last_four}
        </code>
      ),
    },
    { name: 'Type', cell: (row) => (row.kind === 'secret' ? <Tag tone="challenge">Secret</Tag> : <Tag>Public</Tag>) },
    {
      name: 'Name',
      cell: ({ name }) =>
        name === '' ? <span className="muted">None</span> : <span className="chosen-name">{name}</span>,
    },
    { name: 'Created', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.created_at} /> },
    { name: 'Last used', cell: (row) => <Timestamp at={row.last_used_at} /> },
  ];
  if (!mayChange) return columns;
  return [
    ...columns,
    {
      name: 'Revoke',
      cell: (row) => (row.revoked_at ? <Tag tone="negative">Revoked</Tag> : <RevokeButton apiKey={row} />),
    },
  ];
}

function RevokeButton({ apiKey }: { apiKey: ApiKey }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const change = useChange([environmentPath(environment, '/keys')]);
  const revoke = async () => {
    const confirmed = await confirm({
      title: `Revoke the ${apiKey.kind} key …${apiKey.last_four}?`,
      body: 'All requests with this key will be rejected immediately. This cannot be undone.',
      action: 'Revoke key',
      danger: true,
      environment,
    });
    if (!confirmed) return;
    await change
      .mutateAsync({ method: 'DELETE', path: `/v1/keys/${apiKey.id}` })
      .then(() => notifySuccess('Key revoked.'))
      .catch((error) => notifyError('Key not revoked', error));
  };
  return (
    <Button size="xs" variant="default" loading={change.isBusy} onClick={() => void revoke()}>
      Revoke<span className="visually-hidden"> …{apiKey.last_four}</span>
    </Button>
  );
}
