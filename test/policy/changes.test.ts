// Policy changes through the API, on both engines: versions, conflicts, roles, limits and when a change takes effect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { type PolicyBody, policyClient, ruleBody } from './policy-client.ts';

const NARROW = { allow_max: 10, monitor_max: 20, challenge_max: 30 };

await onBothEngines(async ({ store, openSecondStore }) => {
  const server = await startTestServer({ store });
  const signer = auditSigner(server.context.webhooks.keys);
  const { request, policy, add } = policyClient(server);
  const get = (token: string, url: string) => server.request({ url, headers: { authorization: `Bearer ${token}` } });

  test('starts an environment with version 1, default thresholds and no rules', async () => {
    const response = await request('GET', '', undefined, { role: 'viewer' });
    assert.equal(response.headers.etag, '"1"');
    const { updated_at, ...body } = response.json().data;
    assert.ok(Date.parse(updated_at) > 0);
    assert.deepEqual(body, {
      version: 1,
      thresholds: { allow_max: 29, monitor_max: 49, challenge_max: 89 },
      rules: [],
      updated_by: null,
      comment: null,
    });
  });

  test('creates a version for a change and none for a request that changes nothing', async () => {
    const changed = await request('PUT', '/thresholds', NARROW, { ifMatch: '"1"' });
    assert.deepEqual([changed.statusCode, changed.headers.etag], [200, '"2"']);
    assert.equal(changed.json().data.updated_by.type, 'user');
    assert.equal((await request('PUT', '/thresholds', NARROW)).headers.etag, '"2"');
    const created = await request('POST', '/rules', ruleBody({ name: 'A' }));
    assert.deepEqual([created.statusCode, created.headers.etag], [201, '"3"']);
    const { id, ...rule } = created.json().data;
    assert.match(id, /^polr_/);
    assert.equal(rule.event_type, null);
    const path = `/v1/policy/rules/${id}`;
    assert.equal((await request('PATCH', path, { name: 'A' })).headers.etag, '"3"');
    assert.equal((await request('PATCH', path, { event_type: null, conditions: rule.conditions })).headers.etag, '"3"');
    const renamed = await request('PATCH', path, { name: 'B', event_type: 'login' });
    assert.deepEqual([renamed.statusCode, renamed.headers.etag], [200, '"4"']);
    assert.deepEqual(renamed.json().data, { ...rule, id, name: 'B', event_type: 'login' });
    const deleted = await request('DELETE', path);
    assert.deepEqual([deleted.statusCode, deleted.headers.etag], [204, '"5"']);
    assert.equal((await request('DELETE', path)).statusCode, 404);
    assert.equal((await request('PATCH', path, { name: 'C' })).statusCode, 404);
    assert.equal((await policy()).version, 5);
  });

  test('audits each change with before and after, and nothing else', async () => {
    const trail = (await get(server.sessions.owner, '/v1/audit?limit=100')).json().data;
    const entries = trail.filter(({ action }: { action: string }) => action.startsWith('policy.')).reverse();
    assert.deepEqual(
      entries.map(({ action }: { action: string }) => action),
      ['policy.thresholds_changed', 'policy.rule_created', 'policy.rule_updated', 'policy.rule_deleted'],
    );
    assert.deepEqual(
      [entries[0].before.allow_max, entries[0].after.allow_max, entries[0].after.policy_version],
      [29, 10, 2],
    );
    assert.deepEqual([entries[1].before, entries[1].after.name], [null, 'A']);
    assert.deepEqual([entries[2].before.name, entries[2].after.name], ['A', 'B']);
    assert.deepEqual([entries[3].before.name, entries[3].after], ['B', null]);
    assert.equal((await store.audit.verify(server.environments.test.organizationId, signer)).broken, null);
  });

  test('returns every version and pages through them in both directions', async () => {
    const names = async (version: number) =>
      ((await request('GET', `/versions/${version}`)).json().data as PolicyBody).rules.map(({ name }) => name);
    assert.deepEqual([await names(2), await names(3), await names(4), await names(5)], [[], ['A'], ['B'], []]);
    for (const version of ['0', '6', '999999999999', 'x', '-1', '1.0']) {
      assert.equal((await request('GET', `/versions/${version}`)).statusCode, 404, version);
    }
    const first = (await request('GET', '/versions?limit=3')).json();
    const second = (await request('GET', first.links.next)).json();
    const back = (await request('GET', second.links.prev)).json();
    const numbers = ({ data }: { data: PolicyBody[] }) => data.map(({ version }) => version);
    assert.deepEqual(
      [numbers(first), numbers(second), numbers(back)],
      [
        [5, 4, 3],
        [2, 1],
        [5, 4, 3],
      ],
    );
  });

  test('restores an earlier version as the next one, with its rules and their ids', async () => {
    const { rules: before, version } = await policy();
    const restored = await request('POST', '/versions/3/restore', undefined, { ifMatch: `"${version}"` });
    assert.deepEqual([restored.statusCode, restored.headers.etag], [200, `"${version + 1}"`]);
    const { data: old } = (await request('GET', '/versions/3')).json();
    assert.deepEqual([restored.json().data.thresholds, restored.json().data.rules], [old.thresholds, old.rules]);
    assert.equal((await request('POST', '/versions/3/restore')).headers.etag, `"${version + 1}"`, 'nothing changed');
    const stale = await request('POST', '/versions/1/restore', undefined, { ifMatch: `"${version}"` });
    assert.deepEqual([stale.statusCode, stale.json().code], [409, 'stale_version']);
    assert.equal((await request('POST', '/versions/999/restore')).statusCode, 404);
    await request('POST', `/versions/${version}/restore`);
    assert.deepEqual((await policy()).rules, before);
  });

  test('rejects a change based on another version with 409 and the current version', async () => {
    const before = await policy();
    const id = await add(ruleBody());
    const current = before.version + 1;
    for (const ifMatch of [`"${before.version}"`, `W/"${current}"`, String(current), '"x"', '', `"${current}x"`]) {
      for (const response of [
        await request('PUT', '/thresholds', { ...NARROW, allow_max: 5 }, { ifMatch }),
        await request('POST', '/rules', ruleBody(), { ifMatch }),
        await request('PATCH', `/v1/policy/rules/${id}`, { name: 'lost' }, { ifMatch }),
        await request('DELETE', `/v1/policy/rules/${id}`, undefined, { ifMatch }),
      ]) {
        const { code, current_version } = response.json();
        assert.deepEqual([response.statusCode, code, current_version], [409, 'stale_version', current], ifMatch);
      }
    }
    assert.equal((await policy()).version, current);
    for (const ifMatch of ['*', `"7", "${current}"`]) {
      assert.equal(
        (await request('PATCH', `/v1/policy/rules/${id}`, { event_type: null }, { ifMatch })).statusCode,
        200,
      );
    }
    await request('DELETE', `/v1/policy/rules/${id}`);
  });

  test('requires unique priorities and orders rules by them', async () => {
    const low = await add(ruleBody({ name: 'low', priority: 100 }));
    const high = await add(ruleBody({ name: 'high', priority: 1_000_000 }));
    const zero = await add(ruleBody({ name: 'zero', priority: 0 }));
    assert.deepEqual(
      (await policy()).rules.map(({ name }) => name),
      ['high', 'low', 'zero'],
    );
    const taken = await request('POST', '/rules', ruleBody({ priority: 100 }));
    assert.deepEqual([taken.statusCode, taken.json().code, taken.json().rule_id], [409, 'priority_taken', low]);
    assert.equal((await request('PATCH', `/v1/policy/rules/${zero}`, { priority: 1_000_000 })).statusCode, 409);
    assert.equal((await request('PATCH', `/v1/policy/rules/${zero}`, { priority: 500 })).statusCode, 200);
    assert.deepEqual(
      (await policy()).rules.map(({ id }) => id),
      [high, zero, low],
    );
    for (const id of [low, high, zero]) await request('DELETE', `/v1/policy/rules/${id}`);
  });

  test('rejects changes by other roles, keys and organizations', async () => {
    const id = await add(ruleBody());
    const body = { ...NARROW, allow_max: 1 };
    for (const role of ['viewer', 'analyst'] as const) {
      assert.equal((await request('PUT', '/thresholds', body, { role })).statusCode, 403);
      assert.equal((await request('POST', '/rules', ruleBody(), { role })).statusCode, 403);
      assert.equal((await request('PATCH', `/v1/policy/rules/${id}`, { name: 'x' }, { role })).statusCode, 403);
      assert.equal((await request('DELETE', `/v1/policy/rules/${id}`, undefined, { role })).statusCode, 403);
    }
    for (const token of [server.keys.test.secret, server.keys.test.public]) {
      assert.equal((await request('GET', '', undefined, { token })).statusCode, 401);
      assert.equal((await request('PUT', '/thresholds', body, { token })).statusCode, 401);
    }
    const other = await startTestServer({ store });
    const foreign = other.sessions.owner;
    assert.equal((await request('GET', '', undefined, { token: foreign })).statusCode, 403);
    assert.equal((await request('PATCH', `/v1/policy/rules/${id}`, { name: 'x' }, { token: foreign })).statusCode, 403);
    assert.equal((await request('DELETE', `/v1/policy/rules/${id}`, undefined, { token: foreign })).statusCode, 403);
    assert.equal((await request('PATCH', '/v1/policy/rules/polr_%25', { name: 'x' })).statusCode, 404);
    assert.equal((await get(server.sessions.owner, '/v1/environments/env_x/policy')).statusCode, 404);
    assert.equal((await request('PUT', '/thresholds', { ...body, allow_max: 99 }, { token: foreign })).statusCode, 422);
    await request('DELETE', `/v1/policy/rules/${id}`);
  });

  test('creates 20 versions for 20 concurrent edits of two processes', async () => {
    const clients = [policyClient(server)];
    if (openSecondStore !== null) {
      const secondServer = await startTestServer({ store: await openSecondStore() });
      clients.push(policyClient({ ...secondServer, environments: server.environments, sessions: server.sessions }));
    }
    const start = (await policy()).version;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (clients[at % clients.length] as (typeof clients)[0]).request('POST', '/rules', ruleBody()),
      ),
    );
    const versions = responses
      .map(({ headers }) => Number(String(headers.etag).replaceAll('"', '')))
      .sort((a, b) => a - b);
    assert.deepEqual(
      versions,
      Array.from({ length: 20 }, (_, at) => start + 1 + at),
    );
    for (const version of versions) {
      const body: PolicyBody = (await request('GET', `/versions/${version}`)).json().data;
      assert.equal(body.rules.length, version - start);
    }
    const same = `"${start + 20}"`;
    const racing = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (clients[at % clients.length] as (typeof clients)[0]).request(
          'PUT',
          '/thresholds',
          { ...NARROW, allow_max: at % 10 },
          { ifMatch: same },
        ),
      ),
    );
    assert.equal(racing.filter(({ statusCode }) => statusCode === 200).length, 1);
    assert.equal(racing.filter(({ statusCode }) => statusCode === 409).length, 19);
  });

  test('rejects the 101st rule', async () => {
    for (let count = (await policy()).rules.length; count < 100; count++) await add(ruleBody());
    const response = await request('POST', '/rules', ruleBody());
    assert.deepEqual([response.statusCode, response.json().code], [409, 'rule_limit']);
    const { rules } = await policy();
    assert.equal((await request('PATCH', `/v1/policy/rules/${rules[0]?.id}`, { name: 'renamed' })).statusCode, 200);
    for (const { id } of rules) assert.equal((await request('DELETE', `/v1/policy/rules/${id}`)).statusCode, 204);
  });

  test('applies a change to the next event, which names the deciding version', async () => {
    const login = async () =>
      (await server.event(server.keys.test.secret, { event: 'login', account: { id: 'u_next' } })).json().data.risk;
    const id = await add(ruleBody({ action: { decision: 'block' } }));
    const blocked = await login();
    const { version } = await policy();
    assert.deepEqual([blocked.decision, blocked.matched_rule.id, blocked.policy_version], ['block', id, version]);
    await request('DELETE', `/v1/policy/rules/${id}`);
    const after = await login();
    assert.deepEqual([after.matched_rule, after.policy_version], [null, version + 1]);
  });

  test('a rule that no event can match is saved with a notice', async () => {
    const never = { all: [{ field: 'risk.score', operator: 'gte', value: 150 }] };
    const created = await request('POST', '/rules', ruleBody({ conditions: never }));
    assert.deepEqual([created.statusCode, created.headers['assay-notice']], [201, 'no event can match this rule']);
    const path = `/v1/policy/rules/${created.json().data.id}`;
    assert.equal(
      (await request('PATCH', path, { name: 'Still' })).headers['assay-notice'],
      'no event can match this rule',
    );
    const sometimes = { all: [{ field: 'risk.score', operator: 'gte', value: 50 }] };
    assert.equal((await request('PATCH', path, { conditions: sometimes })).headers['assay-notice'], undefined);
    await request('DELETE', path);
  });
});
