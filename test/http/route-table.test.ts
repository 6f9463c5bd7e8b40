// Route declarations, with routes defined for the test: roles, queries, bodies, serializers, streams.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import Type from 'typebox';
import { PAGE_PARAMETERS } from '../../src/http/lists/paging.ts';
import { closed, nullable, oneOf, time } from '../../src/http/schemas/schema.ts';
import { declaredErrorStatuses, type RequestContext, type Route, route } from '../../src/http/server/route-table.ts';
import { Failure } from '../../src/vocabulary/failure.ts';
import { DECISIONS, ROLES } from '../../src/vocabulary/words.ts';
import { issues } from './requests.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const List = closed({
  ...PAGE_PARAMETERS,
  decision: Type.Optional(Type.Array(oneOf(DECISIONS), { maxItems: 4 })),
  trusted: Type.Optional(Type.Boolean()),
  from: Type.Optional(time()),
});
const Rule = closed({
  name: Type.String({ minLength: 1, maxLength: 3 }),
  note: Type.Optional(nullable(Type.String())),
});
const common = { tag: 'Service' as const, summary: 'x', credentials: ['session', 'secret'] as const };
const anyBody = { 200: { description: 'x', body: Type.Object({}, { additionalProperties: true }) } };
const echo = ({ query, body, params }: RequestContext) => ({ status: 200 as const, body: { query, body, params } });

const testRoutes = (): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/v1/list/{name}',
    operationId: 'list',
    permission: 'read',
    query: List,
    params: closed({ name: Type.String() }),
    responses: { 200: { ...anyBody[200], streamed: ['application/x-ndjson'] } },
    handler: streamOrEcho,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/v1/rules',
    operationId: 'rule',
    permission: 'change_policy',
    body: Rule,
    responses: anyBody,
    handler: echo,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/v1/trust',
    operationId: 'trust',
    permission: 'trust_device',
    responses: anyBody,
    handler: echo,
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/v1/rules',
    operationId: 'remove',
    permission: 'change_policy',
    responses: { 204: { description: 'x' } },
    handler: () => ({ status: 204 }),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/v1/leak',
    operationId: 'leak',
    permission: 'read',
    responses: { 200: { description: 'x', body: closed({ shown: Type.String() }) } },
    handler: () => ({ status: 200, body: { shown: 'a', secret: 'b' } }),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/v1/fail/{how}',
    operationId: 'fail',
    permission: 'read',
    params: closed({ how: Type.String() }),
    responses: anyBody,
    handler: fail,
  }),
];

function streamOrEcho(request: RequestContext) {
  if (request.http.headers.accept !== 'application/x-ndjson') return echo(request);
  const body = Readable.from(['{"n":1}\n', '{"n":2}\n']);
  return { status: 200 as const, type: 'application/x-ndjson', body };
}

function fail({ params }: RequestContext): never {
  if ((params as { how: string }).how === 'busy')
    throw new Failure('unavailable', 'storage_unavailable', 'Storage is busy.');
  throw Object.assign(new Error('the password is hunter2'), { statusCode: 500 });
}

