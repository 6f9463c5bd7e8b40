// Environments, keys and the audit log of their changes through the API, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

await onBothEngines(async ({ store, openSecondStore }) => {
  const server = await startTestServer({ store });
  const signer = auditSigner(server.context.webhooks.keys);
  const request = memberClient(server);
  const { id: testId } = server.environments.test;
  const newest = async () => (await request('GET', '/v1/audit?limit=1')).json().data[0];

  test('creates, lists and changes an environment, and audits each change', async () => {
    const created = await request('POST', '/v1/environments', { name: 'Shop', kind: 'live' });
    assert.equal(created.statusCode, 201, created.body);
    const { id, created_at, ...rest } = created.json().data;
    assert.match(id, /^env_/);
    const settings = { allowed_origins: [], public_risk: 'full', retention_days: null };
    assert.deepEqual(rest, { kind: 'live', name: 'Shop', ...settings });
    const listed = (await request('GET', '/v1/environments?limit=2')).json();
    assert.equal(listed.data.length, 2);
    assert.deepEqual(listed.data[0], { id, created_at, ...rest });
    assert.equal((await request('GET', listed.links.next)).json().data.length, 1);

    const change = {
      name: 'Shop 2',
      allowed_origins: ['https://shop.example'],
      public_risk: 'none',
      retention_days: 30,
    };
    const changed = await request('PATCH', `/v1/environments/${id}`, change);
    assert.equal(changed.statusCode, 200, changed.body);
    assert.deepEqual(changed.json().data, { id, created_at, kind: 'live', ...change });
    const entry = await newest();
    assert.equal(entry.action, 'environment.updated');
    assert.equal(entry.environment_id, id);
    assert.deepEqual(entry.before, { name: 'Shop', ...settings });
    assert.deepEqual(entry.after, change);
    assert.match(entry.actor.name, /^owner\./);
    assert.equal(entry.ip_masked, '127.0.0.xxx');
    await request('PATCH', `/v1/environments/${id}`, change);
    assert.equal((await newest()).id, entry.id, 'a request that changes nothing is not audited');
  });

  test('rejects invalid settings with a pointer to each', async () => {
    const cases: [unknown, string][] = [
      [{ allowed_origins: ['https://a.example', 'https://a.example/'] }, '/allowed_origins/1'],
      [{ allowed_origins: ['HTTPS://A.example'] }, '/allowed_origins/0'],
      [{ allowed_origins: ['null'] }, '/allowed_origins/0'],
      [{ allowed_origins: ['https://*.shop.example'] }, '/allowed_origins/0'],
      [{ retention_days: 0 }, '/retention_days'],
      [{ retention_days: '30' }, '/retention_days'],
      [{ public_risk: 'some' }, '/public_risk'],
      [{ name: '' }, '/name'],
      [{ kind: 'live' }, '/kind'],
    ];
    for (const [body, pointer] of cases) {
      const rejected = await request('PATCH', `/v1/environments/${testId}`, body);
      assert.equal(rejected.statusCode, 422, JSON.stringify(body));
      assert.equal(rejected.json().errors[0].pointer, pointer);
    }
    assert.equal((await request('PATCH', `/v1/environments/${testId}`, {})).statusCode, 422);
  });

  test('shows a key once, accepts it, and rejects it as soon as it is revoked', async () => {
    const created = await request('POST', `/v1/environments/${testId}/keys`, { kind: 'secret', name: 'Backend' });
    assert.equal(created.statusCode, 201, created.body);
    const { key, ...listed } = created.json().data;
    assert.match(key, /^sec_test_/);
    assert.equal(listed.last_four, key.slice(-4));
    const events = `/v1/environments/${testId}/events`;
    assert.equal((await request('GET', events, undefined, key)).statusCode, 200);
    const list = await request('GET', `/v1/environments/${testId}/keys`);
    assert.ok(!list.body.includes(key));
    assert.equal(list.json().data[0].id, listed.id);

    assert.equal((await request('DELETE', `/v1/keys/${listed.id}`)).statusCode, 204);
    assert.equal((await request('GET', events, undefined, key)).statusCode, 401);
    const { action, before, after } = await newest();
    assert.deepEqual([action, before.last_four, after], ['key.revoked', listed.last_four, null]);
    assert.equal((await request('DELETE', `/v1/keys/${listed.id}`)).statusCode, 404);
    assert.notEqual((await request('GET', `/v1/environments/${testId}/keys`)).json().data[0].revoked_at, null);
    const trail = (await request('GET', '/v1/audit?limit=100')).body;
    assert.ok(!trail.includes(key) && !server.log.some((line) => line.includes(key)));
  });

  test('rejects ids of another organization and changes by roles below admin', async () => {
    const [foreign] = (await store.tenants.environments(null)).filter(
      ({ organizationId }) => organizationId !== server.environments.test.organizationId,
    );
    assert.ok(foreign);
    const [foreignKey] = await store.tenants.keys(foreign.id);
    assert.equal((await request('GET', `/v1/environments/${foreign.id}/keys`)).statusCode, 403);
    assert.equal((await request('PATCH', `/v1/environments/${foreign.id}`, { name: 'x' })).statusCode, 403);
    assert.equal((await request('DELETE', `/v1/keys/${foreignKey?.id}`)).statusCode, 403);
    assert.equal((await request('DELETE', '/v1/keys/nothing')).statusCode, 404);
    for (const role of ['analyst', 'viewer'] as const) {
      const token = server.sessions[role];
      assert.equal((await request('POST', '/v1/environments', { name: 'x', kind: 'test' }, token)).statusCode, 403);
      assert.equal(
        (await request('POST', `/v1/environments/${testId}/keys`, { kind: 'public' }, token)).statusCode,
        403,
      );
      assert.equal((await request('GET', '/v1/environments', undefined, token)).statusCode, 200);
    }
    assert.equal((await request('GET', '/v1/environments', undefined, server.keys.test.secret)).statusCode, 401);
  });

  test('pages, filters, exports and verifies the audit log', async () => {
    const all = (await request('GET', '/v1/audit?limit=100')).json().data;
    assert.deepEqual(
      all.map(({ sequence }: { sequence: number }) => sequence),
      all.map((_: unknown, at: number) => all.length - at),
    );
    const page = (await request('GET', '/v1/audit?limit=2')).json();
    const next = (await request('GET', page.links.next)).json();
    assert.deepEqual([...page.data, ...next.data], all.slice(0, 4));
    assert.deepEqual((await request('GET', next.links.prev)).json().data, page.data);
    const changes = (await request('GET', '/v1/audit?action=key.created&action=key.revoked')).json().data;
    assert.deepEqual(
      changes.map(({ action }: { action: string }) => action),
      ['key.revoked', 'key.created'],
    );
    assert.equal((await request('GET', '/v1/audit?actor_id=usr_nobody')).json().data.length, 0);
    assert.equal((await request('GET', '/v1/audit?from=2030-01-01T00:00:00Z&to=2029-01-01T00:00:00Z')).statusCode, 422);
    assert.equal((await request('GET', '/v1/audit?action=key.stolen')).statusCode, 422);
    const headers = { authorization: `Bearer ${server.sessions.viewer}`, accept: 'application/x-ndjson' };
    const lines = (await server.request({ method: 'GET', url: '/v1/audit', headers })).body.trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      all,
    );
    const { organizationId } = server.environments.test;
    assert.deepEqual(await store.audit.verify(organizationId, signer), { entries: all.length, broken: null });
  });

  test('gives concurrent changes of two processes consecutive sequence numbers', async () => {
    const { organizationId } = server.environments.test;
    const before = (await store.audit.verify(organizationId, signer)).entries;
    const secondServer = openSecondStore === null ? server : await startTestServer({ store: await openSecondStore() });
    const requestSecond = memberClient({ ...secondServer, sessions: server.sessions });
    const created = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? request : requestSecond)('POST', `/v1/environments/${testId}/keys`, {
          kind: 'public',
          name: `n${at}`,
        }),
      ),
    );
    assert.ok(created.every(({ statusCode }) => statusCode === 201));
    assert.deepEqual(await store.audit.verify(organizationId, signer), { entries: before + 10, broken: null });
    const id = created[0]?.json().data.id;
    const revoked = await Promise.all([request('DELETE', `/v1/keys/${id}`), requestSecond('DELETE', `/v1/keys/${id}`)]);
    assert.deepEqual(revoked.map(({ statusCode }) => statusCode).sort(), [204, 404]);
    assert.equal((await store.audit.verify(organizationId, signer)).entries, before + 11);
  });

  test('takes as many environments as the dashboard lists, and refuses the next one', async () => {
    const create = () => request('POST', '/v1/environments', { name: 'n', kind: 'test' });
    const listed = async () => (await request('GET', '/v1/environments?limit=100')).json();
    const statuses = (await Promise.all(Array.from({ length: 100 }, create))).map(({ statusCode }) => statusCode);
    assert.deepEqual(new Set(statuses), new Set([201, 409]));
    const { data, links } = await listed();
    assert.deepEqual([data.length, links.next], [100, null]);
    assert.equal((await create()).json().code, 'environment_limit');
    assert.equal((await request('GET', `/v1/environments/${data[0].id}/events`)).statusCode, 200);
  });
});
