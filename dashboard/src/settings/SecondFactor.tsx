// The second factor: set up with an authenticator app, with recovery codes shown once, or taken away again.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange, useOne } from '../api/read.ts';
import type { One } from '../api/types.ts';
import { CodeBlock } from '../components/Copy.tsx';
import { Failure } from '../components/Feedback.tsx';
import { done } from '../components/notice.ts';
import { Card } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';

const TOTP = '/v1/auth/totp';

interface Enrollment {
  secret: string;
  otpauth_url?: string;
  uri?: string;
}

export function SecondFactor() {
  const session = useOne<{ user?: { totp_enabled?: boolean } }>('/v1/auth/session');
  const on = session.data?.data.user?.totp_enabled === true;
  return (
    <Card title="Second factor" aside={on ? <Tag tone="good">On</Tag> : <Tag>Off</Tag>}>
      {on ? <TurnOff /> : <TurnOn />}
    </Card>
  );
}

function TurnOn() {
  const [enrollment, setEnrolment] = useState<Enrollment | null>(null);
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState<string[] | null>(null);
  const begin = useChange<One<Enrollment>>([]);
  const confirm = useChange<One<{ recovery_codes: string[] }>>([]);
  const refresh = useChange([]);
  if (recovery !== null) {
    return (
      <div className="stack">
        <p>
          <strong>Keep these recovery codes: they are shown this once.</strong> Each works once, if your app is lost.
        </p>
        <CodeBlock code={recovery.join('\n')} what="the recovery codes" />
        <div>
          <Button onClick={() => window.location.reload()}>I have kept them</Button>
        </div>
      </div>
    );
  }
  if (enrollment === null) {
    return (
      <div className="stack">
        <p>Whoever has your password can switch fraud protection off. A code from an app on your phone stops that.</p>
        {begin.error !== null && <Failure error={begin.error} />}
        <div>
          <Button
            loading={begin.isPending}
            onClick={() =>
              void begin
                .mutateAsync({ method: 'POST', path: TOTP })
                .then(({ data }) => setEnrolment(data))
                .catch(() => undefined)
            }
          >
            Set up
          </Button>
        </div>
      </div>
    );
  }
  const finish = async () => {
    const { data } = await confirm.mutateAsync({
      method: 'POST',
      path: `${TOTP}/confirm`,
      body: { code: code.replaceAll(/\s/g, '') },
    });
    done('The second factor is on.');
    setRecovery(data.recovery_codes);
    refresh.reset();
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        finish().catch(() => undefined);
      }}
    >
      <p>Add this secret to your authenticator app, then type the code that it shows.</p>
      <CodeBlock code={enrollment.secret} what="the secret" />
      {(enrollment.otpauth_url ?? enrollment.uri) && (
        <a href={enrollment.otpauth_url ?? enrollment.uri}>Open in an app on this device</a>
      )}
      <TextInput
        label="Code"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {confirm.error !== null && <Failure error={confirm.error} />}
      <div>
        <Button type="submit" loading={confirm.isPending} disabled={code === ''}>
          Turn on
        </Button>
      </div>
    </form>
  );
}

function TurnOff() {
  const [password, setPassword] = useState('');
  const change = useChange(['/v1/auth/session']);
  const off = async () => {
    await change.mutateAsync({ method: 'DELETE', path: TOTP, body: { password } });
    done('The second factor is off.');
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        off().catch(() => undefined);
      }}
    >
      <p>Your log-in asks for a code from your authenticator app.</p>
      <PasswordInput
        label="Password, to turn it off"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      />
      {change.error !== null && <Failure error={change.error} />}
      <div>
        <Button type="submit" variant="default" loading={change.isPending} disabled={password === ''}>
          Turn off
        </Button>
      </div>
    </form>
  );
}
