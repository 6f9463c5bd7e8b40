// Where an invitation link leads: choose a password, and the session begins. The token stays below the hash.
import { Button, PasswordInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { beginSession, type Session } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { Failure } from '../components/Feedback.tsx';
import { useFilters } from '../shell/filters.ts';
import { Door } from './Login.tsx';

export function Invitation() {
  const navigate = useNavigate();
  const token = useFilters().one('token');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const differ = again !== '' && again !== password;

  const submit = async () => {
    if (again !== password) return setAgain(again === '' ? ' ' : again);
    setBusy(true);
    setError(null);
    try {
      const { data } = await call<One<Session>>('POST', '/v1/invitations/accept', {
        body: { token, password },
        token: '',
      });
      beginSession(data);
      await navigate({ to: '/', search: {} as never, replace: true });
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Door title="Choose your password">
      {token === '' && (
        <Failure error={new Error('This link is not complete. Open it exactly as it was sent to you.')} />
      )}
      {error !== null && <Failure error={error} />}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <PasswordInput
          label="New password"
          description="A long sentence is better than a short riddle."
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <PasswordInput
          label="The same again"
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={again}
          error={differ ? 'The two passwords differ' : undefined}
          onChange={(event) => setAgain(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the repeated password' }}
        />
        <Button type="submit" loading={busy} disabled={token === ''}>
          Set password and log in
        </Button>
      </form>
    </Door>
  );
}
