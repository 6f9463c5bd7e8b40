// Shown before the first event: a curl command with a real key, and a button that sends a login from this browser.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sampleCurl } from '../../../src/vocabulary/sample-event.ts';
import { call } from '../api/client.ts';
import type { ApiKey } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { Environment, One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { CodeBlock } from '../components/Copy.tsx';
import { EmptyState } from '../components/Feedback.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { useOneAtATime } from '../components/SubmitForm.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { eventHref, screenHref } from '../shell/links.ts';
import { rememberPublicKey, usePublicKey } from './created-keys.ts';

/** This browser's traits in the format of `signals`. */
function browserSignals(): Record<string, unknown> {
  const { width, height, availWidth, availHeight, colorDepth } = window.screen;
  return {
    user_agent: navigator.userAgent,
    languages: [...navigator.languages],
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    hardware_concurrency: navigator.hardwareConcurrency,
    max_touch_points: navigator.maxTouchPoints,
    cookies_enabled: navigator.cookieEnabled,
    local_storage: true,
    screen: {
      width,
      height,
      avail_width: availWidth,
      avail_height: availHeight,
      color_depth: colorDepth,
      pixel_ratio: window.devicePixelRatio,
    },
    window: { outer_width: window.outerWidth, outer_height: window.outerHeight, focused: document.hasFocus() },
    automation: { webdriver: navigator.webdriver },
  };
}

export function FirstEvent() {
  const environment = useEnvironment();
  const key = usePublicKey(environment.id);
  const mayCreate = useMay('manage_keys');
  const createKey = useCreateKey(environment);
  const run = useOneAtATime();
  return (
    <EmptyState title="No events yet">
      <p>
        Send your first event. Assay makes a decision for every security event your site reports, such as a login, a
        failed login, a password reset or a payment. Run this command in a terminal, and the event appears here.
      </p>
      <CodeBlock
        code={sampleCurl(window.location.origin, key ?? `pub_${environment.kind}_YOUR_PUBLIC_KEY`)}
        label="curl command"
      />
      {key === undefined ? (
        <p className="muted">
          Replace the placeholder key with the public key that was printed when the service first started
          {mayCreate ? ', or create a new one:' : '.'}
        </p>
      ) : (
        <p className="muted">
          The command contains a real key, which is shown until you close or reload this tab. Copy it if you need it
          later.
        </p>
      )}
      <div className="row">
        {key === undefined && mayCreate && (
          <Button onClick={() => void run(createKey)}>Create a public key and insert it</Button>
        )}
        {key !== undefined && environment.kind === 'test' && <SendLogin environment={environment} token={key} />}
        <a href={screenHref(environment, 'keys')}>All keys</a>
        <a href="/docs">API reference</a>
      </div>
    </EmptyState>
  );
}

function useCreateKey(environment: Environment) {
  const confirm = useConfirm();
  const change = useChange<One<ApiKey>>([environmentPath(environment, '/keys')]);
  return async () => {
    const confirmed = await confirm({
      title: 'Create a public key?',
      body: 'A public key can only send events. You can revoke it at any time.',
      action: 'Create key',
      environment,
    });
    if (!confirmed) return;
    try {
      const { data } = await change.mutateAsync({
        method: 'POST',
        path: environmentPath(environment, '/keys'),
        body: { kind: 'public', name: 'Created in the dashboard' },
      });
      if (data.key !== undefined) rememberPublicKey(environment.id, data.key);
    } catch (error) {
      notifyError('Key not created', error);
    }
  };
}

function SendLogin({ environment, token }: { environment: Environment; token: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const body = { event: 'login', account: { id: 'first_account' }, signals: browserSignals() };
      const { data } = await call<One<{ id: string }>>('POST', '/v1/events', { token, body });
      notifySuccess('Event received. Here is the decision and the reasons for it.');
      // Open the event before refreshing the lists; otherwise the overview would flash in between.
      window.location.hash = eventHref(environment, data.id);
      await client.invalidateQueries();
    } catch (error) {
      notifyError('Event not accepted', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void send()}>
      Send a login from this browser
    </Button>
  );
}
