// The examples of the OpenAPI document: each is valid, shows what the service would send, and can be sent as it is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { examplePath, exampleQuery, type Parameter } from '../../src/http/server/openapi-parameters.ts';
import { levelOf } from '../../src/scoring/level.ts';
import { SIGNALS } from '../../src/scoring/signals/index.ts';
import { startTestServer, type TestServer } from './test-server.ts';

type Json = Record<string, unknown>;
interface Media {
  schema: unknown;
  example: Json;
}
interface Operation {
  operationId: string;
  security: Json[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

let server: TestServer;
let document: {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, unknown> };
};
before(async () => {
  server = await startTestServer();
  document = (await server.request({ url: '/openapi.json' })).json();
});
after(() => server.close());

const JSON_TYPE = 'application/json';
const operations = () =>
  [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((methods) => Object.values(methods));
const examples = () =>
  operations().flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((body) => {
      const media = body?.content?.[JSON_TYPE];
      return media === undefined ? [] : [{ operationId, ...media }];
    }),
  );
const webhookExample = (type: string) =>
  document.webhooks[type]?.post.requestBody?.content[JSON_TYPE]?.example as { data: Json };

/** A copy with every reference resolved. */
function resolved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolved);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined) return resolved(document.components.schemas[$ref.split('/').at(-1) ?? '']);
  return Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, resolved(inner)]));
}

/** Every field of the value, with the names of the objects around it. */
function fieldsIn(value: unknown, around: readonly string[] = []): { path: readonly string[]; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsIn(item, around));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...around, name];
    return [{ path, value: inner }, ...fieldsIn(inner, path)];
  });
}

/** Every object of the value. */
function objectsIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Json, ...Object.values(value).flatMap(objectsIn)];
}

const sumOf = (counts: unknown) => Object.values(counts as Record<string, number>).reduce((sum, one) => sum + one, 0);

test('is valid for its schema', () => {
  assert.ok(examples().length > 100);
  for (const { operationId, schema, example } of examples()) {
    const errors = Compile(resolved(schema) as TSchema).Errors(example);
    assert.deepEqual([...errors], [], operationId);
  }
});

test('shows the complete answer to an event', () => {
  const answers = examples().filter(({ operationId, example }) => operationId === 'recordEvent' && 'data' in example);
  const fields = ['id', 'event_type', 'external_account_id', 'created_at', 'device', 'session', 'risk'];
  assert.deepEqual(
    answers.map(({ example }) => Object.keys(example.data as Json)),
    [fields, fields],
  );
});

const KIND_OF: Readonly<Record<string, string>> = {
  'device.id': 'dev_',
  'session.id': 'ses_',
  'rule.id': 'polr_',
  'risk.id': 'asm_',
  event_id: 'evt_',
  device_id: 'dev_',
  endpoint_id: 'whe_',
  member_id: 'usr_',
  organization_id: 'org_',
  environment_id: 'env_',
};

test('shows a value for every text, not the name of its field', () => {
  const named = examples().flatMap(({ operationId, example }) =>
    fieldsIn(example).flatMap(({ path, value }) => {
      const name = path.at(-1)?.replaceAll('_', ' ') ?? '';
      return [value].flat().some((text) => text === name || `${text}s` === name)
        ? [`${operationId} ${path.join('.')}`]
        : [];
    }),
  );
  assert.deepEqual(named, []);
});

test('shows counts and states that fit together', () => {
  const totals = {
    by_decision: 'events',
    by_level: 'events',
    by_evaluation: 'events',
    decisions: 'event_count',
  } as const;
  const wrong = examples().flatMap(({ operationId, example }) =>
    objectsIn(example).flatMap((one) => {
      const counted = Object.entries(totals).filter(
        ([field, total]) => one[field] !== undefined && one[total] !== undefined && sumOf(one[field]) !== one[total],
      );
      const trusted = 'trusted_at' in one && (one.trusted_at !== null) !== one.is_trusted;
      const key = typeof one.key === 'string' && !one.key.startsWith(one.kind === 'public' ? 'pub_' : 'sec_');
      const open = one.status === 'open' && one.resolved_at !== null;
      return counted.length > 0 || trusted || key || open ? [`${operationId}: ${JSON.stringify(one)}`] : [];
    }),
  );
  assert.deepEqual(wrong, []);
});

test('names every id by its kind', () => {
  const wrong = examples().flatMap(({ operationId, example }) =>
    fieldsIn(example).flatMap(({ path, value }) => {
      const prefix = KIND_OF[path.slice(-2).join('.')] ?? KIND_OF[path.at(-1) ?? ''];
      const fits = prefix === undefined || value === null || String(value).startsWith(prefix);
      return fits ? [] : [`${operationId} ${path.join('.')}: ${value}`];
    }),
  );
  assert.deepEqual(wrong, []);
});

