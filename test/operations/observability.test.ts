// Tests that every metric, label and label value in `observability/` exists at /metrics after every kind of activity.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { secretKey } from '../../bench/service/first-run.ts';
import { type RunningService, SERVER, startService } from '../../bench/service/start-service.ts';
import { DECISIONS } from '../../src/vocabulary/words.ts';
import { ROOT } from '../cli/run-cli.ts';
import { httpResponse, startReceiver } from '../webhooks/receivers.ts';
import { addEndpoint } from '../webhooks/running-service.ts';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
/** The types of the deliveries that the test causes with that header. */
const TRACED = ['risk.assessment.completed', 'outcome.created', 'device.trusted'];
/** Labels that Prometheus itself adds to every sample. */
const TARGET_LABELS = ['job', 'instance'];

/** A metric of an expression with its matchers, and the labels that the expression groups by. */
interface Use {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

/** Replaces Grafana's variables, which are not PromQL. */
function withoutVariables(expression: string): string {
  return expression.replaceAll('$__rate_interval', '5m').replaceAll(/\$\{?\w+\}?/g, 'x');
}

/** Parses PromQL with Prometheus's own grammar. @throws AssertionError at a syntax error. */
function usesOf(expression: string): { uses: Use[]; groupings: string[] } {
  const text = withoutVariables(expression);
  const uses: Use[] = [];
  const groupings: string[] = [];
  const textOf = (node: SyntaxNode | null) => (node === null ? '' : text.slice(node.from, node.to));
  parser.parse(text).iterate({
    enter: (cursor) => {
      assert.ok(!cursor.type.isError, `syntax error at ${cursor.from} of ${text}`);
      if (cursor.name === 'VectorSelector') {
        const matchers = cursor.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
        uses.push({
          metric: textOf(cursor.node.getChild('Identifier')),
          matchers: matchers.map((matcher) => ({
            label: textOf(matcher.getChild('LabelName')),
            operator: textOf(matcher.getChild('MatchOp')),
            value: textOf(matcher.getChild('StringLiteral')).slice(1, -1),
          })),
        });
      }
      if (cursor.name === 'GroupingLabels') {
        groupings.push(...cursor.node.getChildren('LabelName').map(textOf));
      }
    },
  });
  assert.ok(uses.length > 0, `no metric in ${text}`);
  return { uses, groupings };
}

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: { severity: string };
  annotations?: { summary: string; description: string };
}

