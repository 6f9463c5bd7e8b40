// Shown before the first event: a curl command with a real key, and a button that sends a login from this browser.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.ts';
import type { ApiKey } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { Environment, One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { CodeBlock } from '../components/Copy.tsx';
import { EmptyState } from '../components/Feedback.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { eventHref, screenHref } from '../shell/links.ts';
import { rememberPublicKey, usePublicKey } from './created-keys.ts';

/** The same browser as in the README: bare curl would be challenged as a script. */
const EXAMPLE_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
const EXAMPLE_EVENT = {
  event: 'login',
  account: { id: 'u_1' },
  signals: {
    persistent_id: 'b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11',
    platform: 'Win32',
    languages: ['en-GB', 'en'],
    timezone: 'Europe/London',
    screen: { width: 1920, height: 1080, color_depth: 24, pixel_ratio: 1 },
    hardware_concurrency: 8,
    device_memory: 8,
    max_touch_points: 0,
    webgl_renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)',
    canvas_hash: '5d41402abc4b2a76',
    cookies_enabled: true,
    automation: { webdriver: false },
  },
};

function curl(environment: Environment, key: string | undefined): string {
  return [
    `curl -X POST ${window.location.origin}/v1/events \\`,
    `  -H 'Authorization: Bearer ${key ?? `pub_${environment.kind}_YOUR_PUBLIC_KEY`}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -A '${EXAMPLE_AGENT}' \\`,
    `  -d '${JSON.stringify(EXAMPLE_EVENT)}'`,
  ].join('\n');
}

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
  return (
    <EmptyState title="No events yet">
      <p>
        Send your first event. Assay makes a decision for every security event your site reports, such as a login, a
        failed login, a password reset or a payment. Run this command in a terminal, and the event appears here.
      </p>
      <CodeBlock code={curl(environment, key)} label="curl command" />
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
          <Button onClick={() => void createKey()}>Create a public key and insert it</Button>
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
      // Open the event before refreshing the lists; otherwise the overview would flash up in between.
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
