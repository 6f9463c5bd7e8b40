// Property test: a backtest of random drafts equals a direct recomputation over the same events, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { backtestPolicy, draftPolicy } from '../../src/flows/policy/backtest-policy.ts';
import { evaluate } from '../../src/outcomes/evaluation.ts';
import { decide } from '../../src/policy/decide.ts';
import type { Policy, PolicyFacts, Rule } from '../../src/policy/policy.ts';
import { SIGNAL_CODES } from '../../src/scoring/signals/index.ts';
import { DECISIONS, type Decision, LABELS, type Label, LEVELS } from '../../src/vocabulary/words.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { policyClient, ruleBody } from './policy-client.ts';

const START = Date.UTC(2026, 2, 1, 23, 59);
const EVENTS = 90;
const RANGE = { from: '2026-03-01T00:00:00Z', to: '2026-03-09T00:00:00Z' };
const NARROW = { allow_max: 5, monitor_max: 12, challenge_max: 25 };

interface Recorded {
  id: string;
  createdAt: string;
  facts: PolicyFacts;
  decision: Decision;
  version: number;
  label: Label | null;
}

const conditions = fc.oneof(
  fc.record({
    field: fc.constantFrom('risk.score', 'automation.score'),
    operator: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
    value: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({
    field: fc.constant('risk.level'),
    operator: fc.constantFrom('eq', 'neq'),
    value: fc.constantFrom(...LEVELS),
  }),
  fc.record({
    field: fc.constant('event.type'),
    operator: fc.constantFrom('eq', 'contains'),
    value: fc.constantFrom('login', 'login_failed', 'pass'),
  }),
  fc.record({
    field: fc.constantFrom('signal.present', 'signal.absent'),
    operator: fc.constant('in'),
    value: fc.uniqueArray(fc.constantFrom(...SIGNAL_CODES), { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ field: fc.constant('device.new'), operator: fc.constant('eq'), value: fc.boolean() }),
);
const rules = fc.uniqueArray(
  fc.record({
    name: fc.constant('R'),
    event_type: fc.constantFrom(null, 'login', 'login_failed'),
    conditions: fc
      .tuple(fc.constantFrom('all', 'any'), fc.array(conditions, { minLength: 1, maxLength: 3 }))
      .map(([group, list]) => ({ [group]: list })),
    action: fc.record({ decision: fc.constantFrom(...DECISIONS) }),
    priority: fc.integer({ min: 0, max: 50 }),
  }),
  { maxLength: 8, selector: ({ priority }) => priority },
);
const drafts = fc.record({
  thresholds: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 3 }).map((list) => {
    const [allow_max, monitor_max, challenge_max] = [...list].sort((a, b) => a - b) as [number, number, number];
    return { allow_max, monitor_max, challenge_max };
  }),
  rules,
});

await onBothEngines(async ({ store }) => {
  let now = START;
  const server = await startTestServer({ store, clock: () => now });
  const { request, add, policy } = policyClient(server);
  const recorded: Recorded[] = [];
  for (let at = 0; at < EVENTS; at++) {
    now += 2_000;
    if (at === 30) await request('PUT', '/thresholds', NARROW);
    if (at === 60) await add(ruleBody({ event_type: 'login', action: { decision: 'challenge' } }));
    recorded.push(await record(server, at));
  }
  const forced = 'force_block_1';
  await server.event(server.keys.test.secret, { event: 'login', account: { id: forced } });
  now += 1;
  const backtest = async (draft: object, range = RANGE) => {
    const response = await request('POST', '/backtest', { ...range, ...draft }, { role: 'analyst' });
    assert.equal(response.statusCode, 200, response.body);
    return response.json().data;
  };

  test('reproduces the recorded decisions with each past policy version', async () => {
    for (const version of [...new Set(recorded.map((event) => event.version))]) {
      const { thresholds, rules } = (await request('GET', `/versions/${version}`)).json().data;
      const events = recorded.filter((event) => event.version === version);
      const from = events[0]?.createdAt as string;
      const to = new Date(Date.parse(events.at(-1)?.createdAt as string) + 1).toISOString();
      const found = await backtest({ thresholds, rules }, { from, to });
      assert.deepEqual([found.events, found.changed], [events.length, 0]);
    }
    const { version } = await policy();
    assert.equal((await backtest({})).forced, 1);
    assert.equal((await policy()).version, version);
  });

  test('equals a direct recomputation for any draft', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, async (draft) => {
        assert.deepEqual(comparable(await backtest(draft)), recomputed(recorded, draft));
      }),
      { numRuns: 40 },
    );
  });

  test('stops reading when the consumer stops, and writes nothing', async () => {
    const environment = server.environments.test;
    let pages = 0;
    // Pages are always full, so that reading would never end on its own.
    const assessments: typeof store.assessments = {
      ...store.assessments,
      page: async (number, range, limit) => {
        pages += 1;
        const rows = await store.assessments.page(number, range, 5);
        return [...rows, ...Array.from({ length: limit - rows.length }, () => rows.at(-1) as (typeof rows)[0])];
      },
    };
    const context = { ...server.context, store: { ...store, assessments }, clock: () => (now += 1_000) };
    const range = { from: Date.parse(RANGE.from), to: Date.parse(RANGE.to) };
    const draft = await draftPolicy(context, environment, {});
    const before = await policy();
    const steps = backtestPolicy(context, environment, draft, range);
    for await (const step of steps) if ('done' in step && step.done > 0) break;
    const read = pages;
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([read, pages], [1, 1]);
    assert.deepEqual(await policy(), before);
  });

  test('streams progress and the result, and rejects invalid drafts', async () => {
    const response = await request(
      'POST',
      '/backtest',
      { ...RANGE, thresholds: NARROW },
      { accept: 'application/x-ndjson' },
    );
    const lines = response.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(lines[0], { type: 'progress', done: 0, total: EVENTS + 1 });
    assert.deepEqual(lines.at(-2), { type: 'progress', done: EVENTS + 1, total: EVENTS + 1 });
    assert.deepEqual(lines.at(-1), { type: 'result', data: await backtest({ thresholds: NARROW }) });
    for (const [body, pointer] of [
      [{ to: RANGE.to }, '/from'],
      [{ ...RANGE, from: 'yesterday' }, '/from'],
      [{ from: RANGE.to, to: RANGE.from }, '/to'],
      [{ ...RANGE, thresholds: { ...NARROW, monitor_max: 3 } }, '/thresholds/monitor_max'],
      [{ ...RANGE, rules: [ruleBody({ priority: 1 }), ruleBody({ priority: 1 })] }, '/rules/1/priority'],
      [
        {
          ...RANGE,
          rules: [{ ...ruleBody(), conditions: { all: [{ field: 'device.new', operator: 'gt', value: true }] } }],
        },
        '/rules/0/conditions/all/0/operator',
      ],
    ] as const) {
      const rejected = await request('POST', '/backtest', body);
      assert.equal(rejected.statusCode, 422, JSON.stringify(body));
      assert.equal(rejected.json().errors[0].pointer, pointer);
    }
    assert.equal((await request('POST', '/backtest', RANGE, { role: 'viewer' })).statusCode, 403);
  });

  test('says that it failed in its last line, and why in the log', async () => {
    const { assessments } = store;
    store.assessments = { ...assessments, page: () => Promise.reject(new Error('storage is away')) };
    const response = await request('POST', '/backtest', RANGE, { accept: 'application/x-ndjson' });
    store.assessments = assessments;
    const lines = response.body.trimEnd().split('\n');
    const detail = 'The backtest failed before it was complete.';
    assert.deepEqual(JSON.parse(lines.at(-1) ?? ''), { type: 'error', detail });
    const line = JSON.parse(server.log.find((text) => text.includes('backtest failed')) ?? '{}');
    assert.equal(line.request_id, response.headers['x-request-id']);
    assert.match(line.error.stack, /^Error: storage is away\n/);
  });

  test('covers events that arrived before it started, including those whose transaction ends after the count', async () => {
    let tick = 0;
    const context = { ...server.context, clock: () => (now += tick) };
    const range = { from: Date.parse(RANGE.from), to: Date.parse('9999-01-01T00:00:00Z') };
    const draft = await draftPolicy(context, server.environments.test, {});
    const steps = backtestPolicy(context, server.environments.test, draft, range);
    const total = EVENTS + 1;
    assert.deepEqual((await steps.next()).value, { done: 0, total });
    const login = (account: string) =>
      server.event(server.keys.test.secret, { event: 'login', account: { id: account } });
    await login('at_the_same_time');
    tick = 1_000;
    context.clock();
    await login('later');
    const progress: { done: number; total: number }[] = [];
    for await (const step of steps) if ('done' in step) progress.push(step);
    assert.deepEqual(progress.at(-1), { done: total + 1, total: total + 1 });
    for (const step of progress) assert.ok(step.done <= step.total, JSON.stringify(progress));
  });
});

