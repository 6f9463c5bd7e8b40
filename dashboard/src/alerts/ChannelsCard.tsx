// The channels of alerts with their health: a channel that does not work is the first thing to see.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AlertChannel } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { List, One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { Await, EmptyState, Loading } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { Card } from '../components/Page.tsx';
import { FailuresTag, Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { CHANNEL_TEXT } from './alert-text.ts';
import { ChannelForm } from './ChannelForm.tsx';

const COLUMNS: Column<AlertChannel>[] = [
  { name: 'Name', cell: (row) => <strong className="chosen-name">{row.name}</strong> },
  { name: 'Kind', hideBelow: 'narrow', cell: (row) => CHANNEL_TEXT[row.kind].name },
  { name: 'Target', cell: (row) => <span className="mono">{row.target}</span> },
  { name: 'Health', cell: (row) => <Health channel={row} /> },
  { name: 'Last success', hideBelow: 'medium', cell: (row) => <Timestamp at={row.last_success_at} /> },
];

function Health({ channel }: { channel: AlertChannel }) {
  const {
    consecutive_failures: failures,
    last_error: error,
    last_success_at: success,
    last_failure_at: failure,
  } = channel;
  if (failures === 0 && success === null) return <Tag>Not used yet</Tag>;
  // One success resets the failure count, so the last failure is shown too: a channel that loses most messages must not look healthy.
  if (failures === 0) {
    return (
      <>
        <Tag tone="positive">Last attempt worked</Tag>
        {failure !== null && (
          <div className="small">
            An earlier one failed <Timestamp at={failure} />
          </div>
        )}
      </>
    );
  }
  return (
    <>
      <FailuresTag count={failures} />
      {error !== null && <div className="small">{error}</div>}
    </>
  );
}

interface ChannelsCardProps {
  read: { data: List<AlertChannel> | undefined; error: unknown; refetch: () => unknown };
}

export function ChannelsCard({ read }: ChannelsCardProps) {
  const mayChange = useMay('manage_webhooks');
  const [adding, setAdding] = useState(false);
  const actions = { name: 'Actions', cell: (row: AlertChannel) => <ChannelActions channel={row} /> };
  const add = (
    <Button size="xs" variant="default" onClick={() => setAdding(true)}>
      Add channel
    </Button>
  );
  return (
    <Card title="Channels" aside={mayChange && add} flush>
      <Await read={read} loading={<Loading rows={2} />}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState title="No channels yet">
              <p>A channel is an email address, a chat or a webhook endpoint that alerts are sent to.</p>
            </EmptyState>
          ) : (
            <ListTable
              caption="Alert channels"
              columns={mayChange ? [...COLUMNS, actions] : COLUMNS}
              rows={list.data}
              rowKey={(row) => row.id}
            />
          )
        }
      </Await>
      {adding && <ChannelForm onClose={() => setAdding(false)} />}
    </Card>
  );
}

function ChannelActions({ channel }: { channel: AlertChannel }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const path = environmentPath(environment, '/alert-channels');
  const change = useChange<One<AlertChannel> | undefined>([path]);
  const test = () =>
    change
      .mutateAsync({ method: 'POST', path: `${path}/${channel.id}/test` })
      .then((response) => {
        const error = response?.data.last_error ?? null;
        if (error === null) notifySuccess(`Test sent to ${channel.name}.`);
        else notifyError('Test not accepted', new Error(error));
      })
      .catch((error) => notifyError('Test not sent', error));
  const remove = async () => {
    const confirmed = await confirm({
      title: `Delete ${channel.name}?`,
      body: 'No more alerts are sent to it.',
      action: 'Delete channel',
      danger: true,
      environment,
    });
    if (!confirmed) return;
    await change
      .mutateAsync({ method: 'DELETE', path: `${path}/${channel.id}`, removes: channel.id })
      .then(() => notifySuccess('Channel deleted.'))
      .catch((error) => notifyError('Channel not deleted', error));
  };
  return (
    <div className="row">
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => void test()}>
        Send test<span className="visually-hidden"> to {channel.name}</span>
      </Button>
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => void remove()}>
        Delete<span className="visually-hidden"> {channel.name}</span>
      </Button>
    </div>
  );
}
