// Tests alerts whose condition cannot be measured, and messages whose channel has lost their endpoint or the mail server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeNotifier } from '../../src/compose/notifier.ts';
import { loadConfig } from '../../src/config/config.ts';
import { watchEnvironments } from '../../src/flows/alerts/watch-environments.ts';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { onBothServers } from '../webhooks/webhook-client.ts';
import { alertClient } from './alert-client.ts';
import { startMailServer } from './mail-server.ts';

await onBothServers((client) => {
  const { server, request, create } = client;
  const { context } = server;

  test('an alert stays open while its condition cannot be measured', async () => {
    const { rule, run, attack, alerts, reset } = alertClient(client);
    await attack(4);
    for (const threshold of [10, 20]) await rule('block_share', threshold, { window_minutes: 60, min_events: 2 });
    await rule('attack_wave', 3, { window_minutes: 60 });
    await run();
    const openKinds = async () => (await alerts()).filter(({ status }) => status === 'open').map(({ kind }) => kind);
    assert.deepEqual((await openKinds()).toSorted(), ['attack_wave', 'block_share', 'block_share']);
    let reads = 0;
    const decisionsWithin = async () => {
      reads += 1;
      throw new Error('storage is away');
    };
    const store = { ...context.store, alerts: { ...context.store.alerts, decisionsWithin } };
    const errors: string[] = [];
    const later = { ...context, store, clock: () => Date.now() + 2 * HOUR };
    await watchEnvironments(later, (error) => errors.push(String(error)));
    assert.deepEqual(await openKinds(), ['block_share', 'block_share'], 'the other alert is over');
    assert.deepEqual([reads, errors], [1, ['Error: storage is away']], 'one attempt for all rules of a kind');
    await run(2 * HOUR);
    assert.deepEqual(await openKinds(), []);
    await reset();
  });

  test('a message says that its endpoint is disabled or deleted, or that there is no mail server', async () => {
    await using mail = await startMailServer();
    const { channel, alerts, rule, run, attack, reset } = alertClient(client, mail);
    const [disabled, deleted] = [await create('http://127.0.0.1:9/'), await create('http://127.0.0.1:9/')];
    const ids: string[] = [];
    for (const { id: endpoint_id } of [disabled, deleted]) {
      ids.push((await channel({ kind: 'webhook', endpoint_id })).id);
    }
    ids.push((await channel({ kind: 'email', emails: ['ann@example.com'] })).id);
    await attack(4);
    await rule('attack_wave', 3, { channels: ids });
    await request('PATCH', `/v1/webhooks/${disabled.id}`, { status: 'disabled' });
    await request('DELETE', `/v1/webhooks/${deleted.id}`);
    context.notifier = composeNotifier(loadConfig({}), context.webhooks);
    await run();
    const [alert] = await alerts();
    const errorOf = (id: string) => alert?.notifications.find(({ channel_id }) => channel_id === id)?.error;
    assert.deepEqual(ids.map(errorOf), [
      'The webhook endpoint is disabled.',
      'The webhook endpoint was deleted.',
      'This installation has no SMTP server: set ASSAY_SMTP_URL.',
    ]);

    await request('PATCH', `/v1/webhooks/${disabled.id}`, { status: 'active' });
    await run(MINUTE);
    const queued = await request('GET', `/v1/webhooks/${disabled.id}/deliveries?type=alert.opened`);
    assert.equal(queued.json().data.length, 1, 'queued once the endpoint is active again');
    await reset();
    await request('DELETE', `/v1/webhooks/${disabled.id}`);
  });
});
