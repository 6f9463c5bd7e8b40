// The simulator and the strict checks through every way in: create, edit, simulate and a real event, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEvent, operatorActor } from '../../src/flows/audit/audit-actor.ts';
import { EVERY_EVENT } from '../../src/flows/events/list-events.ts';
import { CONDITION_FIELDS } from '../../src/policy/condition-fields.ts';
import type { Rule } from '../../src/policy/policy.ts';
import { SIGNAL_CODES } from '../../src/scoring/signals/index.ts';
import { CONDITION_OPERATORS } from '../../src/vocabulary/words.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { policyDoor, someRule } from './policy-client.ts';

/** A value of each type that fits a field of that type, whatever the field. */
const VALUES: Record<string, unknown> = { number: 0, string: 'login', boolean: false, signal: 'NEW_DEVICE' };
const LEVEL = 'low';
const PAGE = { limit: 100, from: null };
const EVERYTHING = { ...EVERY_EVENT, accountKeys: [] };

await onBothEngines(async ({ store }) => {
  const door = await startTestServer({ store });
  const { send, add, policy } = policyDoor(door);
  const simulate = (body: unknown, role: 'analyst' | 'viewer' = 'analyst') => send('POST', '/simulate', body, { role });
  const login = { event_type: 'login', risk_score: 95 };

  test('a simulation answers by the policy in force and writes nothing', async () => {
    const events = async () => (await store.lists.events(door.environments.test.number, EVERYTHING, PAGE)).length;
    const before = [await events(), (await policy()).version];
    const { data } = (await simulate(login)).json();
    assert.deepEqual(data, { decision: 'block', baseline_decision: 'block', matched_rule: null, policy_version: 1 });
    const id = await add(
      someRule({
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
    await send('DELETE', `/v1/policy/rules/${id}`);
  });

  test('what is not given: the device is new by its signal, untrusted, no automation, the level of the score', async () => {
    const ids = [
      await add(one('device.new', 'eq', true)),
      await add(one('risk.level', 'eq', 'medium')),
      await add(one('automation.score', 'gt', 0)),
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
    for (const id of ids) await send('DELETE', `/v1/policy/rules/${id}`);
  });

  test('wrong simulations are refused with their place, and a viewer may not simulate', async () => {
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
      const answer = await simulate(body);
      assert.equal(answer.statusCode, 422, JSON.stringify(body));
      assert.equal(answer.json().errors[0].pointer, pointer);
    }
    assert.equal((await simulate(login, 'viewer')).statusCode, 403);
    assert.equal((await send('POST', '/simulate', login, { token: door.keys.test.secret })).statusCode, 401);
  });

  test('every field by every operator and type of value is taken or refused alike on create and on edit', async () => {
    const id = await add(someRule());
    for (const [field, { type, operators }] of Object.entries(CONDITION_FIELDS)) {
      for (const operator of CONDITION_OPERATORS) {
        for (const [valueType, value] of Object.entries(VALUES)) {
          const fitting = field === 'risk.level' && valueType === 'string' ? LEVEL : value;
          const given = operator === 'in' ? [fitting] : fitting;
          const isText =
            type === 'string' && (valueType === 'string' || (valueType === 'signal' && operator === 'contains'));
          const right = (operators as readonly string[]).includes(operator) && (type === valueType || isText);
          const conditions = { any: [{ field, operator, value: given }] };
          const edited = await send('PATCH', `/v1/policy/rules/${id}`, { conditions });
          const what = `${field} ${operator} ${JSON.stringify(given)}`;
          assert.equal(edited.statusCode, right ? 200 : 422, what);
          const created = await send('POST', '/rules', someRule({ conditions }));
          assert.equal(created.statusCode, right ? 201 : 422, what);
          if (right) await send('DELETE', `/v1/policy/rules/${created.json().data.id}`);
          else assert.match(created.json().errors[0].pointer, /^\/conditions\/any\/0\/(operator|value)/, what);
        }
      }
    }
    await send('DELETE', `/v1/policy/rules/${id}`);
  });

  test('malformed rules in storage never match, never throw, and are shown', async () => {
    const block = { decision: 'block' };
    const malformed = [
      null,
      7,
      { id: 'polr_1', name: 'no conditions', action: block, priority: 9 },
      { ...one('risk.score', 'gte', '0'), id: 'polr_2', action: block },
      { ...one('risk.scores', 'gte', 0), id: 'polr_3', action: block },
      { ...one('risk.score', 'like', 0), id: 'polr_4', action: block },
      { ...one('risk.score', 'gte', 0), id: 'polr_5', action: null },
      { ...someRule({ conditions: { all: [], any: [] } }), id: 'polr_6', action: block },
    ];
    await malform(door, malformed);
    const event = await door.event(door.keys.test.secret, { event: 'login', account: { id: 'u_malformed' } });
    assert.deepEqual([event.statusCode, event.json().data.risk.matched_rule], [201, null]);
    assert.equal(
      (await simulate({ event_type: 'login', risk_score: 100, signals: SIGNAL_CODES })).json().data.matched_rule,
      null,
    );
    assert.equal((await policy()).rules.length, malformed.length);
    const id = await add(someRule());
    assert.equal((await send('PATCH', `/v1/policy/rules/${id}`, { name: 'beside them' })).statusCode, 200);
    assert.equal((await send('DELETE', `/v1/policy/rules/${id}`)).statusCode, 204);
  });
});

function one(field: string, operator: string, value: unknown): Record<string, unknown> {
  return someRule({ conditions: { all: [{ field, operator, value }] } });
}

/** Puts rules into storage that no door would take. */
async function malform(door: TestServer, rules: unknown): Promise<void> {
  const { number, id, organizationId } = door.environments.test;
  const author = operatorActor(organizationId, 'a test');
  await door.context.store.policies.change(number, ({ thresholds }) => ({
    thresholds,
    rules: rules as Rule[],
    change: auditEvent(door.context, author, {
      action: 'policy.rule_created',
      target: { type: 'policy', id },
      before: null,
      after: null,
    }),
  }));
}
