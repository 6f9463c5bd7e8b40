// Calls the service with the types generated from its OpenAPI document, as a customer in TypeScript would.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import createClient from 'openapi-fetch';
import type { components, paths, webhooks } from '../../docs/openapi.d.ts';
import { startTestServer, type TestServer } from './test-server.ts';

type ClientSignals = components['schemas']['ClientSignals'];
type Blocked = webhooks['decision.block']['post']['requestBody']['content']['application/json'];

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('a typed client records an event, reads it and reports its outcome', async () => {
  const baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${server.keys.test.secret}` };
  const client = createClient<paths>({ baseUrl, headers });
  const signals: ClientSignals = { platform: 'Win32', screen: { width: 1920, height: 1080 }, our_own: true };
  const recorded = await client.POST('/v1/events', {
    params: { header: { 'idempotency-key': 'typed-1' } },
    body: { event: 'login', account: { id: 'force_challenge_1' }, signals, ip_address: '203.0.113.7' },
  });
  assert.equal(recorded.data?.data.risk?.decision, 'challenge');
  const id = recorded.data?.data.id ?? '';
  const outcome = await client.POST('/v1/events/{event_id}/outcome', {
    params: { path: { event_id: id } },
    body: { authentication_outcome: 'mfa_passed', label: 'legitimate' },
  });
  assert.equal(outcome.data?.data.evaluation, 'correct_challenge');
  const read = await client.GET('/v1/events/{event}', { params: { path: { event: id } } });
  assert.equal(read.data?.data.outcome?.label, 'legitimate');
  const rejected = await client.POST('/v1/events', { body: { event: 'login' } });
  assert.equal(rejected.error?.code, 'invalid_input');
  // @ts-expect-error The compiler rejects a number as an id.
  await client.POST('/v1/events', { body: { event: 'login', account: { id: 1 } } });
});

test('the types of webhooks narrow by type', () => {
  const decisionOf = (delivery: Blocked): 'allow' | 'monitor' | 'challenge' | 'block' => delivery.data.risk.decision;
  const delivery = { type: 'decision.block', data: { risk: { decision: 'block' } } } as Blocked;
  assert.equal(decisionOf(delivery), 'block');
});