let server: TestServer;
before(async () => {
  server = await startTestServer({ routes: testRoutes });
});
after(() => server.close());

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, token: string, payload?: unknown, headers: object = {}) =>
  server.request({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    payload: payload === undefined ? undefined : typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
test('a role without the permission is 403 before the body is read; a key has no role', async () => {
  const responses = await Promise.all(ROLES.map((role) => send('POST', '/v1/rules', server.sessions[role], '{')));
  assert.deepEqual(
    responses.map(({ statusCode }) => statusCode),
    [400, 400, 403, 403],
  );
  assert.equal(responses[3]?.json().code, 'role_not_allowed');
  assert.equal((await send('POST', '/v1/rules', server.keys.test.secret, '{')).statusCode, 400);
  assert.equal((await send('POST', '/v1/trust', server.sessions.analyst)).statusCode, 200);
  assert.equal((await send('POST', '/v1/trust', server.sessions.viewer)).statusCode, 403);
});

test('query parameters are converted as their schema declares', async () => {
  const get = (query: string) => send('GET', `/v1/list/x?${query}`, server.keys.test.secret);
  assert.deepEqual(
    (await get('limit=5&decision=allow&decision=block&trusted=true&from=2026-03-01T00:00:00Z')).json().query,
    {
      limit: 5,
      decision: ['allow', 'block'],
      trusted: true,
      from: '2026-03-01T00:00:00Z',
    },
  );
  assert.deepEqual((await get('decision=allow')).json().query, { decision: ['allow'] });
  const cases: [string, string[]][] = [
    ['limit=0', ['limit out_of_range']],
    ['limit=101', ['limit out_of_range']],
    ['limit=-1', ['limit out_of_range']],
    ['limit=1e9', ['limit wrong_type']],
    ['limit=1.5', ['limit wrong_type']],
    ['limit=1e2', ['limit wrong_type']],
    ['limit=05', ['limit wrong_type']],
    ['limit=%2B5', ['limit wrong_type']],
    ['limit=', ['limit wrong_type']],
    ['limit=5&limit=6', ['limit wrong_type']],
    ['limit=99999999999999999999', ['limit wrong_type']],
    ['cursor=', ['cursor too_short']],
    ['decision=deny&decision=allow', ['decision not_allowed']],
    ['trusted=1', ['trusted wrong_type']],
    ['from=yesterday', ['from bad_format']],
    [
      'Limit=5&limit[]=5&__proto__=1',
      ['Limit unknown_parameter', '__proto__ unknown_parameter', 'limit[] unknown_parameter'],
    ],
    ['cursor=%00', ['cursor bad_text']],
  ];
  for (const [query, expected] of cases) {
    const response = await get(query);
    assert.equal(response.statusCode, 422, `${query} ${response.body}`);
    assert.deepEqual(issues(response), expected, query);
  }
});

test('path parameters are decoded: slashes, emoji, quotes, 255 code points', async () => {
  for (const name of ['a/b', '😀'.repeat(255), "'; --", 'a b', '%', 'ü'.normalize('NFD')]) {
    const response = await send('GET', `/v1/list/${encodeURIComponent(name)}`, server.keys.test.secret);
    assert.equal(response.json().params?.name, name, response.body);
  }
});

test('bodies: unknown fields, lengths in code points, null only where declared', async () => {
  const post = (body: unknown) => send('POST', '/v1/rules', server.keys.test.secret, body);
  assert.deepEqual((await post({ name: '😀😀😀', note: null })).json().body, { name: '😀😀😀', note: null });
  assert.deepEqual(issues(await post({ name: '😀😀😀😀', other: 1 })), ['/name too_long', '/other unknown_field']);
  assert.deepEqual(issues(await post({ name: null, note: 5 })), ['/name wrong_type', '/note wrong_type']);
  assert.equal(
    (await post({ name: 'x', note: 'y'.repeat(70_000) })).statusCode,
    413,
    '64 KiB unless the route declares another limit',
  );
});

test('a route without a body accepts none except an empty object', async () => {
  for (const [payload, status] of [
    [undefined, 200],
    ['', 200],
    [{}, 200],
    [{ a: 1 }, 422],
    ['[1]', 422],
    ['[]', 422],
    ['null', 422],
    ['{', 400],
  ] as const) {
    assert.equal(
      (await send('POST', '/v1/trust', server.keys.test.secret, payload)).statusCode,
      status,
      JSON.stringify(payload),
    );
  }
  const removed = await send('DELETE', '/v1/rules', server.keys.test.secret, '');
  assert.equal(removed.statusCode, 204);
  assert.equal(removed.body, '');
  assert.equal(removed.headers['content-type'], undefined);
});

test('a field that the schema does not name is never sent', async () => {
  assert.equal((await send('GET', '/v1/leak', server.keys.test.secret)).body, '{"shown":"a"}');
});

test('a stream is sent as it is produced', async () => {
  const response = await send('GET', '/v1/list/x', server.keys.test.secret, undefined, {
    accept: 'application/x-ndjson',
  });
  assert.equal(response.body, '{"n":1}\n{"n":2}\n');
});

test('unavailable storage is 503 with Retry-After, an unexpected error 500 without details', async () => {
  const busy = await send('GET', '/v1/fail/busy', server.keys.test.secret);
  assert.equal(busy.statusCode, 503);
  assert.equal(busy.headers['retry-after'], '1');
  const broken = await send('GET', '/v1/fail/odd', server.keys.test.secret);
  assert.equal(broken.statusCode, 500);
  assert.ok(!broken.body.includes('hunter2'));
  const line = server.log.map((text) => JSON.parse(text)).find(({ level }) => level === 50);
  assert.equal(line.request_id, broken.json().request_id);
  assert.match(line.error.stack, /route-table\.test/);
});

test('routes for sessions need a permission; error statuses follow from the declaration', () => {
  const [list] = testRoutes();
  assert.throws(() => route({ ...(list as Route), permission: undefined }), /permission/);
  assert.deepEqual(declaredErrorStatuses(list as Route), [400, 401, 403, 404, 422, 431, 500, 503]);
});

test('a handler whose status or body differs from the declaration does not compile', () => {
  const declaration = {
    ...common,
    method: 'GET',
    path: '/v1/typed',
    operationId: 'typed',
    permission: 'read',
  } as const;
  const responses = { 200: { description: 'x', body: closed({ name: Type.String() }) } };
  route({ ...declaration, responses, handler: () => ({ status: 200, body: { name: 'a' } }) });
  // @ts-expect-error: the declaration has a string.
  route({ ...declaration, responses, handler: () => ({ status: 200, body: { name: 1 } }) });
  // @ts-expect-error: the declaration requires a name.
  route({ ...declaration, responses, handler: () => ({ status: 200, body: {} }) });
  // @ts-expect-error: the declaration has no 201.
  route({ ...declaration, responses, handler: () => ({ status: 201, body: { name: 'a' } }) });
});
