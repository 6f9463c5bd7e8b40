// The simulator, and strict validation of rules on create and edit, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newAuditEvent, operatorActor } from '../../src/flows/audit/audit-event.ts';
import { NO_FILTER } from '../../src/flows/events/list-events.ts';
import { CONDITION_FIELDS } from '../../src/policy/condition-fields.ts';
import type { Rule } from '../../src/policy/policy.ts';
import { SIGNAL_CODES } from '../../src/scoring/signals/index.ts';
import { CONDITION_OPERATORS } from '../../src/vocabulary/words.ts';
import { onAnyEngine } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { policyClient, ruleBody } from './policy-client.ts';

/** A value of each type that is valid for any field of that type. */
const VALUES: Record<string, unknown> = { number: 0, string: 'login', boolean: false, signal: 'NEW_DEVICE' };
const LEVEL = 'low';
const PAGE = { limit: 100, from: null };
const ALL_EVENTS = { ...NO_FILTER, accountKeys: [], addresses: [], fingerprints: [] };

/** Every field with every operator and a value of every type, and whether the combination is valid. */
const CONDITION_CASES = Object.entries(CONDITION_FIELDS).flatMap(([field, { type, operators }]) =>
  CONDITION_OPERATORS.flatMap((operator) =>
    Object.entries(VALUES).map(([valueType, value]) => {
      const typed = field === 'risk.level' && valueType === 'string' ? LEVEL : value;
      const isText =
        type === 'string' && (valueType === 'string' || (valueType === 'signal' && operator === 'contains'));
      const valid = (operators as readonly string[]).includes(operator) && (type === valueType || isText);
      return { field, operator, value: operator === 'in' ? [typed] : typed, valid };
    }),
  ),
);

