// Alerts: those that need attention now, earlier ones, the rules, and the channels with their health.
import { Button } from '@mantine/core';
import { ALERT_LIMITS, ALERT_THRESHOLDS } from '../../../src/vocabulary/alerts.ts';
import type { Alert, AlertChannel } from '../api/control-types.ts';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import { Await, EmptyState, Loading } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { type Filters, useFilters } from '../shell/filters.ts';
import { screenHref } from '../shell/links.ts';
import { ALERT_TEXT, notificationText } from './alert-text.ts';
import { ChannelsCard } from './ChannelsCard.tsx';
import { RuleForm } from './RuleForm.tsx';
import { RulesCard } from './RulesCard.tsx';

export function AlertsScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const mayChange = useMay('manage_alerts');
  // In the address, so that a campaign can link to the form.
  const adding = filters.one('new') !== '';
  const setAdding = (open: boolean) =>
    filters.set({ new: open ? 'attack_wave' : undefined, threshold: undefined, window: undefined });
  const path = environmentPath(environment, '/alerts');
  const cursor = filters.one('cursor');
  const read = useList<Alert>(path, cursor === '' ? {} : { cursor }, { every: 5_000 });
  // Polled as often as alerts: otherwise a channel that a colleague has just added would be shown as a deleted one.
  const channels = useList<AlertChannel>(
    environmentPath(environment, '/alert-channels'),
    { limit: 100 },
    { every: 5_000 },
  );
  return (
    <Page
      title="Alerts"
      description="Rules that notify people by email, chat or webhook when something needs attention, and when it is over."
      actions={mayChange && <Button onClick={() => setAdding(true)}>Add rule</Button>}
    >
      <Card title="Recent alerts" flush>
        <Await read={read} loading={<Loading rows={2} />}>
          {(list) =>
            list.data.length === 0 ? (
              <EmptyState title="No alerts yet">
                <p>What the rules below notice appears here within seconds, with the messages that were sent.</p>
              </EmptyState>
            ) : (
              <>
                <ListTable
                  caption="Alerts"
                  columns={columns(channels.data?.data ?? [])}
                  rows={list.data}
                  rowKey={(row) => row.id}
                  rowHref={(row) => screenHref(environment, row.path)}
                />
                <Pager list={list} onCursor={(next) => filters.set({ cursor: next })} />
              </>
            )
          }
        </Await>
      </Card>
      <RulesCard channels={channels.data?.data ?? []} onAdd={() => setAdding(true)} />
      <ChannelsCard read={channels} />
      {adding && (
        <RuleForm
          rule={null}
          proposal={proposalOf(filters)}
          channels={channels.data?.data ?? []}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}

/** The numbers of a campaign, within the bounds of a rule. */
function proposalOf(filters: Filters) {
  const within = (name: string, { min, max }: { min: number; max: number }) =>
    Math.min(max, Math.max(min, Number(filters.one(name)) || min));
  return {
    ...(filters.one('threshold') !== '' && { threshold: within('threshold', ALERT_THRESHOLDS.attack_wave) }),
    ...(filters.one('window') !== '' && { window_minutes: within('window', ALERT_LIMITS.windowMinutes) }),
  };
}

/** A rule is often named as its kind. */
function ruleText({ rule_name: name, kind }: Alert): string {
  const kindName = ALERT_TEXT[kind].name;
  return name === kindName ? name : `${name} (${kindName})`;
}

function columns(channels: readonly AlertChannel[]): Column<Alert>[] {
  const nameOf = (id: string) => channels.find((channel) => channel.id === id)?.name ?? 'a deleted channel';
  return [
    { name: 'What', cell: (row) => <strong>{row.what}</strong> },
    { name: 'Rule', hideBelow: 'medium', cell: ruleText },
    {
      name: 'Status',
      cell: (row) => (row.status === 'open' ? <Tag tone="negative">Open</Tag> : <Tag tone="positive">Resolved</Tag>),
    },
    { name: 'Since', cell: (row) => <Timestamp at={row.since} /> },
    {
      name: 'Resolved',
      cell: (row) =>
        row.resolved_at === null ? <span className="muted">Not yet</span> : <Timestamp at={row.resolved_at} />,
    },
    {
      name: 'Notified',
      cell: (row) => {
        const messages = row.notifications.filter(({ type }) => type === 'alert.opened');
        if (messages.length === 0) return <span className="muted">No one: the rule has no channel</span>;
        return (
          <ul className="small">
            {messages.map((one) => (
              <li key={one.channel_id}>
                {nameOf(one.channel_id)}: {notificationText(one)}
              </li>
            ))}
          </ul>
        );
      },
    },
  ];
}
