// Every receiver hangs, every connection that deliveries may have is taken, and events are answered all the same (W18).
// How fast is measured by `npm run bench:webhooks -- ingestion`.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Dispatcher } from '../../src/delivery/dispatcher.ts';
import { asker } from '../control/asking.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { startReceiver } from '../webhooks/receivers.ts';

const CONCURRENCY = 8;
const ENDPOINTS = 3;

await onBothEngines(async ({ store }) => {
  const door = await startTestServer({ store });
  const ask = asker(door);

  test('no event waits for a receiver', async () => {
    const hanging = await startReceiver(() => undefined);
    const hooks = `/v1/environments/${door.environments.test.id}/webhooks`;
    for (let n = 0; n < ENDPOINTS; n++) {
      assert.equal((await ask('POST', hooks, { url: hanging.url, description: `${n}` })).statusCode, 201);
    }
    const { keys, targetRules, resolveHost } = door.context.webhooks;
    const dispatcher = new Dispatcher({
      queue: store.webhooks.queue,
      clock: Date.now,
      newId: door.context.newId,
      newToken: () => randomBytes(9).toString('base64url'),
      keys,
      connect: { rules: targetRules, resolve: resolveHost },
      concurrency: CONCURRENCY,
      onError: (error) => assert.fail(String(error)),
    });
    dispatcher.start();
    const login = (n: number) => door.event(door.keys.test.secret, { event: 'login', account: { id: `u_${n}` } });
    await login(0);
    for (let n = 1; hanging.connections < CONCURRENCY; n++) {
      assert.equal((await login(n)).statusCode, 201);
      dispatcher.wake();
      await pause(5);
    }
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => login(1_000 + n)));
    assert.ok(answers.every(({ statusCode }) => statusCode === 201));
    // They were answered although none of their announcements could have been sent.
    const { pending } = await store.webhooks.queue.statistics(Date.now());
    assert.ok(pending >= 100 * ENDPOINTS, String(pending));
    await hanging[Symbol.asyncDispose]();
    await dispatcher.stop();
  });
});
