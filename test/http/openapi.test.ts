// The OpenAPI document: free of lint errors, complete, and consistent with the route table.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { SIGNAL_NAMES } from '../../src/devices/signal-names.ts';
import { METHODS } from '../../src/http/server/route-table.ts';
import { WEBHOOK_TYPES } from '../../src/vocabulary/words.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const LINTER = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

interface Body {
  $ref?: string;
  content?: Record<string, { example?: unknown }>;
}
interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
}
interface Operation {
  operationId: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string }[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

let server: TestServer;
let document: {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, Body> };
};
before(async () => {
  server = await startTestServer();
  document = (await server.request({ url: '/openapi.json' })).json();
});
after(() => server.close());

/** Lints a document in a separate process, without network access. */
async function lint(text: string): Promise<{ totals: { errors: number; warnings: number }; problems: object[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-openapi-'));
  try {
    const path = join(folder, 'openapi.json');
    writeFileSync(path, text);
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const run = promisify(execFile)(process.execPath, [LINTER, 'lint', path, '--format=json'], {
      env,
      maxBuffer: 1 << 26,
    });
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    return JSON.parse(stdout.slice(stdout.indexOf('{')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('has no lint errors or warnings, and the linter can find some', async () => {
  const result = await lint(JSON.stringify(document));
  assert.deepEqual(result.problems, []);
  const { paths } = structuredClone(document);
  const broken = await lint(JSON.stringify({ ...document, paths: { ...paths, '/v1/x/{id}': paths['/v1/events'] } }));
  assert.ok(broken.totals.errors > 0);
});

test('every list has links and meta', () => {
  const resolved = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined
      ? schema
      : (document.components.schemas[schema.$ref.replace('#/components/schemas/', '')] as JsonSchema);
  let lists = 0;
  for (const [path, { get }] of Object.entries(document.paths)) {
    const content = get?.responses['200']?.content?.['application/json'] as { schema?: JsonSchema } | undefined;
    if (content?.schema === undefined) continue;
    const { properties = {} } = resolved(content.schema);
    if (properties.data === undefined || resolved(properties.data).type !== 'array') continue;
    lists += 1;
    assert.deepEqual(Object.keys(properties), ['data', 'links', 'meta'], path);
    const parameters = (get?.parameters ?? []).map(({ name }) => name);
    assert.ok(parameters.includes('limit') && parameters.includes('cursor'), path);
  }
  assert.ok(lists > 20, `${lists} lists`);
});

test('describes every route of the table and nothing else', () => {
  assert.equal(document.openapi, '3.1.0');
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  const declared = server.app.routeTable.map(({ method, path, operationId }) => `${method} ${path} ${operationId}`);
  assert.deepEqual(described.sort(), declared.sort());
  assert.equal(new Set(server.app.routeTable.map(({ operationId }) => operationId)).size, declared.length);
});

test('credentials, statuses and parameters match the declarations', () => {
  const schemes = { public: 'public_key', secret: 'secret_key', session: 'session' } as const;
  for (const { method, path, credentials, responses } of server.app.routeTable) {
    assert.ok(METHODS.includes(method));
    const operation = document.paths[path]?.[method.toLowerCase()];
    assert.ok(operation !== undefined);
    const kinds = credentials === 'none' ? [] : credentials.map((kind) => ({ [schemes[kind]]: [] }));
    assert.deepEqual(operation.security, kinds, path);
    for (const status of Object.keys(responses))
      assert.ok(operation.responses[status] !== undefined, `${path} ${status}`);
    for (const [status, { $ref }] of Object.entries(operation.responses)) {
      const content = document.components.responses[$ref?.split('/').at(-1) ?? '']?.content;
      if (Number(status) >= 400) assert.deepEqual(Object.keys(content ?? {}), ['application/problem+json']);
    }
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    assert.deepEqual(inPath, named, path);
  }
});

test('does not describe HEAD, and its console loads nothing from other hosts', async () => {
  assert.ok(Object.values(document.paths).every((operations) => operations.head === undefined));
  const page = await server.request({ url: '/docs/console' });
  assert.doesNotMatch(page.body, /(?:src|href)="(?:https?:)?\/\//);
});

test('has a description and valid examples for every operation and all webhook types', () => {
  const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((methods) =>
    Object.values(methods),
  );
  assert.deepEqual(Object.keys(document.webhooks).toSorted(), [...WEBHOOK_TYPES].toSorted());
  const lacking = operations.flatMap(({ operationId, description, requestBody, responses }) => {
    const bodies = [
      requestBody,
      ...Object.entries(responses).flatMap(([status, body]) => (status < '300' ? [body] : [])),
    ];
    const media = bodies.flatMap((body) => body?.content?.['application/json'] ?? []);
    return [
      ...((description ?? '').length < 20 ? [`${operationId}: description`] : []),
      ...media.filter(({ example }) => example === undefined).map(() => `${operationId}: example`),
    ];
  });
  assert.deepEqual(lacking, []);
  assert.ok(operations.length > 70);
});

test('types signals with every key that the SDK and recognition know', () => {
  const { properties } = document.components.schemas.ClientSignals as { properties: Record<string, unknown> };
  const derived = new Set([
    'os_family',
    'browser_family',
    'gpu_vendor',
    'gpu_renderer',
    'gpu_driver',
    'color_depth',
    'architecture',
    'model',
    'screen_available',
    'pixel_ratio',
    'browser_version',
    'os_version',
    'network',
  ]);
  const missing = SIGNAL_NAMES.filter((name) => !derived.has(name) && !Object.hasOwn(properties, name));
  assert.deepEqual(missing, []);
});

test('types every signal as possibly null, as events may send it', async () => {
  const { properties = {} } = document.components.schemas.ClientSignals as JsonSchema;
  const required = ([name, schema]: [string, JsonSchema]): string[] => [
    ...([schema.type].flat().includes('null') ? [] : [name]),
    ...Object.entries(schema.properties ?? {}).flatMap(([inner, one]) => required([`${name}.${inner}`, one])),
  ];
  assert.deepEqual(Object.entries(properties).flatMap(required), []);
  const signals = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));
  const response = await server.event(server.keys.test.secret, { event: 'login', account: { id: 'nulls' }, signals });
  assert.equal(response.statusCode, 201, response.body);
});

test('gives errors an example with a request id like those of the service', async () => {
  const { body } = await server.request({ url: '/v1/none' });
  const form = (id: string) => id.replaceAll(/[0-9a-f]/g, 'x');
  for (const { content } of Object.values(document.components.responses)) {
    const { example } = (content?.['application/problem+json'] ?? {}) as { example?: { request_id: string } };
    assert.equal(form(example?.request_id ?? ''), form(JSON.parse(body).request_id));
  }
});

test('conforms to the schema of OpenAPI 3.1, by a second validator', async () => {
  const result = await new Validator().validate(structuredClone(document));
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(result.valid, true);
  const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: 'none' } } } };
  assert.equal((await new Validator().validate(broken)).valid, false);
});
