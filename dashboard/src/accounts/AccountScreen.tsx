// One account: its devices, its events, and the erasure of its identifiers.
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Problem } from '../api/client.ts';
import { useChange, useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { AccountDevice, EventItem, List, One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { Await, Empty } from '../components/Feedback.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { done, failed } from '../components/notice.ts';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { count } from '../components/wording.ts';
import { EventTable } from '../events/EventTable.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { toDevice } from '../shell/links.ts';

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
          <Empty title="This account was never seen in this environment">
            <p>
              Ids are case-sensitive and must be exactly as your site sends them.{' '}
              <a href={`#/${environment.id}/accounts`}>Back to accounts</a>
            </p>
          </Empty>
        </Card>
      </Page>
    );
  }
  return (
    <Page
      title={account}
      about="Account"
      actions={mayErase && devices.data !== undefined && <EraseButton account={account} />}
    >
      <Card title="Devices it has used" flush>
        <Await read={devices}>{(list) => <Devices list={list} />}</Await>
      </Card>
      <Events account={account} />
    </Page>
  );
}

function Devices({ list }: { list: List<AccountDevice> }) {
  const environment = useEnvironment();
  if (list.data.length === 0) return <Empty title="No device is known of this account" />;
  return (
    <ListTable
      caption="Devices of the account"
      rows={list.data}
      keyOf={(row) => row.id}
      hrefOf={(row) => toDevice(environment, row.id)}
      columns={[
        { name: 'Device', cell: (row) => <strong>{row.summary || 'Unknown device'}</strong> },
        {
          name: 'Trust',
          cell: (row) => (row.is_trusted ? <Tag tone="good">Trusted</Tag> : <span className="soft">no</span>),
        },
        { name: 'Events here', numeric: true, cell: (row) => row.event_count.toLocaleString('en') },
        {
          name: 'Accounts on it',
          numeric: true,
          drop: 'narrow',
          cell: (row) => row.account_count.toLocaleString('en'),
        },
        { name: 'First used', drop: 'narrow', cell: (row) => <Timestamp at={row.first_used_at} /> },
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
            <Empty title="No events are kept of this account" />
          ) : (
            <>
              <EventTable rows={list.data} caption="Events of the account" without="Account" />
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
    const yes = await confirm({
      title: `Erase ${account}?`,
      body: 'The identifiers and raw addresses of this account are removed for ever. Scores, signals, outcomes and policy versions stay, without a name.',
      action: 'Erase account',
      danger: true,
      environment,
    });
    if (!yes) return;
    try {
      const path = environmentPath(environment, `/accounts/${encodeURIComponent(account)}/erase`);
      const { data } = await change.mutateAsync({ method: 'POST', path });
      done(`Erased: ${count(data.erased_events, 'event')}, ${count(data.erased_devices, 'device')}.`);
      window.location.hash = `#/${environment.id}/accounts`;
    } catch (error) {
      failed('The account was not erased', error);
    }
  };
  return (
    <Button variant="default" color="red" size="xs" loading={change.isPending} onClick={() => void erase()}>
      Erase account
    </Button>
  );
}
