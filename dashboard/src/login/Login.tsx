// Login with email and password, and a code if the member uses two-factor authentication.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call, Problem } from '../api/client.ts';
import { queryClient } from '../api/read.ts';
import { beginSession, type Session, sessionEndReason } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { ErrorMessage } from '../components/Feedback.tsx';
import { AuthPage } from './AuthPage.tsx';

type Step = 'password' | 'code';

interface Credentials {
  email: string;
  password: string;
  code: string;
}

/** Whether the server accepted the password and requires a code. */
function needsCode(error: unknown): boolean {
  return error instanceof Problem && error.code === 'second_factor_required';
}

/**
 * Sends the credentials, then shows the requested screen; moves to the code step if the server requires a code.
 * `onSession` runs before the new session begins.
 */
export function useLogin(onSession?: (session: Session) => void) {
  const router = useRouter();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>('password');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const submit = async ({ email, password, code }: Credentials) => {
    setBusy(true);
    setError(null);
    try {
      const body = step === 'code' ? { email, password, code: code.replaceAll(/\s/g, '') } : { email, password };
      const { data } = await call<One<Session>>('POST', '/v1/auth/login', { body, token: '' });
      onSession?.(data);
      beginSession(data);
      void queryClient.invalidateQueries();
      // The login covers a screen that must stay mounted: a reload would lose its input.
      if (onSession !== undefined) return;
      await router.invalidate();
      if (router.state.location.pathname === '/') await navigate({ to: '/' });
    } catch (caught) {
      if (step === 'password' && needsCode(caught)) setStep('code');
      else setError(caught);
    } finally {
      setBusy(false);
    }
  };
  const back = () => {
    setStep('password');
    setError(null);
  };
  return { step, error, busy, submit, back };
}

/** The page shown without a session. */
export function Login() {
  const login = useLogin();
  return (
    <AuthPage title={titleOf(login.step)}>
      <LoginForm login={login} />
    </AuthPage>
  );
}

export function titleOf(step: Step): string {
  return step === 'code' ? 'Two-factor authentication' : 'Log in';
}

interface LoginFormProps {
  login: ReturnType<typeof useLogin>;
  /** The initial value: the email of the member whose session ended. */
  email?: string;
}

export function LoginForm({ login, email = '' }: LoginFormProps) {
  const { step, error, busy, submit, back } = login;
  const [credentials, setCredentials] = useState<Credentials>({ email, password: '', code: '' });
  const edit = (changes: Partial<Credentials>) => setCredentials({ ...credentials, ...changes });
  const ended = sessionEndReason();
  return (
    <>
      {ended !== null && error === null && <p role="status">{ended}</p>}
      {error !== null && <ErrorMessage error={error} />}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(credentials);
        }}
      >
        {step === 'password' ? (
          <PasswordStep credentials={credentials} edit={edit} knowsEmail={email !== ''} />
        ) : (
          <CodeStep code={credentials.code} onChange={(code) => edit({ code })} />
        )}
        <Button type="submit" loading={busy}>
          Log in
        </Button>
        {step === 'code' && (
          <Button
            variant="subtle"
            onClick={() => {
              back();
              edit({ code: '' });
            }}
          >
            Back to password
          </Button>
        )}
      </form>
      {step === 'password' && (
        <p className="small muted">
          First time here? The owner’s email and password were printed when the service first started. They are also in{' '}
          <code className="mono">first-run.json</code> in the service’s data folder.
        </p>
      )}
    </>
  );
}

interface PasswordStepProps {
  credentials: Credentials;
  /** The focus then starts in the password field. */
  knowsEmail: boolean;
  edit: (changes: Partial<Credentials>) => void;
}

function PasswordStep({ credentials, knowsEmail, edit }: PasswordStepProps) {
  return (
    <>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus={!knowsEmail}
        value={credentials.email}
        onChange={(event) => edit({ email: event.currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        autoFocus={knowsEmail}
        data-autofocus={knowsEmail || undefined}
        value={credentials.password}
        onChange={(event) => edit({ password: event.currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      />
    </>
  );
}

function CodeStep({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  return (
    <TextInput
      label="Code from your authenticator app"
      description="Six digits, or one of your recovery codes."
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      autoFocus
      value={code}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
