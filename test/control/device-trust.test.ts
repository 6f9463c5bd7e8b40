// Device trust through the API, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

/** Of two unlike devices. */
const ZONES: Record<number, string> = { 1: 'Europe/Rome', 2: 'Asia/Tokyo' };

await onBothEngines(async ({ store, openSecondStore }) => {
  const server = await startTestServer({ store });
  const signer = auditSigner(server.context.webhooks.keys);
  const request = memberClient(server);
  const { id: environmentId, organizationId } = server.environments.test;
  const hook = await request('POST', `/v1/environments/${environmentId}/webhooks`, {
    url: 'http://127.0.0.1:9/',
    event_types: ['device.trusted', 'device.trust_revoked'],
  });
  const deliveries = async () =>
    (await request('GET', `/v1/webhooks/${hook.json().data.id}/deliveries`)).json().data as { type: string }[];
  const entries = async () =>
    (await request('GET', '/v1/audit?limit=100&action=device.trusted&action=device.trust_revoked')).json().data as {
      action: string;
    }[];
  const loginOn = (device: number) =>
    server.event(server.keys.test.secret, {
      event: 'login',
      account: { id: 'ann' },
      signals: {
        persistent_id: `b5d0a0de-0000-4000-8000-00000000000${device}`,
        timezone: ZONES[device],
        language: 'it',
      },
    });
  const { id } = (await loginOn(1)).json().data.device;
  const { id: otherId } = (await loginOn(2)).json().data.device;
  const trust = `/v1/devices/${id}/trust`;

  test('grants and revokes trust; audits and announces only actual changes', async () => {
    const granted = await request('POST', trust, undefined, server.sessions.analyst);
    assert.equal(granted.statusCode, 200, granted.body);
    assert.equal(granted.json().data.is_trusted, true);
    assert.ok(granted.json().data.trusted_at);
    assert.deepEqual((await request('POST', trust)).json(), granted.json());
    const revoked = await request('DELETE', trust);
    assert.equal(revoked.statusCode, 200);
    assert.deepEqual([revoked.json().data.is_trusted, revoked.json().data.trusted_at], [false, null]);
    assert.deepEqual((await request('DELETE', trust)).json(), revoked.json());
    const actions = ['device.trust_revoked', 'device.trusted'];
    assert.deepEqual(
      (await entries()).map(({ action }) => action),
      actions,
    );
    assert.deepEqual(
      (await deliveries()).map(({ type }) => type),
      actions,
    );
  });

  test('applies only one of many concurrent requests', async () => {
    const before = (await entries()).length;
    const secondServer = openSecondStore === null ? server : await startTestServer({ store: await openSecondStore() });
    const requestSecond = memberClient({ ...secondServer, sessions: server.sessions });
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? request : requestSecond)('POST', trust)),
    );
    assert.ok(responses.every(({ statusCode, json }) => statusCode === 200 && json().data.is_trusted));
    assert.equal((await entries()).length, before + 1);
    assert.equal((await deliveries()).length, before + 1);
    assert.equal((await store.audit.verify(organizationId, signer)).broken, null);
  });

  test('reports the device of the next event as trusted, and no other device', async () => {
    const next = await loginOn(1);
    assert.deepEqual(next.json().data.device, { id, is_trusted: true });
    assert.deepEqual((await loginOn(2)).json().data.device, { id: otherId, is_trusted: false });
  });

  test('rejects viewers, keys and devices of another organization', async () => {
    assert.equal((await request('POST', trust, undefined, server.sessions.viewer)).statusCode, 403);
    assert.equal((await request('POST', trust, undefined, server.keys.test.secret)).statusCode, 401);
    assert.equal((await request('POST', '/v1/devices/dev_00000000000000000000000000/trust')).statusCode, 404);
    const foreign = await server.event(server.foreign.test.secret, {
      event: 'login',
      account: { id: 'eve' },
      signals: {},
    });
    assert.equal((await request('POST', `/v1/devices/${foreign.json().data.device.id}/trust`)).statusCode, 403);
  });
});
