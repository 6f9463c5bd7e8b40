// Tests that concurrent changes of different fields of the same entry are all saved, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

const RULE = { name: 'Blocked', kind: 'block_share', threshold: 20, channels: [] };

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const request = memberClient(server);
  const base = `/v1/environments/${server.environments.test.id}`;

  /** Sends each field of `change` in a separate request, all at once. @returns the entry stored afterwards, without the times. */
  const changeAtOnce = async (list: string, path: string, id: string, change: Record<string, unknown>) => {
    const requests = Object.entries(change).map(([field, value]) => request('PATCH', `${path}`, { [field]: value }));
    for (const response of await Promise.all(requests)) assert.equal(response.statusCode, 200, response.body);
    const { data } = (await request('GET', `${list}?limit=100`)).json();
    const stored = data.find((one: { id: string }) => one.id === id);
    return Object.fromEntries(Object.keys(change).map((field) => [field, stored[field]]));
  };
  const create = async (list: string, body: unknown) => {
    const created = await request('POST', list, body);
    assert.equal(created.statusCode, 201, created.body);
    return created.json().data.id as string;
  };

  test('of an environment', async () => {
    const { id } = server.environments.test;
    const change = { name: 'Shop', allowed_origins: ['https://shop.example'], public_risk: 'none', retention_days: 30 };
    assert.deepEqual(await changeAtOnce('/v1/environments', `/v1/environments/${id}`, id, change), change);
  });

  test('of a webhook endpoint', async () => {
    const id = await create(`${base}/webhooks`, { url: 'http://127.0.0.1:9/hook' });
    const change = { description: 'Orders', event_types: ['decision.block'], status: 'disabled' };
    assert.deepEqual(await changeAtOnce(`${base}/webhooks`, `/v1/webhooks/${id}`, id, change), change);
  });

  test('of an alert rule', async () => {
    const list = `${base}/alert-rules`;
    const id = await create(list, RULE);
    const change = { name: 'Many blocked', threshold: 30, window_minutes: 30, min_events: 70, status: 'disabled' };
    assert.deepEqual(await changeAtOnce(list, `${list}/${id}`, id, change), change);
  });

  test('of an alert rule whose kind changes: the threshold of the other kind is refused, or was saved before', async () => {
    const list = `${base}/alert-rules`;
    const id = await create(list, RULE);
    const sent = await Promise.all([
      request('PATCH', `${list}/${id}`, { kind: 'attack_wave', threshold: 5_000 }),
      request('PATCH', `${list}/${id}`, { threshold: 90 }),
      request('PATCH', `${list}/${id}`, { kind: 'block_share', threshold: 80 }),
    ]);
    for (const response of sent) assert.ok([200, 422].includes(response.statusCode), response.body);
    const rule = (await request('GET', list)).json().data.find((one: { id: string }) => one.id === id);
    const again = await request('PATCH', `${list}/${id}`, {
      kind: rule.kind,
      threshold: rule.threshold,
      name: 'Valid',
    });
    assert.equal(again.statusCode, 200, 'a rule that is stored is valid');
  });

  test('of a saved view', async () => {
    const list = `${base}/views`;
    const id = await create(list, { list: 'events', name: 'Mine', query: { level: ['high'] } });
    const change = { name: 'Ours', shared: true, query: { level: ['critical'] } };
    assert.deepEqual(await changeAtOnce(list, `${list}/${id}`, id, change), change);
  });
});
