// The page an invitation link opens: choose a password and log in. The token is below the hash and never sent as part of an address.
import { Button, PasswordInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { beginSession, type Session } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { ErrorMessage } from '../components/Feedback.tsx';
import { useFilters } from '../shell/filters.ts';
import { AuthPage } from './AuthPage.tsx';

/** Accepts the invitation with a password and starts the session. */
function useAcceptInvitation(token: string) {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const accept = async (password: string) => {
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
  return { accept, error, busy };
}

export function Invitation() {
  const token = useFilters().one('token');
  const { accept, error, busy } = useAcceptInvitation(token);
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const differ = repeated !== '' && repeated !== password;
  const submit = () => {
    if (repeated === password) void accept(password);
    else setRepeated(repeated === '' ? ' ' : repeated);
  };
  return (
    <AuthPage title="Choose a password">
      {token === '' && <ErrorMessage error={new Error('This link is incomplete. Open the full link you were sent.')} />}
      {error !== null && <ErrorMessage error={error} />}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <PasswordInput
          label="New password"
          description="A long phrase is stronger than a short, complicated password."
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <PasswordInput
          label="Repeat password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={repeated}
          error={differ ? 'The passwords do not match' : undefined}
          onChange={(event) => setRepeated(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show repeated password' }}
        />
        <Button type="submit" loading={busy} disabled={token === ''}>
          Set password and log in
        </Button>
      </form>
    </AuthPage>
  );
}
