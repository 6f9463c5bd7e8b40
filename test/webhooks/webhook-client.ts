// Front doors with a dispatcher behind them, on both engines, and what the tests of webhook management ask of it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { Dispatcher } from '../../src/delivery/dispatcher.ts';
import type { Store } from '../../src/records/store.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestResponse } from '../http/test-server.ts';
import type { Receiver } from './receivers.ts';

export type WebhookDoor = Awaited<ReturnType<typeof openDoor>>;

/** Runs the same tests through a front door on SQLite and on PostgreSQL. */
export async function onBothDoors(tests: (door: WebhookDoor) => void): Promise<void> {
  await onBothEngines(async ({ store }) => {
    const door = await openDoor(store);
    after(door.close);
    tests(door);
  });
}

async function openDoor(store: Store) {
  const door = await startTestServer({ store });
  const webhooks = `/v1/environments/${door.environments.test.id}/webhooks`;
  const { context } = door;
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

  /** As an owner of the first organization, unless another session or a key is given. */
  const ask = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: unknown,
    token = door.sessions.owner,
  ): Promise<TestResponse> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return door.ask({ method, url, headers, ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }) });
  };
  const create = async (url: string, more: Record<string, unknown> = {}) => {
    const made = await ask('POST', webhooks, { url, ...more });
    assert.equal(made.statusCode, 201, made.body);
    return made.json().data as { id: string; secret: string; url: string };
  };
  const close = async () => {
    await dispatcher.stop();
    await door.app.close();
  };
  return { door, webhooks, ask, create, close };
}

export function bodiesAt(receiver: Receiver): { id: string; type: string; data: Record<string, unknown> }[] {
  return receiver.requests.map((request) => JSON.parse(request.slice(request.indexOf('\r\n\r\n') + 4)));
}
