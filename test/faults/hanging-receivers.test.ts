// Tests that events are accepted while every receiver hangs and every delivery permit is in use (fault W18). `npm run
// bench:webhooks -- ingestion` measures how fast.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Dispatcher } from '../../src/delivery/dispatcher.ts';
import { memberClient } from '../control/member-client.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { startReceiver } from '../webhooks/receivers.ts';

const CONCURRENCY = 8;
const ENDPOINTS = 3;

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const request = memberClient(server);

  test('accepts events while every receiver hangs', async () => {
    const hanging = await startReceiver(() => undefined);
    const hooks = `/v1/environments/${server.environments.test.id}/webhooks`;
    for (let n = 0; n < ENDPOINTS; n++) {
      assert.equal((await request('POST', hooks, { url: hanging.url, description: `${n}` })).statusCode, 201);
    }
    const { keys, targetRules, resolveHost } = server.context.webhooks;
    const dispatcher = new Dispatcher({
      queue: store.webhooks.queue,
      clock: Date.now,
      newId: server.context.newId,
      newToken: () => randomBytes(9).toString('base64url'),
      keys,
      connect: { rules: targetRules, resolve: resolveHost },
      concurrency: CONCURRENCY,
      onError: (error) => assert.fail(String(error)),
    });
    dispatcher.start();
    const login = (n: number) => server.event(server.keys.test.secret, { event: 'login', account: { id: `u_${n}` } });
    await login(0);
    for (let n = 1; hanging.connections < CONCURRENCY; n++) {
      assert.equal((await login(n)).statusCode, 201);
      dispatcher.wake();
      await pause(5);
    }
    const responses = await Promise.all(Array.from({ length: 100 }, (_, n) => login(1_000 + n)));
    assert.ok(responses.every(({ statusCode }) => statusCode === 201));
    // The events were accepted although none of their deliveries could be sent.
    const { pending } = await store.webhooks.queue.statistics(Date.now());
    assert.ok(pending >= 100 * ENDPOINTS, String(pending));
    await hanging[Symbol.asyncDispose]();
    await dispatcher.stop();
  });
});
