// The member's own account: password, two-factor authentication, sessions and display settings.
import { Button, PasswordInput, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useChange, useList } from '../api/read.ts';
import { beginSession, type Session, useSession } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { Await, ErrorMessage } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { Card, DescriptionList, Page } from '../components/Page.tsx';
import { SubmitForm } from '../components/SubmitForm.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { setTimeZoneChoice, useTimeZoneChoice, zoneId } from '../components/time-zone.ts';
import { ROLE_TEXT } from '../components/wording.ts';
import { setShortcutsEnabled, useShortcutsEnabled } from '../shell/shortcuts.ts';
import { SecondFactor } from './SecondFactor.tsx';

export function SettingsScreen() {
  const session = useSession();
  return (
    <Page
      title="Settings"
      description="Your account and this browser. Environment settings are under Keys & environments."
    >
      <div className="columns">
        <Card title="Account">
          <DescriptionList
            items={[
              ['Email', session?.user.email],
              ['Role', session ? `${ROLE_TEXT[session.user.role].name}: ${ROLE_TEXT[session.user.role].access}` : ''],
              ['Session expires', <Timestamp key="end" at={session?.expires_at} format="both" />],
            ]}
          />
        </Card>
        <BrowserCard />
      </div>
      <div className="columns">
        <PasswordCard />
        <SecondFactor />
      </div>
      <SessionsCard />
    </Page>
  );
}

function BrowserCard() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shortcuts = useShortcutsEnabled();
  const zone = useTimeZoneChoice();
  return (
    <Card title="This browser">
      <div className="stack">
        <SegmentedControl
          aria-label="Colors"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
          data={[
            { value: 'auto', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <Switch
          label="Times in UTC"
          description={`Otherwise in the zone of this browser, ${zoneId('local')}. Days of the overview are UTC days.`}
          checked={zone === 'utc'}
          onChange={(event) => setTimeZoneChoice(event.currentTarget.checked ? 'utc' : 'local')}
        />
        <Switch
          label="Single-key shortcuts"
          description="Press ? to see them"
          checked={shortcuts}
          onChange={(event) => setShortcutsEnabled(event.currentTarget.checked)}
        />
      </div>
    </Card>
  );
}

function PasswordCard() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  // The list of setup steps is derived from the audit log.
  const change = useChange<One<Session>>(['/v1/audit']);
  const save = async () => {
    const { data } = await change.mutateAsync({
      method: 'POST',
      path: '/v1/auth/password',
      body: { current_password: current, new_password: next },
    });
    beginSession(data);
    notifySuccess('Password changed. Your other sessions were revoked.');
    setCurrent('');
    setNext('');
  };
  return (
    <Card title="Password">
      <SubmitForm className="stack" save={save}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show current password' }}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
        />
        {change.error !== null && <ErrorMessage error={change.error} />}
        <div>
          <Button type="submit" loading={change.isPending} disabled={current === '' || next === ''}>
            Change password
          </Button>
        </div>
      </SubmitForm>
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
    { name: 'Started', cell: (row) => <Timestamp at={row.created_at} format="both" /> },
    { name: 'Last used', cell: (row) => <Timestamp at={row.last_used_at ?? row.last_seen_at} /> },
    { name: 'Expires', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.expires_at} /> },
    {
      name: 'Revoke',
      cell: (row) =>
        row.is_current || row.current ? <Tag tone="positive">Current</Tag> : <RevokeButton session={row} />,
    },
  ];
  return (
    <Card title="Sessions" flush>
      <Await read={read}>
        {(list) => <ListTable caption="Sessions" rows={list.data} rowKey={(row) => row.id} columns={columns} />}
      </Await>
    </Card>
  );
}

function RevokeButton({ session }: { session: OwnSession }) {
  const change = useChange([SESSIONS]);
  const revoke = () =>
    change
      .mutateAsync({ method: 'DELETE', path: `${SESSIONS}/${session.id}`, removes: session.id })
      .then(() => notifySuccess('Session revoked.'))
      .catch((error) => notifyError('Session not revoked', error));
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={() => void revoke()}>
      Revoke
    </Button>
  );
}
