// Tests that the lease of an environment covers every message of its run, so that no other process sends one again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { watchEnvironments } from '../../src/flows/alerts/watch-environments.ts';
import type { Context } from '../../src/flows/context.ts';
import type { Alert, AlertNotification } from '../../src/records/alerts.ts';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { onBothServers } from '../webhooks/webhook-client.ts';

function openedAlert({ newId }: Context, at: number): { alert: Alert; message: AlertNotification } {
  const [id, channelId] = [newId('alert', at), newId('alertChannel', at)];
  const texts = { ruleName: 'Waves', kind: 'attack_wave', target: '', what: 'An attack.', path: 'campaigns' } as const;
  const times = { since: at, openedAt: at, lastSeenAt: at, resolvedAt: null };
  const state = { status: 'pending', dueAt: at, sentAt: null, attempts: 0, error: null } as const;
  return {
    alert: { id, ruleId: newId('alertRule', at), value: 2, threshold: 2, ...texts, ...times },
    message: { id: newId('alertNotification', at), alertId: id, channelId, type: 'alert.opened', ...state },
  };
}

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

  test('a process that stood still undoes nothing of the one that has taken over', async () => {
    const { alerts } = server.context.store;
    const { number } = server.environments.live;
    const { alert, message } = openedAlert(server.context, Date.now());
    assert.ok(await alerts.lease(number, 'mine', alert.openedAt, alert.openedAt + MINUTE));
    assert.ok(await alerts.open(number, 'mine', alert, [message]));
    await alerts.release(number, 'mine');
    const due = async () => (await alerts.due(number, Date.now(), Date.now() + HOUR, 10)).map(({ id }) => id);
    assert.deepEqual(await due(), [message.id]);
    // The other process sends the message, and sees the alert again.
    await alerts.saveNotification(number, { ...message, status: 'sent', sentAt: alert.openedAt, attempts: 1 });
    await alerts.see(number, { ...alert, lastSeenAt: alert.lastSeenAt + MINUTE });
    await alerts.saveNotification(number, { ...message, attempts: 1, error: 'The server did not answer.' });
    await alerts.resolve(number, alert, Date.now(), () => assert.fail('nobody is told of an end'));
    assert.deepEqual(await due(), []);
    assert.equal((await alerts.notificationsOf(number, [alert.id]))[0]?.status, 'sent');
    assert.deepEqual(
      (await alerts.listOpen(number)).map(({ id }) => id),
      [alert.id],
    );
  });

  test('a process that stood still opens no alert for what it found before', async () => {
    const { alerts } = server.context.store;
    const { number } = server.environments.test;
    const now = Date.now();
    const { alert, message } = openedAlert(server.context, now);
    assert.ok(await alerts.lease(number, 'mine', now, now - 1));
    assert.equal(await alerts.open(number, 'mine', alert, [message]), false, 'its lease has ended');
    assert.ok(await alerts.lease(number, 'that of another process', now, now + MINUTE));
    assert.equal(await alerts.open(number, 'mine', alert, [message]), false, 'another process has the lease');
    assert.ok(await alerts.open(number, 'that of another process', alert, []));
    assert.deepEqual(await alerts.notificationsOf(number, [alert.id]), []);
    await alerts.resolve(number, alert, now, () => assert.fail('nobody was told'));
    await alerts.release(number, 'that of another process');
  });

  test('an alert that a clock has seen which was hours ahead is resolved once the clock is corrected', async () => {
    const { alerts } = server.context.store;
    const { live } = server.environments;
    const response = await request('POST', `/v1/environments/${live.id}/alert-rules`, {
      ...{ name: 'Receivers', kind: 'webhook_failing', threshold: 3, channels: [] },
    });
    assert.equal(response.statusCode, 201, response.body);
    const { alert } = openedAlert(server.context, Date.now() + 3 * HOUR);
    const opened: Alert = { ...alert, ruleId: response.json().data.id, kind: 'webhook_failing' };
    assert.ok(await alerts.lease(live.number, 'mine', alert.openedAt, alert.openedAt + MINUTE));
    assert.ok(await alerts.open(live.number, 'mine', opened, []));
    await alerts.release(live.number, 'mine');
    await watchEnvironments(server.context, assert.ifError);
    assert.deepEqual(await alerts.listOpen(live.number), []);
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