async function record(server: TestServer, at: number): Promise<Recorded> {
  const body = {
    event: ['login', 'login_failed', 'password_change'][at % 3],
    account: { id: `u_${at % 4}` },
    ip_address: `8.8.${at % 3}.8`,
    signals: { persistent_id: `p_${at % 5}`, automation: { webdriver: at % 9 === 0 }, platform: 'Win32' },
  };
  const headers = { authorization: `Bearer ${server.keys.test.secret}`, 'content-type': 'application/json' };
  const { id } = (await server.event(server.keys.test.secret, body)).json().data;
  const label = at % 2 === 0 ? (LABELS[at % LABELS.length] as Label) : null;
  if (label !== null) {
    const payload = JSON.stringify({ label });
    await server.request({ method: 'POST', url: `/v1/events/${id}/outcome`, headers, payload });
  }
  const { risk, automation, created_at, event_type } = (
    await server.request({ url: `/v1/events/${id}`, headers })
  ).json().data;
  const signals: ReadonlySet<string> = new Set(risk.signals.map(({ code }: { code: string }) => code));
  const { score, level, decision, policy_version: version } = risk;
  const facts = {
    eventType: event_type,
    score,
    level,
    signals,
    automationScore: automation.score,
    deviceNew: signals.has('NEW_DEVICE'),
    deviceTrusted: false,
  };
  return { id, createdAt: created_at, facts, decision, version, label };
}