await onAnyEngine(async ({ store }) => {
  const server = await startTestServer({ store });
  const { request, add, policy } = policyClient(server);
  const simulate = (body: unknown, role: 'analyst' | 'viewer' = 'analyst') =>
    request('POST', '/simulate', body, { role });
  const login = { event_type: 'login', risk_score: 95 };

  test('simulates with the current policy and writes nothing', async () => {
    const events = async () => (await store.lists.events(server.environments.test.number, ALL_EVENTS, PAGE)).length;
    const before = [await events(), (await policy()).version];
    const { data } = (await simulate(login)).json();
    assert.deepEqual(data, { decision: 'block', baseline_decision: 'block', matched_rule: null, policy_version: 1 });
    const id = await add(
      ruleBody({
        name: 'Trust',
        conditions: { all: [{ field: 'device.trusted', operator: 'eq', value: true }] },
        action: { decision: 'allow' },
      }),
    );
    const trusted = (await simulate({ ...login, device_trusted: true })).json().data;
    assert.deepEqual(
      [trusted.decision, trusted.baseline_decision, trusted.matched_rule],
      ['allow', 'block', { id, name: 'Trust' }],
    );
    assert.equal((await simulate(login)).json().data.matched_rule, null);
    assert.deepEqual([await events(), (await policy()).version], [before[0], 2]);
    await request('DELETE', `/v1/policy/rules/${id}`);
  });

  test('derives omitted facts: new from signals, untrusted, no automation, level from score', async () => {
    const ids = [
      await add(ruleWith('device.new', 'eq', true)),
      await add(ruleWith('risk.level', 'eq', 'medium')),
      await add(ruleWith('automation.score', 'gt', 0)),
    ];
    const matched = async (more: object) =>
      (await simulate({ event_type: 'login', risk_score: 0, ...more })).json().data.matched_rule?.id ?? null;
    assert.equal(await matched({}), null);
    assert.equal(await matched({ signals: ['NEW_DEVICE'] }), ids[0]);
    assert.equal(await matched({ signals: ['NEW_DEVICE'], device_new: false }), null);
    assert.equal(await matched({ device_new: true }), ids[0]);
    assert.deepEqual(
      [await matched({ risk_score: 29 }), await matched({ risk_score: 30 }), await matched({ risk_score: 50 })],
      [null, ids[1], null],
    );
    assert.equal(await matched({ automation_score: 1 }), ids[2]);
    for (const id of ids) await request('DELETE', `/v1/policy/rules/${id}`);
  });

  test('rejects invalid simulations with a pointer, and viewers', async () => {
    for (const [body, pointer] of [
      [{ risk_score: 1 }, '/event_type'],
      [{ event_type: 'login' }, '/risk_score'],
      [{ ...login, event_type: 'Log in' }, '/event_type'],
      [{ ...login, risk_score: '1' }, '/risk_score'],
      [{ ...login, risk_score: 101 }, '/risk_score'],
      [{ ...login, risk_score: -1 }, '/risk_score'],
      [{ ...login, signals: ['NO_SUCH'] }, '/signals/0'],
      [{ ...login, signals: 'NEW_DEVICE' }, '/signals'],
      [{ ...login, automation_score: true }, '/automation_score'],
      [{ ...login, device_new: 1 }, '/device_new'],
      [{ ...login, device_trusted: 'no' }, '/device_trusted'],
      [{ ...login, level: 'low' }, '/level'],
    ] as const) {
      const response = await simulate(body);
      assert.equal(response.statusCode, 422, JSON.stringify(body));
      assert.equal(response.json().errors[0].pointer, pointer);
    }
    assert.equal((await simulate(login, 'viewer')).statusCode, 403);
    assert.equal((await request('POST', '/simulate', login, { token: server.keys.test.secret })).statusCode, 401);
  });

  test('validates every field, operator and value type the same on create and edit', async () => {
    const id = await add(ruleBody());
    for (const { field, operator, value, valid } of CONDITION_CASES) {
      const conditions = { any: [{ field, operator, value }] };
      const edited = await request('PATCH', `/v1/policy/rules/${id}`, { conditions });
      const what = `${field} ${operator} ${JSON.stringify(value)}`;
      assert.equal(edited.statusCode, valid ? 200 : 422, what);
      const created = await request('POST', '/rules', ruleBody({ conditions }));
      assert.equal(created.statusCode, valid ? 201 : 422, what);
      if (valid) await request('DELETE', `/v1/policy/rules/${created.json().data.id}`);
      else assert.match(created.json().errors[0].pointer, /^\/conditions\/any\/0\/(operator|value)/, what);
    }
    await request('DELETE', `/v1/policy/rules/${id}`);
  });

  test('never matches malformed stored rules, never throws, and returns them', async () => {
    const block = { decision: 'block' };
    const malformed = [
      null,
      7,
      { id: 'polr_1', name: 'no conditions', action: block, priority: 9 },
      { ...ruleWith('risk.score', 'gte', '0'), id: 'polr_2', action: block },
      { ...ruleWith('risk.scores', 'gte', 0), id: 'polr_3', action: block },
      { ...ruleWith('risk.score', 'like', 0), id: 'polr_4', action: block },
      { ...ruleWith('risk.score', 'gte', 0), id: 'polr_5', action: null },
      { ...ruleBody({ conditions: { all: [], any: [] } }), id: 'polr_6', action: block },
    ];
    await storeRules(server, malformed);
    const event = await server.event(server.keys.test.secret, { event: 'login', account: { id: 'u_malformed' } });
    assert.deepEqual([event.statusCode, event.json().data.risk.matched_rule], [201, null]);
    assert.equal(
      (await simulate({ event_type: 'login', risk_score: 100, signals: SIGNAL_CODES })).json().data.matched_rule,
      null,
    );
    assert.equal((await policy()).rules.length, malformed.length);
    const id = await add(ruleBody());
    assert.equal(
      (await request('PATCH', `/v1/policy/rules/${id}`, { name: 'next to malformed ones' })).statusCode,
      200,
    );
    assert.equal((await request('DELETE', `/v1/policy/rules/${id}`)).statusCode, 204);
  });
});

function ruleWith(field: string, operator: string, value: unknown): Record<string, unknown> {
  return ruleBody({ conditions: { all: [{ field, operator, value }] } });
}

/** Stores rules that the API would reject. */
async function storeRules(server: TestServer, rules: unknown): Promise<void> {
  const { number, id, organizationId } = server.environments.test;
  const actor = operatorActor(organizationId, 'a test');
  await server.context.store.policies.change(number, ({ thresholds }) => ({
    thresholds,
    rules: rules as Rule[],
    comment: null,
    auditEvent: newAuditEvent(server.context, actor, {
      action: 'policy.rule_created',
      target: { type: 'policy', id },
      before: null,
      after: null,
    }),
  }));
}
