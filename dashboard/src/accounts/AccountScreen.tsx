// One account: its devices, its events, and a button to erase its identifiers.
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Problem } from '../api/client.ts';
import { useChange, useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { AccountDevice, EventItem, List, One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { count } from '../components/wording.ts';
import { EventTable } from '../events/EventTable.tsx';
import { LinksCard } from '../links/LinksCard.tsx';
import { NotesCard } from '../notes/NotesCard.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { deviceHref } from '../shell/links.ts';
import classes from './AccountScreen.module.css';
import { AccountSummary } from './AccountSummary.tsx';

export function AccountScreen() {
  const { account } = useParams({ strict: false }) as { account: string };
  const environment = useEnvironment();
  const devices = useList<AccountDevice>(
    environmentPath(environment, `/accounts/${encodeURIComponent(account)}/devices`),
    { limit: 100 },
  );
  const mayErase = useMay('erase_account');
  if (devices.error instanceof Problem && devices.error.status === 404) {
    return (
      <Page title={account}>
        <Card>
          <EmptyState title="Account not found">
            <p>
              No event in this environment has this ID. IDs are case-sensitive.{' '}
              <a href={`#/${environment.id}/accounts`}>Back to accounts</a>
            </p>
          </EmptyState>
        </Card>
      </Page>
    );
  }
  return (
    <Page
      title={account}
      description="Account"
      actions={mayErase && devices.data !== undefined && <EraseButton account={account} />}
    >
      <AccountSummary account={account} />
      <NotesCard
        path={environmentPath(environment, `/accounts/${encodeURIComponent(account)}/notes`)}
        hint="Write down what you know about this account."
      />
      <Events account={account} />
      <Card title="Devices" flush>
        <Await read={devices}>{(list) => <Devices list={list} />}</Await>
      </Card>
      <LinksCard query={{ account_id: account }} />
    </Page>
  );
}

/** Devices with one event that are listed with the others. */
const MAX_ONCE = 3;

function Devices({ list }: { list: List<AccountDevice> }) {
  const [showsAll, setShowsAll] = useState(false);
  if (list.data.length === 0) return <EmptyState title="No devices for this account" />;
  // An attack leaves a device for each attempt; among them nobody would find the owner's.
  const once = list.data.filter((device) => device.event_count === 1 && !device.is_trusted);
  const hidden = !showsAll && once.length > MAX_ONCE && once.length < list.data.length ? once : [];
  return (
    <>
      <DeviceTable rows={list.data.filter((device) => !hidden.includes(device))} />
      {hidden.length > 0 && (
        <p className={classes.hidden}>
          <button type="button" className="link" onClick={() => setShowsAll(true)}>
            Show {count(hidden.length, 'more device')} with one event each
          </button>
        </p>
      )}
    </>
  );
}

function DeviceTable({ rows }: { rows: readonly AccountDevice[] }) {
  const environment = useEnvironment();
  return (
    <ListTable
      caption="Devices of the account"
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => deviceHref(environment, row.id)}
      columns={[
        { name: 'Device', cell: (row) => <strong>{row.summary || 'Unknown device'}</strong> },
        {
          name: 'Trust',
          cell: (row) =>
            row.is_trusted ? <Tag tone="positive">Trusted</Tag> : <span className="muted">Not trusted</span>,
        },
        { name: 'Events', numeric: true, cell: (row) => row.event_count.toLocaleString('en') },
        {
          name: 'Accounts',
          numeric: true,
          hideBelow: 'narrow',
          cell: (row) => row.account_count.toLocaleString('en'),
        },
        { name: 'First used', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.first_used_at} /> },
        { name: 'Last used', cell: (row) => <Timestamp at={row.last_used_at} /> },
      ]}
    />
  );
}

function Events({ account }: { account: string }) {
  const environment = useEnvironment();
  const filters = useFilters();
  const read = useList<EventItem>(environmentPath(environment, '/events'), {
    account_id: account,
    cursor: filters.one('cursor'),
  });
  return (
    <Card title="Events" flush>
      <Await read={read}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState title="No events for this account" />
          ) : (
            <>
              <EventTable rows={list.data} caption="Events of the account" omit="Account" />
              <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
            </>
          )
        }
      </Await>
    </Card>
  );
}

function EraseButton({ account }: { account: string }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const change = useChange<One<{ erased_events: number; erased_devices: number }>>(['/v1/']);
  const erase = async () => {
    const confirmed = await confirm({
      title: `Erase ${account}?`,
      body: 'The identifiers, IP addresses, client signals and notes of this account are permanently removed. Scores, decisions and outcomes remain without a name.',
      action: 'Erase account',
      danger: true,
      environment,
    });
    if (!confirmed) return;
    try {
      const path = environmentPath(environment, `/accounts/${encodeURIComponent(account)}/erase`);
      const { data } = await change.mutateAsync({ method: 'POST', path });
      notifySuccess(`Erased: ${count(data.erased_events, 'event')}, ${count(data.erased_devices, 'device')}.`);
      window.location.hash = `#/${environment.id}/accounts`;
    } catch (error) {
      notifyError('Account not erased', error);
    }
  };
  return (
    <Button variant="default" color="red" size="xs" loading={change.isPending} onClick={() => void erase()}>
      Erase account
    </Button>
  );
}
