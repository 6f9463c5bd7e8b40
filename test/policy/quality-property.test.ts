// Property test: policy quality equals a direct recomputation from exported events, for random rules, labels and ranges.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DECISIONS, LABELS } from '../../src/vocabulary/words.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { policyClient, ruleBody } from './policy-client.ts';

const START = Date.UTC(2026, 2, 1);
const STEP = 1_000;
const EVENTS = 80;
const FRAUD = LABELS.filter((label) => !['legitimate', 'automation_legitimate', 'unknown'].includes(label));

interface Exported {
  at: number;
  decision: string;
  version: number;
  rule: { id: string; name: string } | null;
  signals: string[];
  forced: boolean;
  label: string | null;
}

const scenarioStep = fc.record({
  type: fc.integer({ min: 0, max: 4 }),
  account: fc.constantFrom('u_1', 'u_2', 'u_3', 'u_4', 'u_5', 'force_block_1', 'force_allow_1'),
  labels: fc.array(fc.constantFrom(...LABELS), { maxLength: 2 }),
  /** When set, a rule with this decision for the event's type is created first. */
  rule: fc.option(fc.constantFrom(...DECISIONS), { freq: 8, nil: null }),
});

await onBothEngines(async ({ store }) => {
  let now = START;
  const server = await startTestServer({ store, clock: () => now });
  const { request, add } = policyClient(server);
  const scenario = fc.sample(fc.array(scenarioStep, { minLength: EVENTS, maxLength: EVENTS }), 1)[0] ?? [];
  for (const { type, account, labels, rule } of scenario) {
    now += STEP;
    if (rule !== null) await add(ruleBody({ event_type: `type_${type}`, action: { decision: rule } }));
    const body = { event: `type_${type}`, account: { id: account }, ip_address: `8.8.${type}.8` };
    const { id } = (await server.event(server.keys.test.secret, body)).json().data;
    for (const label of labels) await post(server, `/v1/events/${id}/outcome`, { label });
  }
  now += STEP;
  const events = await exportEvents(server);

  test('equals a direct recomputation for any time range', async () => {
    assert.equal(events.length, EVENTS);
    const moment = fc.integer({ min: -1, max: EVENTS + 2 }).map((step) => START + step * STEP);
    await fc.assert(
      fc.asyncProperty(moment, moment, async (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const query = `?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
        const response = await request('GET', `/quality${query}`);
        assert.equal(response.statusCode, 200, response.body);
        const within = events.filter(({ at }) => at >= from && at < to);
        assert.deepEqual(
          rounded(comparable(response.json().data)),
          rounded(recomputed(within)),
          JSON.stringify(scenario),
        );
      }),
      { numRuns: 25 },
    );
  });
});

async function post(server: TestServer, url: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${server.keys.test.secret}`, 'content-type': 'application/json' };
  const response = await server.request({ method: 'POST', url, headers, payload: JSON.stringify(body) });
  assert.ok(response.statusCode < 300, response.body);
}

/** All events with their details, as a customer would export them. */
async function exportEvents(server: TestServer): Promise<Exported[]> {
  const headers = { authorization: `Bearer ${server.keys.test.secret}` };
  const all: Exported[] = [];
  let url: string | null = `/v1/environments/${server.environments.test.id}/events?limit=100`;
  while (url !== null) {
    const page: { data: { id: string }[]; links: { next: string | null } } = (
      await server.request({ url, headers })
    ).json();
    for (const { id } of page.data) {
      const { created_at, risk, outcome } = (await server.request({ url: `/v1/events/${id}`, headers })).json().data;
      const signals = risk.signals.map(({ code }: { code: string }) => code);
      const { decision, policy_version: version, matched_rule: rule, forced } = risk;
      all.push({ at: Date.parse(created_at), decision, version, rule, signals, forced, label: outcome?.label ?? null });
    }
    url = page.links.next;
  }
  return all;
}

function recomputed(events: readonly Exported[]) {
  const labeled = events.filter(({ forced, label }) => !forced && label !== null);
  const groups: Record<string, Exported[]> = { all: labeled };
  for (const event of labeled) {
    const names = [`version ${event.version}`, ...event.signals.map((code) => `signal ${code}`)];
    if (event.rule !== null) names.push(`rule ${event.rule.id} ${event.rule.name}`);
    for (const name of names) groups[name] = [...(groups[name] ?? []), event];
  }
  const tables = Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, tableOf(group)]));
  return { events: events.length, coverage: interval(labeled.length, events.length), tables };
}

function tableOf(events: readonly Exported[]) {
  const number = (decisions: readonly string[], labels: readonly string[]) =>
    events.filter(({ decision, label }) => decisions.includes(decision) && labels.includes(label ?? '')).length;
  const legitimate = ['legitimate', 'automation_legitimate'];
  const rates = (alarms: readonly string[]) => ({
    precision: interval(number(alarms, FRAUD), number(alarms, [...FRAUD, ...legitimate])),
    recall: interval(number(alarms, FRAUD), number(DECISIONS, FRAUD)),
    false_positive_rate: interval(number(alarms, legitimate), number(DECISIONS, legitimate)),
  });
  const confusion = Object.fromEntries(
    DECISIONS.map((word) => {
      const counted = {
        fraud: number([word], FRAUD),
        legitimate: number([word], legitimate),
        unknown: number([word], ['unknown']),
      };
      return [word, counted];
    }),
  );
  return { confusion, block: rates(['block']), challenge_or_block: rates(['challenge', 'block']) };
}

/** Wilson interval as both roots of its quadratic: the shares p that are 1.96 standard deviations from `count` of `of`. */
function interval(count: number, of: number) {
  if (of === 0) return { value: null, low: null, high: null, count, of };
  const z2 = 1.959963984540054 ** 2;
  const [a, b, c] = [of + z2, -(2 * count + z2), count ** 2 / of];
  const root = Math.sqrt(b * b - 4 * a * c);
  return { value: count / of, low: (-b - root) / (2 * a), high: (-b + root) / (2 * a), count, of };
}

// biome-ignore lint/suspicious/noExplicitAny: the response was checked against its schema
function comparable({ events, labelled, coverage, by_policy_version, by_rule, by_signal, ...all }: any) {
  assert.equal(labelled, coverage.count);
  const tables: Record<string, unknown> = { all };
  for (const { policy_version, ...table } of by_policy_version) tables[`version ${policy_version}`] = table;
  for (const { rule, ...table } of by_rule) tables[`rule ${rule.id} ${rule.name}`] = table;
  for (const { signal, ...table } of by_signal) tables[`signal ${signal}`] = table;
  return { events, coverage, tables };
}

function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'number' ? Number(one.toFixed(9)) + 0 : one));
}
