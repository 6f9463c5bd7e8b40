// The OpenAPI document: free of lint errors, complete, and consistent with the route table.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { apiPage, type OpenApiDocument } from '../../scripts/build-api-docs.ts';
import { METHODS } from '../../src/http/server/route-table.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const LINTER = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

let server: TestServer;
let document: { openapi: string; paths: Record<string, Record<string, Operation>> };
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
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (Number(status) >= 400) assert.deepEqual(Object.keys(content ?? {}), ['application/problem+json']);
    }
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    assert.deepEqual(inPath, named, path);
  }
});

test('does not describe HEAD, and its page loads nothing from other hosts', async () => {
  assert.ok(Object.values(document.paths).every((operations) => operations.head === undefined));
  const page = await server.request({ url: '/docs' });
  assert.doesNotMatch(page.body, /(?:src|href)="(?:https?:)?\/\//);
});

test('docs/api.md is up to date', () => {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  assert.equal(
    page,
    apiPage(document as unknown as OpenApiDocument),
    'run: node --import tsx scripts/build-api-docs.ts',
  );
});
