// Tests that all schemas compile: the service compiles them only when they are first needed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import Fastify from 'fastify';
import { SCHEMA_OPTIONS } from '../../src/http/input/schema-issues.ts';
import { lazyCompilers } from '../../src/http/server/lazy-compilers.ts';
import { startTestServer } from './test-server.ts';

test('the schemas of every route compile', async () => {
  const server = await startTestServer();
  const shared = server.app.getSchemas();
  const validator = AjvCompiler()(shared as never, { customOptions: SCHEMA_OPTIONS }) as (route: object) => unknown;
  const serializer = SerializerSelector()(shared);
  let compiled = 0;
  for (const { method, path, query, body, responses } of server.app.routeTable) {
    for (const schema of [query, body].filter((part) => part !== undefined)) {
      assert.equal(typeof validator({ schema }), 'function', `${method} ${path}`);
      compiled += 1;
    }
    for (const [httpStatus, response] of Object.entries(responses)) {
      if (response.body === undefined || response.type !== undefined) continue;
      assert.equal(typeof serializer({ schema: response.body, method, url: path, httpStatus }), 'function', path);
      compiled += 1;
    }
  }
  assert.ok(compiled > 150, `${compiled} schemas`);
  await server.close();
});

test('a schema is compiled at the start for one address, else with the first request, and once', async () => {
  const reads = { eager: 0, lazy: 0 };
  const schemaOf = (name: keyof typeof reads) => ({
    type: 'object',
    get required() {
      reads[name] += 1;
      return ['n'];
    },
    properties: { n: { type: 'integer' } },
  });
  const app = Fastify({ schemaController: lazyCompilers('/eager') });
  for (const name of ['eager', 'lazy'] as const) {
    const schema = {
      body: schemaOf(name),
      response: { 200: { type: 'object', properties: { n: { type: 'integer' } } } },
    };
    app.post(`/${name}`, { schema }, async () => ({ n: 1, secret: 2 }));
  }
  await app.ready();
  const before = { ...reads };
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  for (const url of ['/eager', '/lazy', '/lazy']) {
    assert.deepEqual((await post(url, { n: 1 })).json(), { n: 1 });
    const rejected = await post(url, { n: 'x' });
    assert.equal(rejected.statusCode, 400);
    assert.match(rejected.json().message, /body\/n must be integer/);
  }
  assert.equal(reads.eager, before.eager, 'nothing was left to compile');
  assert.ok(reads.lazy > before.lazy, 'the other schema was compiled by a request');
  const after = reads.lazy;
  await post('/lazy', { n: 1 });
  assert.equal(reads.lazy, after, 'once');
  await app.close();
});
