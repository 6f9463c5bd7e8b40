// Every field by every operator by every type of value, generated from the one table of condition fields: through
// create, edit, simulate and a real event, on both engines. What is expected is computed by other means than the service's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEvent, operatorActor } from '../../src/flows/audit/audit-actor.ts';
import { CONDITION_FIELDS } from '../../src/policy/condition-fields.ts';
import type { Rule } from '../../src/policy/policy.ts';
import { CONDITION_OPERATORS } from '../../src/vocabulary/words.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { policyDoor, someRule } from './policy-client.ts';

type FieldName = keyof typeof CONDITION_FIELDS;

/** Values of every type; those that no operator of any field takes are among them. */
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

/** By contract 6: which operators a type has, and which values they take. */
function isRight({ field, operator, value }: Case): boolean {
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

/** What an event is: read from its detail, or given to the simulator. */
interface Facts {
  scalars: Partial<Record<FieldName, unknown>>;
  codes: readonly string[];
}

function holds({ field, operator, value }: Case, { scalars, codes }: Facts): boolean {
  const wanted = [value].flat();
  if (field === 'signal.present') return wanted.some((code) => codes.includes(code as string));
  if (field === 'signal.absent') return wanted.every((code) => !codes.includes(code as string));
  const actual = scalars[field] as number;
  const bound = value as number;
  switch (operator) {
    case 'eq':
    case 'in':
      return wanted.includes(actual);
    case 'neq':
      return !wanted.includes(actual);
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

await onBothEngines(async ({ store }) => {
  const door = await startTestServer({ store });
  const { send, add } = policyDoor(door);
  const about = ({ field, operator, value }: Case) => `${field} ${operator} ${JSON.stringify(value)?.slice(0, 80)}`;
  const draft = (one: Case) => ({ conditions: { all: [one] }, action: { decision: 'block' } });

  test('create and edit take what is right and refuse what is wrong, each in its place', async () => {
    const id = await add(someRule());
    const right = CASES.filter(isRight);
    assert.ok(right.length > 60 && right.length < CASES.length / 2, String(right.length));
    // Twenty conditions to a rule: one that is refused is named, so none can hide behind another.
    for (const expected of [true, false]) {
      const cases = CASES.filter((one) => isRight(one) === expected);
      for (let from = 0; from < cases.length; from += 20) {
        const any = cases.slice(from, from + 20);
        const created = await send('POST', '/rules', someRule({ conditions: { any } }));
        const edited = await send('PATCH', `/v1/policy/rules/${id}`, { conditions: { any } });
        assert.deepEqual([created.statusCode, edited.statusCode], expected ? [201, 200] : [422, 422], created.body);
        if (expected) await send('DELETE', `/v1/policy/rules/${created.json().data.id}`);
        else for (const answer of [created, edited]) assert.deepEqual(refusedIn(answer.json().errors), [...any.keys()]);
      }
    }
    await send('DELETE', `/v1/policy/rules/${id}`);
  });

  test('what is right matches exactly what it says, in the simulator and for a real event', async () => {
    const right = CASES.filter(isRight);
    for (let from = 0; from < right.length; from += 100) {
      const cases = right.slice(from, from + 100);
      const before = await facts(door, 'u_before');
      // Lower and lower: each is asked on its own once those above it are gone.
      const ids = await Promise.all(cases.map((one, at) => add({ name: 'R', ...draft(one), priority: 1_000 - at })));
      for (const [at, one] of cases.entries()) {
        const simulated = (await send('POST', '/simulate', SIMULATED)).json().data;
        const expected = (given: Facts) => cases.findIndex((other, index) => index >= at && holds(other, given));
        assert.equal(simulated.matched_rule?.id, ids[expected(SIMULATED_FACTS)], about(one));
        const real = await facts(door, `u_${at}`);
        assert.equal(real.rule, ids[expected(real)], about(one));
        assert.equal((await send('DELETE', `/v1/policy/rules/${ids[at]}`)).statusCode, 204);
      }
      assert.equal(before.rule, undefined);
    }
  });

  test('what is wrong, put straight into storage, never matches and never throws', async () => {
    const wrong = CASES.filter((one) => !isRight(one));
    for (let from = 0; from < wrong.length; from += 400) {
      const rules = wrong.slice(from, from + 400).map((one, at) => ({
        ...draft(one),
        id: `polr_wrong_${at}`,
        name: about(one),
        event_type: null,
        priority: at,
      }));
      await putIntoStorage(door, rules);
      const simulated = (await send('POST', '/simulate', SIMULATED)).json().data;
      assert.equal(simulated.matched_rule, null, simulated.matched_rule?.name);
      const real = await facts(door, 'u_wrong');
      assert.equal(real.rule, undefined, real.rule);
    }
    await putIntoStorage(door, []);
  });
});

/** The places of the conditions that were refused, for their operator or their value. */
function refusedIn(errors: readonly { pointer: string }[]): number[] {
  const places = errors.map(({ pointer }) => /^\/conditions\/any\/(\d+)\/(operator|value)(\/\d+)?$/.exec(pointer)?.[1]);
  return [...new Set(places.map(Number))].sort((a, b) => a - b);
}

/** A log-in, what it was, and the rule that decided it. */
async function facts(door: TestServer, account: string): Promise<Facts & { rule: string | undefined }> {
  const key = door.keys.test.secret;
  const body = { event: 'login', account: { id: account }, ip_address: '8.8.8.8', signals: { platform: 'Win32' } };
  const sent = await door.event(key, body);
  assert.equal(sent.statusCode, 201, sent.body);
  const url = `/v1/events/${sent.json().data.id}`;
  const { risk, automation, event_type } = (await door.ask({ url, headers: { authorization: `Bearer ${key}` } })).json()
    .data;
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

/** Past every check, as an older version or a hand in the database might. */
async function putIntoStorage(door: TestServer, rules: unknown): Promise<void> {
  const { number, id, organizationId } = door.environments.test;
  const happening = {
    action: 'policy.rule_created',
    target: { type: 'policy', id },
    before: null,
    after: null,
  } as const;
  const change = auditEvent(door.context, operatorActor(organizationId, 'a test'), happening);
  await door.context.store.policies.change(number, ({ thresholds }) => ({
    thresholds,
    rules: rules as Rule[],
    change,
  }));
}
