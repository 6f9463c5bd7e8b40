// Tests that the lease of an environment covers every message of its run, so that no other process sends one again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { watchEnvironments } from '../../src/flows/alerts/watch-environments.ts';
import type { Context } from '../../src/flows/context.ts';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { onBothServers } from '../webhooks/webhook-client.ts';

await onBothServers(({ server, request }) => {
  test('clocks that differ neither share an environment nor keep it', async () => {
    const { alerts, engine } = server.context.store;
    const { number } = server.environments.live;
    const now = Date.now();
    const lease = (token: string, at: number) => alerts.lease(number, token, at, at + 2 * MINUTE);
    assert.ok(await lease('a process that then dies', now + 3 * HOUR));
    // On PostgreSQL, only the clock of the server counts. One process owns a SQLite database, and its clock was corrected.
    assert.equal(await lease('the next one', now), engine === 'sqlite');
    if (engine === 'postgres') assert.equal(await lease('one that is ahead', now + 4 * HOUR), false);
    await alerts.release(number, engine === 'sqlite' ? 'the next one' : 'a process that then dies');
    assert.ok(await lease('after a release', now));
    await alerts.release(number, 'after a release');
  });

  test('a message that cannot be saved does not end the lease before the others are sent', async () => {
    const { context, environments, keys } = server;
    const steps: string[] = [];
    let reportFailure = () => {};
    const fastFailed = new Promise<void>((resolve) => {
      reportFailure = resolve;
    });
    context.notifier = {
      baseUrl: () => 'https://assay.example.com',
      post: async () => null,
      mail: async ({ to }) => {
        if (to[0] === 'slow@example.com') {
          await fastFailed;
          // A run that ended with the first failure would release its lease within the same tick.
          await nextTick();
        }
        steps.push(`sent to ${to[0]}`);
        return null;
      },
    };
    const made = async (path: string, body: unknown) => {
      const response = await request('POST', `/v1/environments/${environments.test.id}/${path}`, body);
      assert.equal(response.statusCode, 201, response.body);
      return response.json().data.id as string;
    };
    const channel = (email: string) => made('alert-channels', { name: email, kind: 'email', emails: [email] });
    const fast = await channel('fast@example.com');
    const slow = await channel('slow@example.com');
    await made('alert-rules', { name: 'Waves', kind: 'attack_wave', threshold: 2, channels: [fast, slow] });
    for (const id of ['force_block_1', 'force_block_2']) {
      const event = { event: 'login', account: { id }, ip_address: '93.184.216.34' };
      assert.equal((await server.event(keys.test.secret, event)).statusCode, 201);
    }

    const { alerts } = context.store;
    let reads = 0;
    const watched: Context['store']['alerts'] = {
      ...alerts,
      alertsById: (...values) => {
        reads += 1;
        return alerts.alertsById(...values);
      },
      saveNotification: async (number, notification) => {
        if (notification.channelId === fast) {
          reportFailure();
          throw new Error('disk full');
        }
        await alerts.saveNotification(number, notification);
      },
      release: async (number, token) => {
        steps.push('released');
        await alerts.release(number, token);
      },
    };
    const errors: unknown[] = [];
    await watchEnvironments({ ...context, store: { ...context.store, alerts: watched } }, (error) =>
      errors.push(error),
    );

    assert.deepEqual(errors.map(String), ['Error: disk full']);
    assert.equal(reads, 1, 'the alerts of all messages are read at once');
    assert.deepEqual(steps.slice(0, 3), ['sent to fast@example.com', 'sent to slow@example.com', 'released']);
  });
});
