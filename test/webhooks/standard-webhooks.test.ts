// Verifies real deliveries of every type with the `standardwebhooks` package, as a customer's receiver would.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { formatWebhookSecret, TOKEN_BYTES } from '../../src/access/credential.ts';
import { SUBSCRIBABLE_TYPES } from '../../src/vocabulary/words.ts';
import { deliveryHeaders } from '../../src/webhooks/signature.ts';
import { httpResponse, type Receiver, startReceiver } from './receivers.ts';
import { onBothServers, type WebhookClient } from './webhook-client.ts';

/** An address that no other test uses; scoring treats it as any public one. */
const ATTACKER = '81.2.69.142';
const BROWSER = { persistent_id: 'b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11', platform: 'Win32', hardware_concurrency: 8 };

await onBothServers((client) => {
  test('the standardwebhooks package accepts a delivery of every type and rejects changed ones', async () => {
    await using receiver = await startReceiver(httpResponse(200));
    const { id, secret } = await client.create(receiver.url);
    await causeEveryType(client, id);
    await untilReceived(receiver);
    const webhook = new Webhook(secret);
    const verified = new Set<string>();
    for (const request of receiver.requests) {
      const { headers, body } = parse(request);
      const envelope = webhook.verify(body, headers) as { id: string; type: string };
      assert.equal(envelope.id, headers['webhook-id']);
      assert.equal(headers['service-webhook-id'], headers['webhook-id']);
      assert.equal(headers['service-webhook-timestamp'], headers['webhook-timestamp']);
      verified.add(envelope.type);
    }
    assert.deepEqual([...verified].toSorted(), SUBSCRIBABLE_TYPES.filter((type) => type !== '*').toSorted());
    const { headers, body } = parse(receiver.requests[0] ?? '');
    for (const [changedBody, changedHeaders] of [
      [body.replace('evt_', 'evt_0'), headers],
      [body, { ...headers, 'webhook-id': 'wh_evt_other' }],
      [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
    ] as const) {
      assert.throws(() => webhook.verify(changedBody, changedHeaders), WebhookVerificationError);
    }
  });
});

test('the package reads every secret that the service creates', () => {
  for (let round = 0; round < 500; round += 1) {
    const secret = formatWebhookSecret(randomBytes(TOKEN_BYTES));
    const body = `{"text":"Ünïcödé ${round}"}`;
    new Webhook(secret).verify(body, deliveryHeaders('wh_evt_1', secret, Date.now(), body));
  }
});

async function causeEveryType({ server, request }: WebhookClient, endpoint: string): Promise<void> {
  const send = async (event: string, account: string, more: Record<string, unknown> = {}) => {
    const response = await server.event(server.keys.test.secret, { event, account: { id: account }, ...more });
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data as { id: string; device: { id: string } };
  };
  for (const decision of ['allow', 'monitor', 'challenge', 'block']) await send('login', `force_${decision}_1`);
  const attack = { ip_address: ATTACKER, signals: BROWSER, user_agent: 'Mozilla/5.0' };
  for (let account = 0; account < 12; account += 1) await send('login_failed', `stuffed_${account}`, attack);
  for (let attempt = 0; attempt < 12; attempt += 1) await send('login_failed', 'guessed', attack);
  const robot = { persistent_id: 'robot-robot-robot-1', automation: { webdriver: true } };
  const { id, device } = await send('login', 'robot', { signals: robot });
  for (const method of ['POST', 'DELETE'] as const) {
    assert.equal((await request(method, `/v1/devices/${device.id}/trust`)).statusCode, 200);
  }
  for (const label of ['bot_confirmed', 'legitimate']) {
    assert.equal((await request('POST', `/v1/events/${id}/outcome`, { label })).statusCode, 201);
  }
  assert.equal((await request('POST', `/v1/webhooks/${endpoint}/test`)).statusCode, 202);
}

/** Waits until every type has arrived; the assertion afterwards names what is missing after a minute. */
async function untilReceived(receiver: Receiver): Promise<void> {
  const deadline = Date.now() + 60_000;
  const types = () => new Set(receiver.requests.map((request) => /"type":"([^"]+)"/.exec(request)?.[1]));
  while (types().size < SUBSCRIBABLE_TYPES.length - 1 && Date.now() < deadline) await pause(20);
}

function parse(request: string): { headers: Record<string, string>; body: string } {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const headers = head.split('\r\n').slice(1);
  return {
    headers: Object.fromEntries(
      headers.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    ),
    body,
  };
}
