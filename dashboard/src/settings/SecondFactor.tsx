// Two-factor authentication: set up with an authenticator app and recovery codes that are shown once, or turned off.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useChange, useOne } from '../api/read.ts';
import type { One } from '../api/types.ts';
import { CodeBlock } from '../components/Copy.tsx';
import { Await, ErrorMessage, Loading } from '../components/Feedback.tsx';
import { notifyNeutral, notifySuccess } from '../components/notifications.ts';
import { Card } from '../components/Page.tsx';
import { SubmitForm } from '../components/SubmitForm.tsx';
import { useStayOnPage } from '../components/stay-on-page.ts';
import { Tag } from '../components/Tags.tsx';

const TOTP = '/v1/auth/totp';
const SAVED = 'I have saved them';

interface Enrollment {
  secret: string;
  otpauth_url?: string;
  uri?: string;
}

export function SecondFactor() {
  const session = useOne<{ user?: { totp_enabled?: boolean } }>('/v1/auth/session');
  // A repeated read already returns "on" while the recovery codes, shown only once, are still to be saved.
  const [settingUp, setSettingUp] = useState(false);
  const enabled = session.data?.data.user?.totp_enabled === true;
  return (
    <Card
      title="Two-factor authentication"
      aside={session.data && (enabled ? <Tag tone="positive">On</Tag> : <Tag>Off</Tag>)}
    >
      <Await read={session} loading={<Loading rows={2} />}>
        {() => (enabled && !settingUp ? <TurnOff /> : <TurnOn onStarted={() => setSettingUp(true)} />)}
      </Await>
    </Card>
  );
}

/** The three steps of the setup: start, confirm a code, save the recovery codes. */
function TurnOn({ onStarted }: { onStarted: () => void }) {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  if (recoveryCodes !== null) return <RecoveryCodes codes={recoveryCodes} />;
  if (enrollment === null) {
    return (
      <StartSetup
        onStarted={(started) => {
          setEnrollment(started);
          onStarted();
        }}
      />
    );
  }
  return <ConfirmCode enrollment={enrollment} onConfirmed={setRecoveryCodes} />;
}

function StartSetup({ onStarted }: { onStarted: (enrollment: Enrollment) => void }) {
  const [password, setPassword] = useState('');
  const start = useChange<One<Enrollment>>([]);
  const setUp = async () => {
    const { data } = await start.mutateAsync({ method: 'POST', path: TOTP, body: { password } });
    onStarted(data);
  };
  return (
    <SubmitForm className="stack" save={setUp}>
      <p>
        Anyone who has your password could turn fraud protection off. Requiring a code from an app on your phone
        prevents that.
      </p>
      <ConfirmPassword value={password} onChange={setPassword} />
      {start.error !== null && <ErrorMessage error={start.error} />}
      <div>
        <Button type="submit" loading={start.isPending} disabled={password === ''}>
          Set up
        </Button>
      </div>
    </SubmitForm>
  );
}

interface ConfirmCodeProps {
  enrollment: Enrollment;
  onConfirmed: (recoveryCodes: string[]) => void;
}

function ConfirmCode({ enrollment, onConfirmed }: ConfirmCodeProps) {
  const [code, setCode] = useState('');
  const change = useChange<One<{ recovery_codes: string[] }>>([]);
  const address = enrollment.otpauth_url ?? enrollment.uri;
  const confirm = async () => {
    const { data } = await change.mutateAsync({
      method: 'POST',
      path: `${TOTP}/confirm`,
      body: { code: code.replaceAll(/\s/g, '') },
    });
    notifySuccess('Two-factor authentication is on.');
    onConfirmed(data.recovery_codes);
  };
  return (
    <SubmitForm className="stack" save={confirm}>
      <p>Add this secret to your authenticator app, then enter the code it shows.</p>
      <CodeBlock code={enrollment.secret} label="secret" />
      {address && <a href={address}>Open in an authenticator app on this device</a>}
      <TextInput
        label="Code"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {change.error !== null && <ErrorMessage error={change.error} />}
      <div>
        <Button type="submit" loading={change.isPending} disabled={code === ''}>
          Turn on
        </Button>
      </div>
    </SubmitForm>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const saved = useRef(false);
  useStayOnPage({
    holdsInput: () => !saved.current,
    onStay: () => notifyNeutral(`Save the codes first, then choose “${SAVED}”.`),
  });
  return (
    <div className="stack">
      <p>
        <strong>Save these recovery codes. They are shown only once.</strong> If you lose your authenticator app, you
        can use each code once.
      </p>
      <CodeBlock code={codes.join('\n')} label="recovery codes" />
      <div>
        <Button
          onClick={() => {
            saved.current = true;
            window.location.reload();
          }}
        >
          {SAVED}
        </Button>
      </div>
    </div>
  );
}

function TurnOff() {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const change = useChange(['/v1/auth/session']);
  const turnOff = async () => {
    const body = { password, code: code.replaceAll(/\s/g, '') };
    await change.mutateAsync({ method: 'DELETE', path: TOTP, body });
    notifySuccess('Two-factor authentication is off.');
  };
  return (
    <SubmitForm className="stack" save={turnOff}>
      <p>Logging in requires a code from your authenticator app.</p>
      <ConfirmPassword value={password} onChange={setPassword} />
      <TextInput
        label="Code or recovery code"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {change.error !== null && <ErrorMessage error={change.error} />}
      <div>
        <Button type="submit" variant="default" loading={change.isBusy} disabled={password === '' || code === ''}>
          Turn off
        </Button>
      </div>
    </SubmitForm>
  );
}

function ConfirmPassword({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  return (
    <PasswordInput
      label="Confirm your password"
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    />
  );
}
