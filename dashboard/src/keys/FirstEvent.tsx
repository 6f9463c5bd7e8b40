// What to do when nothing has arrived yet: a curl with the real key, and a button that sends this browser's own log-in.
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
import { Empty } from '../components/Feedback.tsx';
import { done, failed } from '../components/notice.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screen, toEvent } from '../shell/links.ts';
import { learnPublicKey, usePublicKey } from './known-keys.ts';

function curl(environment: Environment, key: string | undefined): string {
  return [
    `curl -X POST ${window.location.origin}/v1/events \\`,
    `  -H 'Authorization: Bearer ${key ?? `pub_${environment.kind}_YOUR_PUBLIC_KEY`}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"event": "login", "account": {"id": "u_1"}, "signals": {"user_agent": "curl", "timezone": "Europe/Oslo"}}'`,
  ].join('\n');
}

/** What this browser shows of itself, in the shape of `signals`. */
function ownSignals(): Record<string, unknown> {
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
  const makeKey = useMakeKey(environment);
  return (
    <Empty title="No events yet: send the first one">
      <p>
        Assay decides when your site reports a security event: a log-in, a failed log-in, a password reset, a payment.
        Run this in a terminal, and the event appears here.
      </p>
      <CodeBlock code={curl(environment, key)} what="the curl command" />
      {key === undefined ? (
        <p className="soft">
          The key in it is a stand-in. Use the public key that was printed where the service was started
          {mayCreate ? ', or make a new one:' : '.'}
        </p>
      ) : (
        <p className="soft">
          The key in it is real and is shown until this tab is closed. Copy it if you want to keep it.
        </p>
      )}
      <div className="row">
        {key === undefined && mayCreate && (
          <Button onClick={() => void makeKey()}>Make a public key and fill it in</Button>
        )}
        {key !== undefined && environment.kind === 'test' && <SendOwn environment={environment} token={key} />}
        <a href={screen(environment, 'keys')}>All keys</a>
        <a href="/docs">API reference</a>
      </div>
    </Empty>
  );
}

function useMakeKey(environment: Environment) {
  const confirm = useConfirm();
  const change = useChange<One<ApiKey>>([environmentPath(environment, '/keys')]);
  return async () => {
    const yes = await confirm({
      title: 'Make a public key?',
      body: 'A public key may send events and nothing else. It can be revoked at any time.',
      action: 'Make the key',
      environment,
    });
    if (!yes) return;
    try {
      const { data } = await change.mutateAsync({
        method: 'POST',
        path: environmentPath(environment, '/keys'),
        body: { kind: 'public', name: 'Made in the dashboard' },
      });
      if (data.key !== undefined) learnPublicKey(environment.id, data.key);
    } catch (error) {
      failed('The key was not made', error);
    }
  };
}

function SendOwn({ environment, token }: { environment: Environment; token: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const sendOwn = async () => {
    setBusy(true);
    try {
      const body = { event: 'login', account: { id: 'first_account' }, signals: ownSignals() };
      const { data } = await call<One<{ id: string }>>('POST', '/v1/events', { token, body });
      done('The event arrived. Here is what was decided, and why.');
      // First to the event, then the lists: the other way round the overview would flash by in between.
      window.location.hash = toEvent(environment, data.id);
      await client.invalidateQueries();
    } catch (error) {
      failed('The event was not accepted', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void sendOwn()}>
      Send a log-in from this browser
    </Button>
  );
}
