// Tests that a delivery is sent as soon as it is queued, whatever queued it: the dispatcher here polls only once, when it starts.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { Dispatcher } from '../../src/delivery/dispatcher.ts';
import { HOUR } from '../../src/vocabulary/clock.ts';
import { memberClient } from '../control/member-client.ts';
import { startTestServer } from '../http/test-server.ts';
import { httpResponse, startReceiver } from './receivers.ts';
import { waitUntil } from './running-dispatcher.ts';
import { bodiesOf } from './webhook-client.ts';

const FORCE_BLOCK = { event: 'login', account: { id: 'force_block_1' } };
const OUTCOMES = ['outcome.created', 'outcome.updated'];
const TRUST = ['device.trusted', 'device.trust_revoked'];

test('whatever queues a delivery wakes the dispatcher', { timeout: 60_000 }, async () => {
  const { server, request } = await startService();
  const { context, environments, keys } = server;
  const environment = `/v1/environments/${environments.test.id}`;
  let status = 400;
  await using receiver = await startReceiver((socket) => socket.end(httpResponse(status)));
  const event_types = ['decision.block', ...OUTCOMES, ...TRUST];
  const hook = await request('POST', `${environment}/webhooks`, { url: receiver.url, event_types });
  const endpoint = `/v1/webhooks/${hook.id}`;
  const block = async () => (await server.event(keys.test.secret, FORCE_BLOCK)).json().data;
  /** The types that arrived since the last call, once nothing is pending: then the dispatcher idles until it is woken. */
  let seen = 0;
  const arrived = async (count: number) => {
    await waitUntil(() => receiver.requests.length >= seen + count);
    const pending = async () => (await request('GET', `${endpoint}/deliveries?status=pending`)).length;
    await waitUntil(async () => (await pending()) === 0);
    const types = bodiesOf(receiver)
      .slice(seen)
      .map(({ type }) => type);
    seen += types.length;
    return types;
  };

  const { id, device } = await block();
  assert.deepEqual(await arrived(1), ['decision.block']);
  await request('POST', `${endpoint}/redeliver-failed`);
  assert.deepEqual(await arrived(1), ['decision.block'], 'all that failed');
  status = 200;
  const [failed] = await request('GET', `${endpoint}/deliveries?status=failed`);
  await request('POST', `${endpoint}/deliveries/${failed.id}/redeliver`);
  assert.deepEqual(await arrived(1), ['decision.block'], 'one that failed');
  await request('POST', `${endpoint}/test`);
  assert.deepEqual(await arrived(1), ['webhook.test']);
  await request('POST', `/v1/events/${id}/outcome`, { label: 'fraud_confirmed' });
  assert.deepEqual(await arrived(1), ['outcome.created']);
  await request('POST', `${environment}/outcome-batches`, { event_ids: [id], label: 'legitimate' });
  assert.deepEqual(await arrived(1), ['outcome.updated']);
  await request('POST', `/v1/devices/${device.id}/trust`);
  assert.deepEqual(await arrived(1), ['device.trusted']);
  const target = { kind: 'webhook', name: 'Hook', endpoint_id: hook.id };
  const channel = await request('POST', `${environment}/alert-channels`, target);
  await request('POST', `${environment}/alert-channels/${channel.id}/test`);
  assert.deepEqual(await arrived(1), ['webhook.test'], 'of an alert channel');

  const wake = context.deliveriesQueued;
  context.deliveriesQueued = () => {};
  await block();
  context.deliveriesQueued = wake;
  await request('PATCH', endpoint, { status: 'disabled' });
  await request('PATCH', endpoint, { status: 'active' });
  assert.deepEqual(await arrived(1), ['decision.block'], 'what waited while the endpoint was disabled');
});

/** A service whose dispatcher learns of new deliveries only when it is woken. */
async function startService() {
  const server = await startTestServer();
  const { context } = server;
  const dispatcher = new Dispatcher({
    queue: context.store.webhooks.queue,
    clock: context.clock,
    newId: context.newId,
    newToken: () => randomBytes(9).toString('base64url'),
    keys: context.webhooks.keys,
    connect: { rules: context.webhooks.targetRules, resolve: context.webhooks.resolveHost },
    onError: (error) => assert.fail(String(error)),
    pollInterval: HOUR,
  });
  context.deliveriesQueued = () => dispatcher.wake();
  dispatcher.start();
  after(async () => {
    await dispatcher.stop();
    await server.close();
  });
  const send = memberClient(server);
  const request = async (...sent: Parameters<typeof send>) => {
    const response = await send(...sent);
    assert.ok(response.statusCode < 300, `${sent[1]}: ${response.body}`);
    return response.json().data;
  };
  return { server, request };
}
