// Log-in with e-mail and password, and the second factor when the member has one.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call, Problem } from '../api/client.ts';
import { beginSession, type Session, sessionEndReason } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { Failure } from '../components/Feedback.tsx';
import classes from './Login.module.css';

type Step = 'password' | 'code';

/** Whether the service accepted the password and now wants a code. */
function wantsCode(error: unknown): boolean {
  return error instanceof Problem && /second_factor|totp|mfa|code_required/.test(error.code);
}

export function Door({ title, children }: { title: string; children: React.ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Assay`;
  }, [title]);
  return (
    <main className={classes.door}>
      <div className={classes.panel}>
        <p className={classes.brand}>
          <img src="./assay.svg" width={28} height={28} alt="" /> Assay
        </p>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}

export function Login() {
  const router = useRouter();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>('password');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const ended = sessionEndReason();

  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      const body = step === 'code' ? { email, password, code: code.replaceAll(/\s/g, '') } : { email, password };
      const { data } = await call<One<Session>>('POST', '/v1/auth/login', { body, token: '' });
      beginSession(data);
      await router.invalidate();
      if (router.state.location.pathname === '/') await navigate({ to: '/' });
    } catch (caught) {
      if (step === 'password' && wantsCode(caught)) setStep('code');
      else setError(caught);
    } finally {
      setBusy(false);
    }
  };

  const back = () => {
    setStep('password');
    setError(null);
    setCode('');
  };

  return (
    <Door title={step === 'code' ? 'Second factor' : 'Log in'}>
      {ended !== null && error === null && <p role="status">{ended}</p>}
      {error !== null && <Failure error={error} />}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {step === 'password' ? (
          <>
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            />
          </>
        ) : (
          <TextInput
            key="code"
            label="Code from your authenticator app"
            description="Six digits, or one of your recovery codes."
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Button type="submit" loading={busy}>
          Log in
        </Button>
        {step === 'code' && (
          <Button variant="subtle" onClick={back}>
            Back to the password
          </Button>
        )}
      </form>
      {step === 'password' && (
        <p className="small soft">
          First time here? The owner's e-mail and password were printed where the service was started, and stand in{' '}
          <code className="mono">first-run.json</code> in its data folder.
        </p>
      )}
    </Door>
  );
}