const rules: Rule[] = parse(readFileSync(join(ROOT, 'observability/prometheus-rules.yml'), 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const dashboard = JSON.parse(readFileSync(join(ROOT, 'observability/grafana-dashboard.json'), 'utf8'));
const recorded = new Set(rules.flatMap(({ record }) => record ?? []));

/** Every expression with the name of its rule or panel. */
const expressions: [place: string, expression: string][] = [
  ...rules.map(({ record, alert, expr }): [string, string] => [record ?? alert ?? '', expr]),
  ...dashboard.panels.flatMap(({ title, targets }: { title: string; targets: { expr: string }[] }) =>
    targets.map(({ expr }) => [title, expr]),
  ),
  ...dashboard.annotations.list.map(({ name, expr }: { name: string; expr: string }) => [name, expr]),
];

describe('observability/', () => {
  let service: RunningService;
  /** The webhook deliveries as received. */
  let deliveries: readonly string[] = [];
  /** Label names and values of each metric, from the samples. */
  const samples = new Map<string, Map<string, Set<string>>>();

  before(async () => {
    service = await startService(SERVER, '/readyz');
    await using receiver = await startReceiver(httpResponse(200));
    const key = secretKey(service.dataDir);
    const { token: session } = await addEndpoint(service.baseUrl, service.dataDir, receiver.url);
    const post = (path: string, token: string, body: unknown) =>
      fetch(service.baseUrl + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', traceparent: TRACEPARENT },
        body: JSON.stringify(body),
      });
    const login = { event: 'login', account: { id: 'u_1' }, signals: { persistent_id: 'a-browser-of-the-test' } };
    const recorded = await post('/v1/events', key, login);
    assert.equal(recorded.status, 201);
    const { data } = (await recorded.json()) as { data: { id: string; device: { id: string } } };
    assert.equal((await post(`/v1/events/${data.id}/outcome`, key, { label: 'legitimate' })).status, 201);
    assert.equal((await post(`/v1/devices/${data.device.id}/trust`, session, {})).status, 200);
    assert.equal((await post('/v1/events', 'sec_test_wrong', login)).status, 401);
    let text = '';
    while (
      !/^assay_webhook_attempts_total\{/m.test(text) ||
      !TRACED.every((type) => receiver.requests.some((sent) => sent.includes(`"type":"${type}"`)))
    ) {
      await pause(50);
      text = await (await fetch(`${service.baseUrl}/metrics`)).text();
    }
    deliveries = receiver.requests;
    for (const [, metric = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const known = samples.get(metric) ?? new Map<string, Set<string>>();
      samples.set(metric, known);
      for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
        known.set(label, (known.get(label) ?? new Set()).add(value));
      }
    }
  });
  after(() => service.stop());

  test('each delivery passes on the traceparent of the request that caused it', () => {
    assert.ok(deliveries.length > 0);
    for (const delivery of deliveries)
      assert.match(delivery, new RegExp(`\\r\\ntraceparent: ${TRACEPARENT}\\r\\n`, 'i'));
  });

  /** The problem with one matcher of a metric, if any. */
  function matcherProblem(metric: string, { label, operator, value }: Use['matchers'][number]): string | null {
    if (TARGET_LABELS.includes(label)) return null;
    const values = samples.get(metric)?.get(label);
    if (values === undefined) return `label ${label} of ${metric}`;
    const possible: readonly string[] = label === 'decision' ? DECISIONS : [...values];
    return operator === '=' && !possible.includes(value) ? `value ${value} of ${label}` : null;
  }

  function problemsOf({ uses, groupings }: ReturnType<typeof usesOf>): string[] {
    const exists = (metric: string) => samples.has(metric) || recorded.has(metric) || metric === 'up';
    const labels = new Set([
      ...TARGET_LABELS,
      ...uses.flatMap(({ metric }) => [...(samples.get(metric)?.keys() ?? [])]),
    ]);
    return [
      ...uses.filter(({ metric }) => !exists(metric)).map(({ metric }) => `metric ${metric}`),
      ...uses.flatMap(({ metric, matchers }) => matchers.flatMap((matcher) => matcherProblem(metric, matcher) ?? [])),
      ...groupings.filter((label) => !labels.has(label)).map((label) => `grouping by ${label}`),
    ];
  }

  test('names only metrics, labels and values that exist', () => {
    const wrong = expressions.flatMap(([place, expression]) =>
      problemsOf(usesOf(expression)).map((problem) => `${place}: ${problem}`),
    );
    assert.deepEqual(wrong, []);
    assert.ok(expressions.length > 30);
  });

  test('reports a metric, a label, a value and a grouping that do not exist', () => {
    const wrong = 'sum by (zone) (rate(assay_decisions_total{decision="ban", shop="x"}[5m])) / assay_nothing';
    assert.deepEqual(problemsOf(usesOf(wrong)), [
      'metric assay_nothing',
      'value ban of decision',
      'label shop of assay_decisions_total',
      'grouping by zone',
    ]);
  });

  test('parses matchers and groupings, and reports wrong syntax', () => {
    assert.deepEqual(usesOf('sum by (a) (rate(x{b="c", d!~"e"}[5m]))'), {
      uses: [
        {
          metric: 'x',
          matchers: [
            { label: 'b', operator: '=', value: 'c' },
            { label: 'd', operator: '!~', value: 'e' },
          ],
        },
      ],
      groupings: ['a'],
    });
    assert.throws(() => usesOf('sum(rate(x[5m])'), /syntax error/);
  });

  test('each alert has a severity and says what to do; each panel has a description', () => {
    for (const { alert, labels, annotations, for: duration } of rules) {
      if (alert === undefined) continue;
      assert.match(labels?.severity ?? '', /^(warning|critical)$/, alert);
      assert.match(duration ?? '', /^\d+[mh]$/, alert);
      assert.ok((annotations?.summary.length ?? 0) > 10 && (annotations?.description.length ?? 0) > 10, alert);
    }
    for (const { title, description } of dashboard.panels) assert.ok(description?.length > 5, title);
    assert.deepEqual(
      dashboard.panels.map(({ id }: { id: number }) => id),
      dashboard.panels.map((_: unknown, index: number) => index + 1),
    );
  });

  test('the page about operations names every metric of the service with its labels', () => {
    const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    const missing = [...samples].flatMap(([metric, labels]) => {
      if (/nodejs|process_/.test(metric)) return [];
      const name = metric.replace(/_(sum|count|bucket)$/, '');
      const own = [...labels.keys()].filter((label) => label !== 'le').join(',');
      const written = own === '' ? name : `${name}{${own}}`;
      return page.includes(`| \`${written}\` |`) ? [] : [written];
    });
    assert.deepEqual([...new Set(missing)], []);
  });

  test('nearly every metric of the service is shown', () => {
    const used = new Set(expressions.flatMap(([, expression]) => usesOf(expression).uses.map(({ metric }) => metric)));
    const own = [...samples.keys()].filter((name) => !/_(sum|created|count|bucket)$|nodejs|process/.test(name));
    assert.deepEqual(
      own.filter((name) => !used.has(name)),
      [],
    );
  });
});
