// The accounts of the environment by activity, or those whose id begins with a text.
import { useList } from '../api/read.ts';
import type { Account } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { TextFilter } from '../components/FilterFields.tsx';
import { type Column, countColumn, ListTable } from '../components/ListTable.tsx';
import { SortSelect } from '../components/ListTools.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { activitySorts } from '../components/wording.ts';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { maybeAccountHref } from '../shell/links.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const SORTS = [...activitySorts('last_seen', 'first_seen', 'event_count'), ['name', 'ID'] as const];

const ACCOUNT_COLUMNS: Column<Account>[] = [
  {
    name: 'Account',
    cell: (row) => <strong className="chosen-name">{row.external_account_id ?? 'Erased account'}</strong>,
  },
  countColumn('Events', (row) => row.event_count),
  countColumn('Challenged or blocked', (row) => row.stopped_count),
  { name: 'First seen', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.first_seen_at} /> },
  { name: 'Last seen', cell: (row) => <Timestamp at={row.last_seen_at} /> },
];

export function AccountsScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const prefix = filters.one('prefix');
  const { sort, ...rest } = filters.search;
  const read = useList<Account>(
    environmentPath(environment, '/accounts'),
    prefix === '' ? filters.search : { ...rest, sort: 'name' },
  );
  return (
    <Page
      title="Accounts"
      actions={<ViewsMenu list="accounts" filters={filters} />}
      description="Accounts are identified by the ID your site sends."
    >
      <search aria-label="Filters" className="filters">
        <TextFilter name="prefix" label="ID begins with" placeholder="u_1" filters={filters} />
        {prefix === '' && <SortSelect filters={filters} sorts={SORTS} />}
      </search>
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              prefix === '' ? (
                <FirstEvent />
              ) : (
                <EmptyState title="No matching accounts">
                  <p>IDs are case-sensitive. To open an account by its full ID, press Ctrl K.</p>
                </EmptyState>
              )
            ) : (
              <>
                <ListTable
                  caption="Accounts"
                  rows={list.data.map((row, index) => ({ ...row, key: row.external_account_id ?? `erased ${index}` }))}
                  rowKey={(row) => row.key}
                  rowHref={(row) => maybeAccountHref(environment, row.external_account_id)}
                  columns={ACCOUNT_COLUMNS}
                />
                <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
              </>
            )
          }
        </Await>
      </Card>
    </Page>
  );
}
