// The alert rules of the environment, with actions to edit, disable and delete each.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AlertChannel, AlertRule } from '../api/control-types.ts';
import { useChange, useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { Await, EmptyState, Loading } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { Card } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { ALERT_TEXT } from './alert-text.ts';
import { RuleForm } from './RuleForm.tsx';

interface RulesCardProps {
  channels: readonly AlertChannel[];
  onAdd: () => void;
}

export function RulesCard({ channels, onAdd }: RulesCardProps) {
  const environment = useEnvironment();
  const mayChange = useMay('manage_alerts');
  const [edited, setEdited] = useState<AlertRule | null>(null);
  const read = useList<AlertRule>(environmentPath(environment, '/alert-rules'), { limit: 100 });
  const columns: Column<AlertRule>[] = [
    { name: 'Name', cell: (row) => <strong className="chosen-name">{row.name}</strong> },
    { name: 'Alerts at', cell: (row) => `${ALERT_TEXT[row.kind].name}: ${ALERT_TEXT[row.kind].condition(row)}` },
    {
      name: 'Notifies',
      cell: (row) => {
        const notified = channels.filter(({ id }) => row.channels.includes(id)).map(({ name }) => name);
        if (notified.length === 0) return <span className="muted">Nobody</span>;
        return <span className="chosen-name">{notified.join(', ')}</span>;
      },
    },
    {
      name: 'Quiet',
      hideBelow: 'medium',
      cell: ({ quiet_hours: quiet }) =>
        quiet === null ? <span className="muted">Never</span> : `${quiet.from} to ${quiet.to}, ${quiet.time_zone}`,
    },
    {
      name: 'Status',
      cell: (row) => (row.status === 'active' ? <Tag tone="positive">Active</Tag> : <Tag>Disabled</Tag>),
    },
    ...(mayChange
      ? [{ name: 'Actions', cell: (row: AlertRule) => <RuleActions rule={row} onEdit={() => setEdited(row)} /> }]
      : []),
  ];
  return (
    <Card title="Rules" flush>
      <Await read={read} loading={<Loading rows={3} />}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState title="No rules yet">
              <p>A rule watches for an attack, too many blocks, a failing webhook or refused origins.</p>
              {mayChange && <Button onClick={onAdd}>Add your first rule</Button>}
            </EmptyState>
          ) : (
            <ListTable caption="Alert rules" columns={columns} rows={list.data} rowKey={(row) => row.id} />
          )
        }
      </Await>
      {edited !== null && <RuleForm rule={edited} channels={channels} onClose={() => setEdited(null)} />}
    </Card>
  );
}

function RuleActions({ rule, onEdit }: { rule: AlertRule; onEdit: () => void }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const path = environmentPath(environment, '/alert-rules');
  const change = useChange([path, environmentPath(environment, '/alerts')]);
  const disabled = rule.status === 'disabled';
  const toggle = async () => {
    const confirmed = await confirm({
      title: `${disabled ? 'Enable' : 'Disable'} ${rule.name}?`,
      body: disabled ? 'It is evaluated from now on.' : 'It sends no more messages, and its open alerts end.',
      action: disabled ? 'Enable' : 'Disable',
      environment,
    });
    if (!confirmed) return;
    const body = { status: disabled ? 'active' : 'disabled' };
    await change
      .mutateAsync({ method: 'PATCH', path: `${path}/${rule.id}`, body })
      .catch((error) => notifyError('Rule not changed', error));
  };
  const remove = async () => {
    const confirmed = await confirm({
      title: `Delete ${rule.name}?`,
      body: 'It sends no more messages, and its open alerts end.',
      action: 'Delete rule',
      danger: true,
      environment,
    });
    if (!confirmed) return;
    await change
      .mutateAsync({ method: 'DELETE', path: `${path}/${rule.id}`, removes: rule.id })
      .then(() => notifySuccess('Rule deleted.'))
      .catch((error) => notifyError('Rule not deleted', error));
  };
  const name = <span className="visually-hidden"> {rule.name}</span>;
  return (
    <div className="row">
      <Button size="xs" variant="default" onClick={onEdit}>
        Edit{name}
      </Button>
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => void toggle()}>
        {disabled ? 'Enable' : 'Disable'}
        {name}
      </Button>
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => void remove()}>
        Delete{name}
      </Button>
    </div>
  );
}
