// Runs test servers with a dispatcher on both engines, and sends the requests of the webhook management tests.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { Dispatcher } from '../../src/delivery/dispatcher.ts';
import type { Store } from '../../src/records/store.ts';
import { memberClient } from '../control/member-client.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import type { Receiver } from './receivers.ts';

export type WebhookClient = Awaited<ReturnType<typeof openClient>>;

/** Runs the same tests against a server on SQLite and on PostgreSQL. */
export async function onBothServers(tests: (client: WebhookClient) => void): Promise<void> {
  await onBothEngines(async ({ store }) => {
    const client = await openClient(store);
    after(client.close);
    tests(client);
  });
}

async function openClient(store: Store) {
  const server = await startTestServer({ store });
  const webhooks = `/v1/environments/${server.environments.test.id}/webhooks`;
  const { context } = server;
  const { keys, targetRules, resolveHost } = context.webhooks;
  const dispatcher = new Dispatcher({
    queue: store.webhooks.queue,
    clock: context.clock,
    newId: context.newId,
    newToken: () => randomBytes(9).toString('base64url'),
    keys,
    connect: { rules: targetRules, resolve: resolveHost },
    onError: (error) => assert.fail(String(error)),
    pollInterval: 20,
  });
  dispatcher.start();

  const request = memberClient(server);
  const create = async (url: string, more: Record<string, unknown> = {}) => {
    const created = await request('POST', webhooks, { url, ...more });
    assert.equal(created.statusCode, 201, created.body);
    return created.json().data as { id: string; secret: string; url: string };
  };
  const close = async () => {
    await dispatcher.stop();
    await server.app.close();
  };
  return { server, webhooks, request, create, close };
}

export function bodiesOf(receiver: Receiver): { id: string; type: string; data: Record<string, unknown> }[] {
  return receiver.requests.map((request) => JSON.parse(request.slice(request.indexOf('\r\n\r\n') + 4)));
}