test('guesses nothing about a network', () => {
  const reserved = ['country_code', 'asn', 'organization', 'is_vpn', 'is_proxy', 'is_tor', 'is_hosting'];
  const shown = examples().flatMap(({ example }) =>
    fieldsIn(example).filter(({ path }) => reserved.includes(path.at(-1) ?? '')),
  );
  assert.ok(shown.length >= 3 * reserved.length);
  assert.deepEqual(
    shown.filter(({ value }) => value !== null),
    [],
  );
});

test('shows for each webhook type an event that fires it', () => {
  const weights = new Map(SIGNALS.map(({ code, weight }) => [code as string, weight]));
  for (const type of Object.keys(document.webhooks)) {
    const { risk } = webhookExample(type).data as {
      risk: { score: number; level: string; decision: string; signals: { code: string; weight: number }[] } | null;
    };
    if (risk === null) continue;
    assert.equal(
      risk.score,
      risk.signals.reduce((sum, { weight }) => sum + weight, 0),
      type,
    );
    for (const { code, weight } of risk.signals) assert.equal(weight, weights.get(code), `${type} ${code}`);
    assert.equal(risk.level, levelOf(risk.score), type);
    const word = /^decision\.(\w+)$/.exec(type)?.[1];
    if (word !== undefined) assert.equal(risk.decision, word, type);
    const announced = SIGNALS.find(({ webhook }) => webhook === type);
    if (announced !== undefined)
      assert.ok(
        risk.signals.some(({ code }) => code === announced.code),
        `the example of ${type} lacks ${announced.code}: add it to src/http/server/openapi-webhook-examples.ts`,
      );
  }
  assert.equal(webhookExample('device.trusted').data.is_trusted, true);
  assert.equal(webhookExample('device.trust_revoked').data.is_trusted, false);
  for (const type of ['outcome.created', 'outcome.updated'])
    assert.equal((webhookExample(type).data.outcome as Json).is_current, true, type);
});

/** What is wrong only because the ids, passwords and codes of the examples belong to nothing. */
const NAMES_NOTHING = [
  'unknown_event',
  'unknown_member',
  'unknown_channel',
  'link_spent',
  'no_mail_server',
  'wrong_password',
];

/** The path and query that the document shows, with the ids of what exists. */
function exampleUrl(path: string, parameters: readonly Parameter[], existing: Readonly<Record<string, string>>) {
  const found = parameters.map((one) => ({ ...one, example: existing[one.name] ?? one.example }));
  const query = exampleQuery(found).map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return [examplePath(path, found), ...(query.length === 0 ? [] : [query.join('&')])].join('?');
}

test('every request can be sent as shown', async () => {
  const { id, device } = (
    await server.event(server.keys.test.secret, { event: 'login', account: { id: 'u_1' } })
  ).json().data as { id: string; device: { id: string } };
  const existing: Record<string, string> = {
    env: server.environments.test.id,
    event: id,
    event_id: id,
    device: device.id,
    other: device.id,
  };
  const refused: string[] = [];
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { requestBody, security, operationId, parameters = [] }] of Object.entries(methods)) {
      // Its session sends the other requests.
      if (operationId === 'logOut') continue;
      const url = exampleUrl(path, parameters, existing);
      const token = security.some((kind) => 'session' in kind) ? server.sessions.owner : server.keys.test.secret;
      const response = await server.request({
        method: method.toUpperCase() as 'POST',
        url,
        ...(security.length === 0 ? {} : { headers: { authorization: `Bearer ${token}` } }),
        ...(requestBody === undefined ? {} : { payload: requestBody.content[JSON_TYPE]?.example as object }),
      });
      const codes =
        response.statusCode === 422 ? response.json().errors.map((issue: { code: string }) => issue.code) : [];
      const isUnderstood = response.statusCode !== 400 && (security.length === 0 || response.statusCode !== 401);
      if (codes.some((code: string) => !NAMES_NOTHING.includes(code)) || !isUnderstood)
        refused.push(`${operationId}: ${response.body}`);
    }
  assert.deepEqual(refused, []);
});

test('names the kind of every id in a path', () => {
  const inPaths = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters = [] }) => parameters.map((one) => ({ operationId, ...one })))
    .filter((one) => one.in === 'path');
  const other = { externalAccountId: /^u_1$/, n: /^1$/ } as Record<string, RegExp>;
  const wrong = inPaths.filter(({ name, example }) => !(other[name] ?? /^[a-z_]+_[0-9a-z]{26}$/).test(String(example)));
  assert.deepEqual(wrong, []);
});

test('links every list to its own first page', () => {
  const wrong = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const example = get?.responses[200]?.content?.[JSON_TYPE]?.example as { links?: { first: string } } | undefined;
    if (example?.links === undefined) return [];
    const first = `${examplePath(path, get?.parameters ?? [])}?limit=25`;
    return example.links.first === first ? [] : [`${path}: ${example.links.first}`];
  });
  assert.deepEqual(wrong, []);
});
