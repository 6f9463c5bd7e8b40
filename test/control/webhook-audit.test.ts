// Tests the audit log of webhook endpoints: it has every change with its actor, before and after, and never a secret.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const signer = auditSigner(server.context.webhooks.keys);
  const request = memberClient(server);
  const { id: environmentId, organizationId } = server.environments.test;
  const entries = async () => (await request('GET', '/v1/audit?limit=100')).json().data.reverse();

  test('audits every change of an endpoint with actor, before and after', async () => {
    const secrets: string[] = [];
    const created = await request('POST', `/v1/environments/${environmentId}/webhooks`, {
      url: 'http://127.0.0.1:9/hook?token=t0psecret',
      event_types: ['device.new'],
    });
    assert.equal(created.statusCode, 201, created.body);
    const { id, secret } = created.json().data;
    secrets.push(secret);
    const path = `/v1/webhooks/${id}`;
    await request('PATCH', path, { description: 'Mine', event_types: ['device.new'] });
    await request('PATCH', path, { url: 'http://127.0.0.1:9/other' });
    secrets.push((await request('POST', `${path}/rotate-secret`)).json().data.secret);
    const delivery = (await request('POST', `${path}/test`)).json().data.id;
    assert.equal((await request('POST', `${path}/deliveries/${delivery}/redeliver`)).statusCode, 202);
    assert.equal((await request('DELETE', path)).statusCode, 204);

    const trail = await entries();
    const audited = { url: 'http://127.0.0.1:9/hook?…', description: null, event_types: ['device.new'] };
    assert.deepEqual(
      trail.map((entry: Record<string, unknown>) => [entry.action, entry.before, entry.after]),
      [
        ['webhook.created', null, { ...audited, status: 'active' }],
        ['webhook.updated', { description: null }, { description: 'Mine' }],
        ['webhook.updated', { url: 'http://127.0.0.1:9/hook?…' }, { url: 'http://127.0.0.1:9/other' }],
        ['webhook.secret_rotated', null, null],
        ['webhook.test_sent', null, { delivery_id: delivery }],
        ['webhook.redelivered', null, { delivery_id: delivery }],
        [
          'webhook.deleted',
          { ...audited, url: 'http://127.0.0.1:9/other', description: 'Mine', status: 'active' },
          null,
        ],
      ],
    );
    for (const entry of trail) {
      assert.deepEqual(entry.target, { type: 'webhook', id });
      assert.equal(entry.environment_id, environmentId);
      assert.match(entry.actor.name, /^owner\./);
      assert.equal(entry.ip_masked, '127.0.0.xxx');
    }
    for (const text of [...secrets, 't0psecret', 'v1.k1.']) assert.ok(!JSON.stringify(trail).includes(text));
    assert.equal((await store.audit.verify(organizationId, signer)).broken, null);
  });

  test('audits neither requests that change nothing nor rejected ones', async () => {
    const created = await request('POST', `/v1/environments/${environmentId}/webhooks`, { url: 'http://127.0.0.1:9/' });
    const { id, secret: _, ...endpoint } = created.json().data;
    const before = (await entries()).length;
    const same = await request('PATCH', `/v1/webhooks/${id}`, { url: 'http://127.0.0.1:9/', status: 'active' });
    assert.deepEqual(same.json().data, { id, ...endpoint });
    assert.equal((await request('PATCH', `/v1/webhooks/${id}`, { url: 'http://10.0.0.1/' })).statusCode, 422);
    const unknown = 'wh_evt_00000000000000000000000000';
    assert.equal((await request('POST', `/v1/webhooks/${id}/deliveries/${unknown}/redeliver`)).statusCode, 404);
    assert.equal((await request('DELETE', `/v1/webhooks/${id}`, undefined, server.sessions.viewer)).statusCode, 403);
    assert.equal((await entries()).length, before);
  });
});
