// Makes, lists and revokes the keys of the environment; a new key is shown once.
import { Button, Modal, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { KeyKind } from '../../../src/vocabulary/words.ts';
import type { ApiKey } from '../api/control-types.ts';
import { useChange, useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { CodeBlock } from '../components/Copy.tsx';
import { Await, Empty, Failure } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { done, failed } from '../components/notice.ts';
import { Card } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { learnPublicKey } from './known-keys.ts';

export function KeysCard() {
  const environment = useEnvironment();
  const mayChange = useMay('manage_keys');
  const [adding, setAdding] = useState(false);
  const columns = useColumns(mayChange);
  const read = useList<ApiKey>(environmentPath(environment, '/keys'), { limit: 100 });
  return (
    <Card
      title={`Keys of ${environment.name}`}
      flush
      aside={
        mayChange && (
          <Button size="xs" onClick={() => setAdding(true)}>
            Make a key
          </Button>
        )
      }
    >
      <Await read={read}>
        {(list) =>
          list.data.length === 0 ? (
            <Empty title="No keys">
              <p>Make a public key to send events from a page, and a secret key for your backend.</p>
            </Empty>
          ) : (
            <ListTable caption="Keys" rows={list.data} keyOf={(row) => row.id} columns={columns} />
          )
        }
      </Await>
      {adding && <NewKey onClose={() => setAdding(false)} />}
    </Card>
  );
}

function useColumns(mayChange: boolean): Column<ApiKey>[] {
  const environment = useEnvironment();
  const columns: Column<ApiKey>[] = [
    {
      name: 'Key',
      cell: (row) => (
        <code className="mono">
          {row.kind === 'public' ? 'pub' : 'sec'}_{environment.kind}_…{row.last_four}
        </code>
      ),
    },
    { name: 'Kind', cell: (row) => (row.kind === 'secret' ? <Tag tone="challenge">Secret</Tag> : <Tag>Public</Tag>) },
    { name: 'Name', cell: (row) => row.name || <span className="soft">none</span> },
    { name: 'Made', drop: 'narrow', cell: (row) => <Timestamp at={row.created_at} /> },
    { name: 'Last used', cell: (row) => <Timestamp at={row.last_used_at} /> },
  ];
  if (!mayChange) return columns;
  return [
    ...columns,
    { name: 'Revoke', cell: (row) => (row.revoked_at ? <Tag tone="bad">Revoked</Tag> : <Revoke apiKey={row} />) },
  ];
}

function Revoke({ apiKey }: { apiKey: ApiKey }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const change = useChange([environmentPath(environment, '/keys')]);
  const revoke = async () => {
    const yes = await confirm({
      title: `Revoke the ${apiKey.kind} key …${apiKey.last_four}?`,
      body: 'Every request with it is refused from now on. This cannot be undone.',
      action: 'Revoke key',
      danger: true,
      environment,
    });
    if (!yes) return;
    await change
      .mutateAsync({ method: 'DELETE', path: `/v1/keys/${apiKey.id}` })
      .then(() => done('Key revoked.'))
      .catch((error) => failed('The key was not revoked', error));
  };
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={() => void revoke()}>
      Revoke<span className="hidden"> …{apiKey.last_four}</span>
    </Button>
  );
}

function NewKey({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const [kind, setKind] = useState<KeyKind>('public');
  const [name, setName] = useState('');
  const [made, setMade] = useState<ApiKey | null>(null);
  const path = environmentPath(environment, '/keys');
  const change = useChange<One<ApiKey>>([path]);
  const make = async () => {
    const yes = await confirm({
      title: `Make a ${kind} key?`,
      body: 'It works at once.',
      action: 'Make the key',
      environment,
    });
    if (!yes) return;
    const { data } = await change.mutateAsync({ method: 'POST', path, body: { kind, ...(name !== '' && { name }) } });
    if (data.kind === 'public' && data.key !== undefined) learnPublicKey(environment.id, data.key);
    setMade(data);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === null ? `New key for ${environment.kind.toUpperCase()}` : 'Your new key'}
      lockScroll={false}
      closeOnClickOutside={made === null}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      {made !== null ? (
        <div className="stack">
          <p>
            <strong>Copy it now: it is shown this once.</strong>{' '}
            {made.kind === 'secret'
              ? 'Keep it in your backend; never put it into a page or an app.'
              : 'It may stand in your pages.'}
          </p>
          <CodeBlock code={made.key ?? ''} what="the key" />
          <div>
            <Button onClick={onClose}>I have copied it</Button>
          </div>
        </div>
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            make().catch(() => undefined);
          }}
        >
          <SegmentedControl
            aria-label="Kind of key"
            value={kind}
            onChange={(value) => setKind(value as KeyKind)}
            data={[
              { value: 'public', label: 'Public: sends events from a page' },
              { value: 'secret', label: 'Secret: for your backend' },
            ]}
          />
          <TextInput
            label="Name"
            placeholder="Web shop"
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {change.error !== null && <Failure error={change.error} />}
          <div>
            <Button type="submit" loading={change.isPending}>
              Make the key
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
