// Every condition field with every operator and value type, generated from the table of condition fields: create, edit,
// simulate and a real event, on both engines. Expected results are computed independently of the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newAuditEvent, operatorActor } from '../../src/flows/audit/audit-event.ts';
import { CONDITION_FIELDS } from '../../src/policy/condition-fields.ts';
import type { Rule } from '../../src/policy/policy.ts';
import { CONDITION_OPERATORS } from '../../src/vocabulary/words.ts';
import { onAnyEngine } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { policyClient, ruleBody } from './policy-client.ts';

type FieldName = keyof typeof CONDITION_FIELDS;

/** Values of every type, including some that are invalid for every operator and field. */
const SCALARS: readonly unknown[] = [0, 20, 100.5, true, false, 'low', 'login', 'logi', 'NEW_DEVICE', 'NO_SUCH', ''];
const ODD: readonly unknown[] = [null, {}, [], ['low', 1], [[]], [null], Array(101).fill(1), '1', -1, 'x'.repeat(65)];
const LISTS: readonly unknown[] = [
  [0],
  [0, 20],
  [true],
  ['low', 'high'],
  ['login'],
  ['NEW_DEVICE'],
  ['NEW_DEVICE', 'ATTACK_WAVE'],
];
const VALUES = [...SCALARS, ...ODD, ...LISTS];
const LEVELS = ['low', 'medium', 'high', 'critical'];
const CODE = /^[A-Z]+(_[A-Z]+)+$/;

interface Case {
  field: FieldName;
  operator: string;
  value: unknown;
}

const CASES: Case[] = (Object.keys(CONDITION_FIELDS) as FieldName[]).flatMap((field) =>
  CONDITION_OPERATORS.flatMap((operator) => VALUES.map((value) => ({ field, operator, value }))),
);

/** The documented operators of each type and the values they accept. */
function isValid({ field, operator, value }: Case): boolean {
  const { type } = CONDITION_FIELDS[field];
  const allowed = {
    number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in'],
    string: ['eq', 'neq', 'contains', 'in'],
    signal: ['eq', 'in'],
    boolean: ['eq', 'neq'],
  }[type];
  if (!allowed.includes(operator)) return false;
  const fits = (one: unknown) => {
    if (type === 'number') return typeof one === 'number';
    if (type === 'boolean') return typeof one === 'boolean';
    if (typeof one !== 'string') return false;
    if (operator === 'contains') return one.length >= 1 && one.length <= 64;
    if (type === 'signal') return CODE.test(one) && one !== 'NO_SUCH';
    return field === 'risk.level' ? LEVELS.includes(one) : /^[a-z][a-z0-9_.]{0,63}$/.test(one);
  };
  if (operator !== 'in') return fits(value);
  return Array.isArray(value) && value.length >= 1 && value.length <= 100 && value.every(fits);
}

/** The facts of an event, read from its detail or sent to the simulator. */
interface Facts {
  scalars: Partial<Record<FieldName, unknown>>;
  codes: readonly string[];
}

function holds({ field, operator, value }: Case, { scalars, codes }: Facts): boolean {
  const expected = [value].flat();
  if (field === 'signal.present') return expected.some((code) => codes.includes(code as string));
  if (field === 'signal.absent') return expected.every((code) => !codes.includes(code as string));
  const actual = scalars[field] as number;
  const bound = value as number;
  switch (operator) {
    case 'eq':
    case 'in':
      return expected.includes(actual);
    case 'neq':
      return !expected.includes(actual);
    case 'gt':
      return actual > bound;
    case 'gte':
      return !(actual < bound);
    case 'lt':
      return actual < bound;
    case 'lte':
      return !(actual > bound);
    default:
      return String(actual).split(String(value)).length > 1;
  }
}

const SIMULATED = {
  event_type: 'login',
  risk_score: 20,
  signals: ['NEW_DEVICE'],
  automation_score: 0,
  device_trusted: true,
};
const SIMULATED_FACTS: Facts = {
  scalars: {
    'risk.score': 20,
    'risk.level': 'low',
    'event.type': 'login',
    'automation.score': 0,
    'device.new': true,
    'device.trusted': true,
  },
  codes: ['NEW_DEVICE'],
};

