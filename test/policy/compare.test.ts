// GET …/assessment?compare=current through the API, on both engines: the recorded decision next to that of the current policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { policyClient, ruleBody } from './policy-client.ts';

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const { request, add, policy } = policyClient(server);
  const key = server.keys.test.secret;
  const event = async (account: string) =>
    (await server.event(key, { event: 'login', account: { id: account }, ip_address: '8.8.8.8' })).json().data;
  const read = (id: string, query = '?compare=current', token?: string) =>
    request(
      'GET',
      `/v1/events/${id}/assessment${query}`,
      undefined,
      token === undefined ? { role: 'analyst' } : { token },
    );

  test('returns the recorded decision and a simulation with the current policy', async () => {
    const { id, risk } = await event('u_1');
    const url = `/v1/environments/${server.environments.test.id}/risk-assessments?account_id=u_1`;
    const [item] = (await server.request({ url, headers: { authorization: `Bearer ${key}` } })).json().data;
    const decided = { ...item, forced: false };
    assert.deepEqual((await read(id, '')).json().data, { ...decided, as_of_today: null });
    assert.deepEqual((await read(id, '', key)).json().data, { ...decided, as_of_today: null });
    const same = { simulation: true, policy_version: 1, default_decision: risk.decision, matched_rule: null };
    const asDecided = { ...same, decision: risk.decision, changed: false };
    assert.deepEqual((await read(id)).json().data, { ...decided, as_of_today: asDecided });

    const rule = await add(
      ruleBody({
        name: 'Untrusted',
        conditions: { all: [{ field: 'device.trusted', operator: 'eq', value: false }] },
        action: { decision: 'block' },
      }),
    );
    const today = {
      policy_version: 2,
      matched_rule: { id: rule, name: 'Untrusted' },
      decision: 'block',
      changed: true,
    };
    assert.deepEqual((await read(id)).json().data, { ...decided, as_of_today: { ...same, ...today } });
    assert.deepEqual((await server.request({ url, headers: { authorization: `Bearer ${key}` } })).json().data, [item]);
    assert.equal((await policy()).version, 2);
  });

  test('returns the forced decision of a test account for both', async () => {
    const { id } = await event('force_challenge_1');
    const { forced, as_of_today: today } = (await read(id)).json().data;
    assert.deepEqual([forced, today.decision, today.matched_rule, today.changed], [true, 'challenge', null, false]);
  });

  test('rejects keys, viewers, other tenants and invalid parameters', async () => {
    const { id } = await event('u_2');
    assert.equal((await read(id, '?compare=current', key)).statusCode, 401);
    assert.equal((await read(id, '?compare=current', server.sessions.viewer)).statusCode, 403);
    assert.equal((await read(id, '', server.sessions.viewer)).statusCode, 200);
    assert.equal((await read(id, '', server.keys.test.public)).statusCode, 401);
    assert.equal((await read(id, '', server.foreign.test.secret)).statusCode, 403);
    assert.equal((await read(id, '?compare=1')).statusCode, 422);
    assert.equal((await read('evt_x')).statusCode, 404);
  });
});
