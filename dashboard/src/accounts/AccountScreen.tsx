// One account: its summary, timeline, devices, networks and events, and a button to erase its identifiers.
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { Problem } from '../api/client.ts';
import { useChange, useList, useOne } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { AccountSummary, EventItem, One } from '../api/types.ts';
import { CampaignsCard } from '../campaigns/CampaignsCard.tsx';
import { useConfirm } from '../components/Confirm.tsx';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { currentRows } from '../components/outdated.ts';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { useSelection } from '../components/Selection.tsx';
import { EventSelection } from '../events/EventSelection.tsx';
import { EventTable } from '../events/EventTable.tsx';
import { LinksCard } from '../links/LinksCard.tsx';
import { NotesCard } from '../notes/NotesCard.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { DevicesCard } from './DevicesCard.tsx';
import { NetworksCard } from './NetworksCard.tsx';
import { SummaryCard } from './SummaryCard.tsx';
import { TimelineCard } from './TimelineCard.tsx';

export function AccountScreen() {
  const { account } = useParams({ strict: false }) as { account: string };
  const environment = useEnvironment();
  const read = useOne<AccountSummary>(environmentPath(environment, `/accounts/${encodeURIComponent(account)}`));
  const mayErase = useMay('erase_account');
  if (read.error instanceof Problem && read.error.status === 404) {
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
      actions={mayErase && read.data !== undefined && <EraseButton account={account} />}
    >
      <Await read={read}>
        {({ data }) => (
          <>
            <SummaryCard account={account} summary={data} />
            <TimelineCard key={account} account={account} summary={data} />
            {data.stopped_count > 0 && <CampaignsCard query={{ account_id: account }} />}
            <NotesCard
              path={environmentPath(environment, `/accounts/${encodeURIComponent(account)}/notes`)}
              hint="Write down what you know about this account."
            />
            <DevicesCard key={`devices ${account}`} account={account} summary={data} />
            <NetworksCard key={`networks ${account}`} account={account} />
            <Events account={account} />
            <LinksCard query={{ account_id: account }} />
          </>
        )}
      </Await>
    </Page>
  );
}

function Events({ account }: { account: string }) {
  const environment = useEnvironment();
  const filters = useFilters();
  const read = useList<EventItem>(environmentPath(environment, '/events'), {
    account_id: account,
    cursor: filters.one('cursor'),
  });
  const selection = useSelection(account);
  const mayLabel = useMay('record_outcome');
  return (
    <Card title="Events" aside={mayLabel && <EventSelection selection={selection} rows={currentRows(read)} />} flush>
      <Await read={read}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState title="No events for this account" />
          ) : (
            <>
              <EventTable
                rows={list.data}
                caption="Events of the account"
                omit="account"
                selection={mayLabel ? selection : undefined}
              />
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
      notifySuccess(
        `Erased: ${formatCount(data.erased_events, 'event')}, ${formatCount(data.erased_devices, 'device')}.`,
      );
      window.location.hash = `#/${environment.id}/accounts`;
    } catch (error) {
      notifyError('Account not erased', error);
    }
  };
  return (
    <Button variant="default" color="red" size="xs" loading={change.isBusy} onClick={() => void erase()}>
      Erase account
    </Button>
  );
}