await onAnyEngine(async ({ store }) => {
  const server = await startTestServer({ store });
  const { request, add } = policyClient(server);
  const describeCase = ({ field, operator, value }: Case) =>
    `${field} ${operator} ${JSON.stringify(value)?.slice(0, 80)}`;
  const draft = (one: Case) => ({ conditions: { all: [one] }, action: { decision: 'block' } });

  test('accepts valid and rejects invalid conditions on create and edit, with pointers', async () => {
    const id = await add(ruleBody());
    const valid = CASES.filter(isValid);
    assert.ok(valid.length > 60 && valid.length < CASES.length / 2, String(valid.length));
    // A rule has up to 20 conditions; every invalid one is named, so none can hide behind another.
    for (const expected of [true, false]) {
      const cases = CASES.filter((one) => isValid(one) === expected);
      for (let from = 0; from < cases.length; from += 20) {
        const any = cases.slice(from, from + 20);
        const created = await request('POST', '/rules', ruleBody({ conditions: { any } }));
        const edited = await request('PATCH', `/v1/policy/rules/${id}`, { conditions: { any } });
        assert.deepEqual([created.statusCode, edited.statusCode], expected ? [201, 200] : [422, 422], created.body);
        if (expected) await request('DELETE', `/v1/policy/rules/${created.json().data.id}`);
        else
          for (const response of [created, edited])
            assert.deepEqual(invalidIndexes(response.json().errors), [...any.keys()]);
      }
    }
    await request('DELETE', `/v1/policy/rules/${id}`);
  });

  test('matches valid conditions exactly, in the simulator and for a real event', async () => {
    const valid = CASES.filter(isValid);
    for (let from = 0; from < valid.length; from += 100) {
      const cases = valid.slice(from, from + 100);
      const before = await facts(server, 'u_before');
      // Descending priorities: each rule is tested once those above it are deleted.
      const ids = await Promise.all(cases.map((one, at) => add({ name: 'R', ...draft(one), priority: 1_000 - at })));
      for (const [at, one] of cases.entries()) {
        const simulated = (await request('POST', '/simulate', SIMULATED)).json().data;
        const expected = (given: Facts) => cases.findIndex((other, index) => index >= at && holds(other, given));
        assert.equal(simulated.matched_rule?.id, ids[expected(SIMULATED_FACTS)], describeCase(one));
        const real = await facts(server, `u_${at}`);
        assert.equal(real.rule, ids[expected(real)], describeCase(one));
        assert.equal((await request('DELETE', `/v1/policy/rules/${ids[at]}`)).statusCode, 204);
      }
      assert.equal(before.rule, undefined);
    }
  });

  test('never matches invalid conditions in storage, and never throws', async () => {
    const invalid = CASES.filter((one) => !isValid(one));
    for (let from = 0; from < invalid.length; from += 400) {
      const rules = invalid.slice(from, from + 400).map((one, at) => ({
        ...draft(one),
        id: `polr_invalid_${at}`,
        name: describeCase(one),
        event_type: null,
        priority: at,
      }));
      await storeRules(server, rules);
      const simulated = (await request('POST', '/simulate', SIMULATED)).json().data;
      assert.equal(simulated.matched_rule, null, simulated.matched_rule?.name);
      const real = await facts(server, 'u_invalid');
      assert.equal(real.rule, undefined, real.rule);
    }
    await storeRules(server, []);
  });
});

/** The indexes of the conditions that were rejected because of their operator or value. */
function invalidIndexes(errors: readonly { pointer: string }[]): number[] {
  const indexes = errors.map(
    ({ pointer }) => /^\/conditions\/any\/(\d+)\/(operator|value)(\/\d+)?$/.exec(pointer)?.[1],
  );
  return [...new Set(indexes.map(Number))].sort((a, b) => a - b);
}

/** Sends a login; returns its facts and the rule that decided it. */
async function facts(server: TestServer, account: string): Promise<Facts & { rule: string | undefined }> {
  const key = server.keys.test.secret;
  const body = { event: 'login', account: { id: account }, ip_address: '8.8.8.8', signals: { platform: 'Win32' } };
  const sent = await server.event(key, body);
  assert.equal(sent.statusCode, 201, sent.body);
  const url = `/v1/events/${sent.json().data.id}`;
  const { risk, automation, event_type } = (
    await server.request({ url, headers: { authorization: `Bearer ${key}` } })
  ).json().data;
  const codes: string[] = risk.signals.map(({ code }: { code: string }) => code);
  const scalars = {
    'risk.score': risk.score,
    'risk.level': risk.level,
    'event.type': event_type,
    'automation.score': automation.score,
    'device.new': codes.includes('NEW_DEVICE'),
    'device.trusted': false,
  };
  return { scalars, codes, rule: risk.matched_rule?.id };
}

/** Stores rules without validation, as an older version or a manual edit might have. */
async function storeRules(server: TestServer, rules: unknown): Promise<void> {
  const { number, id, organizationId } = server.environments.test;
  const auditedChange = {
    action: 'policy.rule_created',
    target: { type: 'policy', id },
    before: null,
    after: null,
  } as const;
  const auditEvent = newAuditEvent(server.context, operatorActor(organizationId, 'a test'), auditedChange);
  await server.context.store.policies.change(number, ({ thresholds }) => ({
    thresholds,
    rules: rules as Rule[],
    auditEvent,
    comment: null,
  }));
}
