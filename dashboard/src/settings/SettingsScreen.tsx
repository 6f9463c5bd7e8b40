// One's own account: password, second factor, sessions, and how the dashboard looks.
import { Button, PasswordInput, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useChange, useList } from '../api/read.ts';
import { beginSession, type Session, useSession } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { Await, Failure } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { done, failed } from '../components/notice.ts';
import { Card, Facts, Page } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { ROLE_TEXT } from '../components/wording.ts';
import { setShortcuts, useShortcutsOn } from '../shell/shortcuts.ts';
import { SecondFactor } from './SecondFactor.tsx';

export function SettingsScreen() {
  const session = useSession();
  return (
    <Page
      title="Settings"
      about="Your own account and this browser. Settings of environments stand under Keys & environments."
    >
      <div className="columns">
        <Card title="You">
          <Facts
            facts={[
              ['E-mail', session?.user.email],
              ['Role', session ? `${ROLE_TEXT[session.user.role].name}: may ${ROLE_TEXT[session.user.role].may}` : ''],
              ['Session ends', <Timestamp key="end" at={session?.expires_at} style="both" />],
            ]}
          />
        </Card>
        <Looks />
      </div>
      <div className="columns">
        <PasswordCard />
        <SecondFactor />
      </div>
      <SessionsCard />
    </Page>
  );
}

function Looks() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shortcuts = useShortcutsOn();
  return (
    <Card title="This browser">
      <div className="stack">
        <SegmentedControl
          aria-label="Colors"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
          data={[
            { value: 'auto', label: 'As the system' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <Switch
          label="Single-key shortcuts"
          description="Press ? for the list"
          checked={shortcuts}
          onChange={(event) => setShortcuts(event.currentTarget.checked)}
        />
      </div>
    </Card>
  );
}

function PasswordCard() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useChange<One<Session>>([]);
  const save = async () => {
    const { data } = await change.mutateAsync({
      method: 'POST',
      path: '/v1/auth/password',
      body: { current_password: current, new_password: next },
    });
    beginSession(data);
    done('Password changed. Your other sessions have ended.');
    setCurrent('');
    setNext('');
  };
  return (
    <Card title="Password">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save().catch(() => undefined);
        }}
      >
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the current password' }}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the new password' }}
        />
        {change.error !== null && <Failure error={change.error} />}
        <div>
          <Button type="submit" loading={change.isPending} disabled={current === '' || next === ''}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface OwnSession {
  id: string;
  created_at: string;
  last_seen_at?: string | null;
  last_used_at?: string | null;
  expires_at: string;
  user_agent?: string | null;
  current?: boolean;
  is_current?: boolean;
}

const SESSIONS = '/v1/auth/sessions';

function SessionsCard() {
  const read = useList<OwnSession>(SESSIONS);
  const columns: Column<OwnSession>[] = [
    { name: 'Begun', cell: (row) => <Timestamp at={row.created_at} style="both" /> },
    { name: 'Last used', cell: (row) => <Timestamp at={row.last_used_at ?? row.last_seen_at} /> },
    { name: 'Ends', drop: 'narrow', cell: (row) => <Timestamp at={row.expires_at} /> },
    {
      name: 'End it',
      cell: (row) => (row.is_current || row.current ? <Tag tone="good">This one</Tag> : <End session={row} />),
    },
  ];
  return (
    <Card title="Your sessions" flush>
      <Await read={read}>
        {(list) => <ListTable caption="Sessions" rows={list.data} keyOf={(row) => row.id} columns={columns} />}
      </Await>
    </Card>
  );
}

function End({ session }: { session: OwnSession }) {
  const change = useChange([SESSIONS]);
  const end = () =>
    change
      .mutateAsync({ method: 'DELETE', path: `${SESSIONS}/${session.id}` })
      .then(() => done('Session ended.'))
      .catch((error) => failed('The session was not ended', error));
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={() => void end()}>
      End
    </Button>
  );
}
