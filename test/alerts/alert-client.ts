// The client of the alert tests: creates channels and rules through the API, runs the job and sends an attack.
import assert from 'node:assert/strict';
import { composeNotifier } from '../../src/compose/notifier.ts';
import { loadConfig } from '../../src/config/config.ts';
import { watchEnvironments } from '../../src/flows/alerts/watch-environments.ts';
import type { Receiver } from '../webhooks/receivers.ts';
import type { WebhookClient } from '../webhooks/webhook-client.ts';
import type { MailServer } from './mail-server.ts';

export interface Channel {
  id: string;
  target: string;
  consecutive_failures: number;
  last_error: string | null;
}
export interface Alert {
  kind: string;
  status: string;
  what: string;
  path: string;
  rule_name: string;
  notifications: {
    channel_id: string;
    type: string;
    status: string;
    delivery_status: string | null;
    attempts: number;
    error: string | null;
  }[];
}

/** The requests of one test; `run` runs the job as if `later` ms had passed. */
export function alertClient({ server, request }: WebhookClient, mail: MailServer | null = null) {
  const { context, environments, keys } = server;
  const base = `/v1/environments/${environments.test.id}`;
  const config = loadConfig({
    ASSAY_SMTP_FROM: 'Assay <assay@example.com>',
    ASSAY_PUBLIC_URL: 'https://assay.example.com',
    ...(mail === null ? {} : { ASSAY_SMTP_URL: mail.url }),
  });
  context.notifier = composeNotifier(config, context.webhooks);
  const made = async <T>(path: string, body: unknown) => {
    const response = await request('POST', `${base}/${path}`, body);
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data as T;
  };
  const read = async <T>(path: string) => (await request('GET', `${base}/${path}`)).json().data as T[];
  return {
    base,
    channel: (body: Record<string, unknown>) => made<Channel>('alert-channels', { name: 'Team', ...body }),
    rule: (kind: string, threshold: number, more: Record<string, unknown> = {}) =>
      made<{ id: string }>('alert-rules', { name: `Watch ${kind}`, kind, threshold, channels: [], ...more }),
    channels: () => read<Channel>('alert-channels'),
    alerts: () => read<Alert>('alerts'),
    run: (later = 0) => {
      const onError = (error: unknown) => assert.fail(String(error));
      return watchEnvironments({ ...context, clock: () => Date.now() + later }, onError);
    },
    /** Sends blocked logins from one browser, each of another account. */
    attack: async (count: number) => {
      const signals = { canvas_hash: 'attacker', timezone: 'Europe/Oslo', platform: 'Win32' };
      for (let account = 0; account < count; account += 1) {
        const body = {
          event: 'login',
          account: { id: `force_block_${account}` },
          ip_address: '93.184.216.34',
          signals,
        };
        assert.equal((await server.event(keys.test.secret, body)).statusCode, 201);
      }
    },
    /** Deletes all rules and channels, and ends their alerts. */
    reset: async () => {
      for (const { id } of await read<{ id: string }>('alert-rules'))
        await request('DELETE', `${base}/alert-rules/${id}`);
      for (const { id } of await read<Channel>('alert-channels')) {
        await request('DELETE', `${base}/alert-channels/${id}`);
      }
      await watchEnvironments(context, (error) => assert.fail(String(error)));
    },
  };
}

/** The texts of the messages that a Slack receiver got. */
export const textsOf = ({ requests }: Receiver) =>
  requests.map((request) => JSON.parse(request.slice(request.indexOf('\r\n\r\n') + 4)).text as string);
/** The text of an email without its quoted-printable encoding. */
export const decoded = (raw: string) => raw.replaceAll('=\r\n', '').replaceAll('=20', ' ').replaceAll('=3D', '=');
