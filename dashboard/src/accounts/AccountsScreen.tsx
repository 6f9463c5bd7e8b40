// Opens an account by its external id, and lists recently active accounts.
import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useList } from '../api/read.ts';
import type { EventItem } from '../api/types.ts';
import { Await } from '../components/Feedback.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { Card, Page } from '../components/Page.tsx';
import { DecisionTag, Score } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { eventName } from '../components/wording.ts';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { accountHref } from '../shell/links.ts';
import { useShortcuts } from '../shell/shortcuts.ts';

/** The newest event of each account among these events. */
function newestByAccount(events: readonly EventItem[]): EventItem[] {
  const newest = new Map<string, EventItem>();
  for (const event of events) {
    const account = event.external_account_id;
    if (account !== null && !newest.has(account)) newest.set(account, event);
  }
  return [...newest.values()];
}

export function AccountsScreen() {
  const environment = useEnvironment();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const read = useList<EventItem>(environmentPath(environment, '/events'), { limit: 100 });
  useShortcuts({ '/': () => field.current?.focus() });
  return (
    <Page title="Accounts" description="Accounts are identified by the ID your site sends.">
      <Card>
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed !== '') window.location.hash = accountHref(environment, typed);
          }}
        >
          <TextInput
            className="grow"
            label="External account ID"
            placeholder="u_1"
            ref={field}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" mt="lg" disabled={typed === ''}>
            Open account
          </Button>
        </form>
      </Card>
      <Card title="Recently active" aside={<span className="muted small">From the newest 100 events</span>} flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <FirstEvent />
            ) : (
              <ListTable
                caption="Recently active accounts"
                rows={newestByAccount(list.data)}
                rowKey={(row) => row.id}
                rowHref={(row) => accountHref(environment, row.external_account_id ?? '')}
                columns={[
                  { name: 'Account', cell: (row) => <strong>{row.external_account_id}</strong> },
                  { name: 'Last event', cell: (row) => eventName(row.event_type) },
                  { name: 'Decision', cell: (row) => <DecisionTag decision={row.risk.decision} /> },
                  { name: 'Score', cell: (row) => <Score score={row.risk.score} level={row.risk.level} /> },
                  { name: 'Time', cell: (row) => <Timestamp at={row.created_at} /> },
                ]}
              />
            )
          }
        </Await>
      </Card>
    </Page>
  );
}