type Draft = { thresholds: Policy['thresholds']; rules: Record<string, unknown>[] };

/** Counts above zero by name, computed in a different way than the service does. */
function recomputed(recorded: readonly Recorded[], draft: Draft) {
  const rules = draft.rules.map((rule, at) => ({ ...rule, id: `draft_${at + 1}` })) as unknown as Rule[];
  const policy = { version: 1, thresholds: draft.thresholds, rules };
  const after = recorded.map(({ facts }) => decide(policy, facts));
  const counts: Record<string, number> = {};
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  recorded.forEach(({ facts, decision: from, label, createdAt }, at) => {
    const { decision: to, matchedRule } = after[at] as ReturnType<typeof decide>;
    for (const part of ['all', `type ${facts.eventType}`, `day ${createdAt.slice(0, 10)}`]) {
      add(`${part} events`);
      if (from !== to) add(`${part} changed`);
    }
    add(`${from} to ${to}`);
    add(`before ${evaluate(from, label)}`);
    add(`after ${evaluate(to, label)}`);
    if (matchedRule !== null) add(`${matchedRule.id} decided`);
    for (const rule of rules)
      if (decide({ ...policy, rules: [rule] }, facts).matchedRule !== null) add(`${rule.id} matched`);
  });
  const changed = recorded.filter(({ decision }, at) => decision !== after[at]?.decision);
  return { counts, examples: changed.reverse().map(({ id }) => id) };
}

// biome-ignore lint/suspicious/noExplicitAny: the response was checked against its schema
function comparable(found: any) {
  const counts: Record<string, number> = {};
  const put = (name: string, value: number) => {
    if (value > 0) counts[name] = value;
  };
  const putCounts = (name: string, { events, changed }: { events: number; changed: number }) => {
    put(`${name} events`, events);
    put(`${name} changed`, changed);
  };
  putCounts('all', found);
  for (const [type, row] of Object.entries(found.by_event_type)) putCounts(`type ${type}`, row as never);
  for (const row of found.by_day) putCounts(`day ${row.date}`, row);
  for (const from of DECISIONS) for (const to of DECISIONS) put(`${from} to ${to}`, found.transitions[from][to]);
  for (const side of ['before', 'after']) {
    for (const [word, value] of Object.entries(found.evaluation[side])) put(`${side} ${word}`, value as number);
  }
  for (const { id, matched, decided, hidden } of found.rules) {
    put(`${id} matched`, matched);
    put(`${id} decided`, decided);
    assert.equal(hidden, matched > 0 && decided === 0);
  }
  return { counts, examples: found.examples.map((row: { event_id: string }) => row.event_id) };
}
