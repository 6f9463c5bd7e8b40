// Concurrent requests on both engines, on PostgreSQL from two processes (faults C10 to C12): outcomes, policy edits during
// events, device trust, channels of alerts. The webhook deliveries are counted too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberClient } from '../control/member-client.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestResponse } from '../http/test-server.ts';
import { policyClient, ruleBody } from '../policy/policy-client.ts';

await onBothEngines(async ({ store, openSecondStore }) => {
  const server = await startTestServer({ store });
  const other =
    openSecondStore === null
      ? server
      : { ...(await startTestServer({ store: await openSecondStore() })), keys: server.keys };
  const secondServer = { ...other, sessions: server.sessions, environments: server.environments };
  const [request, requestSecond] = [memberClient(server), memberClient(secondServer)];
  const alternating = (at: number) => (at % 2 === 0 ? request : requestSecond);
  const hook = await request('POST', `/v1/environments/${server.environments.test.id}/webhooks`, {
    url: 'http://127.0.0.1:9/',
  });
  const log = `/v1/webhooks/${hook.json().data.id}/deliveries`;
  const announced = async (type: string) =>
    (await request('GET', `${log}?type=${type}&limit=100`)).json().data as { event_id: string | null }[];
  const login = (account: string, at = 0) =>
    (at % 2 === 0 ? server : secondServer).event(server.keys.test.secret, {
      event: 'login',
      account: { id: account },
      signals: { persistent_id: 'b5d0a0de-0000-4000-8000-00000000000c', timezone: 'Europe/Rome', language: 'it' },
    });

  test('concurrent outcomes: one row for identical ones, one each for changed ones (C10)', async () => {
    const { id } = (await login('ann')).json().data;
    const path = `/v1/events/${id}/outcome`;
    const submit = (label: string, at: number) => alternating(at)('POST', path, { label }, server.keys.test.secret);
    const same = await Promise.all(Array.from({ length: 50 }, (_, at) => submit('unknown', at)));
    assert.deepEqual(count(same), { 200: 49, 201: 1 });
    const racing = await Promise.all(
      Array.from({ length: 50 }, (_, at) => submit(at % 3 === 0 ? 'legitimate' : 'brute_force', at)),
    );
    const created = racing.filter(({ statusCode }) => statusCode === 201).length;
    assert.ok(created >= 2 && created + (count(racing)[200] ?? 0) === 50, JSON.stringify(count(racing)));
    const rows = (await request('GET', `/v1/events/${id}/outcomes?limit=100`)).json().data as {
      is_current: boolean;
      label: string;
    }[];
    assert.equal(rows.length, 1 + created);
    assert.equal(rows.filter((row) => row.is_current).length, 1);
    const labels = rows.map(({ label }) => label);
    assert.ok(
      labels.every((label, at) => label !== labels[at + 1]),
      'a row repeats the previous one',
    );
    assert.equal((await announced('outcome.created')).length, 1);
    assert.equal((await announced('outcome.updated')).length, created);
  });

  test('a channel is deleted while rules begin to send to it: only one of both happens', async () => {
    const base = `/v1/environments/${server.environments.test.id}`;
    const target = { name: 'races', kind: 'webhook', endpoint_id: hook.json().data.id };
    const watching = { name: 'races', kind: 'block_share', threshold: 10 };
    const old = (await request('POST', `${base}/alert-rules`, { ...watching, channels: [] })).json().data.id;
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await request('POST', `${base}/alert-channels`, target)).json().data;
      const [deleted, created, changed] = await Promise.all([
        request('DELETE', `${base}/alert-channels/${id}`),
        requestSecond('POST', `${base}/alert-rules`, { ...watching, channels: [id] }),
        requestSecond('PATCH', `${base}/alert-rules/${old}`, { channels: [id] }),
      ]);
      const statuses = [deleted, created, changed].map(({ statusCode }) => statusCode);
      assert.deepEqual(statuses, deleted.statusCode === 204 ? [204, 422, 422] : [409, ...statuses.slice(1)]);
      await request('PATCH', `${base}/alert-rules/${old}`, { channels: [] });
      if (created.statusCode === 201) await request('DELETE', `${base}/alert-rules/${created.json().data.id}`);
    }
  });

  test('concurrent policy edits create consecutive versions, valid for each event (C11)', async () => {
    const client = policyClient(server);
    const before = (await client.policy()).version;
    const work = Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0
        ? policyClient(at % 4 === 0 ? server : secondServer).request('POST', '/rules', ruleBody())
        : login(`u_${at}`, (at - 1) / 2),
    );
    const responses = await Promise.all(work);
    assert.deepEqual(count(responses), { 201: 40 });
    assert.equal((await client.policy()).version, before + 20);
    for (const response of responses.filter((_, at) => at % 2 === 1)) {
      const detail = await request('GET', `/v1/events/${response.json().data.id}`, undefined, server.keys.test.secret);
      const { policy_version } = detail.json().data.risk;
      assert.ok(policy_version >= before && policy_version <= before + 20, String(policy_version));
      assert.equal((await client.request('GET', `/versions/${policy_version}`)).statusCode, 200);
    }
    const rules = async (version: number) =>
      (await client.request('GET', `/versions/${version}`)).json().data.rules.length;
    const rulesBefore = await rules(before);
    for (let more = 0; more <= 20; more++)
      assert.equal(await rules(before + more), rulesBefore + more, 'old versions are unchanged');
  });

  test('concurrent trust changes: the last one wins, each is announced once (C12)', async () => {
    const { device } = (await login('ann')).json().data;
    const trust = `/v1/devices/${device.id}/trust`;
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, at) => alternating(at)((at >> 1) % 2 === 0 ? 'POST' : 'DELETE', trust)),
    );
    assert.deepEqual(count(responses), { 200: 100 });
    const entries = (await request('GET', '/v1/audit?limit=100')).json().data as { action: string }[];
    const changes = entries.map(({ action }) => action).filter((action) => action.startsWith('device.trust'));
    assert.ok(
      changes.every((action, at) => action !== changes[at + 1]),
      'an entry without a change',
    );
    const current = (await request('GET', `/v1/devices/${device.id}`)).json().data;
    assert.equal(current.is_trusted, changes[0] === 'device.trusted');
    const deliveries = [...(await announced('device.trusted')), ...(await announced('device.trust_revoked'))];
    assert.equal(deliveries.length, changes.length);
  });
});

function count(responses: readonly TestResponse[]): Record<number, number> {
  const counted: Record<number, number> = {};
  for (const { statusCode } of responses) counted[statusCode] = (counted[statusCode] ?? 0) + 1;
  return counted;
}
