// What a declaration does, on routes made for the purpose: roles, queries, bodies, serialisers, streams.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import Type from 'typebox';
import { PAGE_PARAMETERS } from '../../src/http/lists/paging.ts';
import { closed, nullable, oneOf, time } from '../../src/http/schemas/schema.ts';
import {
  declaredErrorStatuses,
  type RequestContext,
  type Route,
  type RouteResponse,
  route,
} from '../../src/http/server/route-table.ts';
import { Failure } from '../../src/vocabulary/failure.ts';
import { DECISIONS, ROLES } from '../../src/vocabulary/words.ts';
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
const anything = { 200: { description: 'x', body: Type.Object({}, { additionalProperties: true }) } };
const echo = ({ query, body, params }: RequestContext): RouteResponse => ({
  status: 200,
  body: { query, body, params },
});

const table = (): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/v1/list/{name}',
    operationId: 'list',
    permission: 'read',
    query: List,
    params: closed({ name: Type.String() }),
    responses: { 200: { ...anything[200], streamed: 'application/x-ndjson' } },
    handler: streamOrEcho,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/v1/rules',
    operationId: 'rule',
    permission: 'change_policy',
    body: Rule,
    responses: anything,
    handler: echo,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/v1/trust',
    operationId: 'trust',
    permission: 'trust_device',
    responses: anything,
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
    responses: anything,
    handler: fail,
  }),
];

function streamOrEcho(ask: RequestContext): RouteResponse {
  if (ask.http.headers.accept !== 'application/x-ndjson') return echo(ask);
  return { status: 200, type: 'application/x-ndjson', body: Readable.from(['{"n":1}\n', '{"n":2}\n']) };
}

function fail({ params }: RequestContext): never {
  if ((params as { how: string }).how === 'busy') throw new Failure('unavailable', 'storage_busy', 'Storage is busy.');
  throw Object.assign(new Error('the password is hunter2'), { statusCode: 500 });
}

let server: TestServer;
before(async () => {
  server = await startTestServer({ table });
});
after(() => server.close());

const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, token: string, payload?: unknown, headers: object = {}) =>
  server.ask({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    payload: payload === undefined ? undefined : typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const places = (answer: { json(): { errors?: { pointer: string; code: string }[] } }) =>
  (answer.json().errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort();

test('a role that does not allow the action is 403, before the body is looked at; a key has no role', async () => {
  const answers = await Promise.all(ROLES.map((role) => ask('POST', '/v1/rules', server.sessions[role], '{')));
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [400, 400, 403, 403],
  );
  assert.equal(answers[3]?.json().code, 'role_not_allowed');
  assert.equal((await ask('POST', '/v1/rules', server.keys.test.secret, '{')).statusCode, 400);
  assert.equal((await ask('POST', '/v1/trust', server.sessions.analyst)).statusCode, 200);
  assert.equal((await ask('POST', '/v1/trust', server.sessions.viewer)).statusCode, 403);
});

test('query parameters are read as their schema says and not otherwise', async () => {
  const get = (query: string) => ask('GET', `/v1/list/x?${query}`, server.keys.test.secret);
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
    const answer = await get(query);
    assert.equal(answer.statusCode, 422, `${query} ${answer.body}`);
    assert.deepEqual(places(answer), expected, query);
  }
});

test('path parameters arrive decoded: slashes, emoji, quotes and 255 code points of them', async () => {
  for (const name of ['a/b', '😀'.repeat(255), "'; --", 'a b', '%', 'ü'.normalize('NFD')]) {
    const answer = await ask('GET', `/v1/list/${encodeURIComponent(name)}`, server.keys.test.secret);
    assert.equal(answer.json().params?.name, name, answer.body);
  }
});

test('bodies: unknown fields, lengths in code points, null only where it is declared', async () => {
  const post = (body: unknown) => ask('POST', '/v1/rules', server.keys.test.secret, body);
  assert.deepEqual((await post({ name: '😀😀😀', note: null })).json().body, { name: '😀😀😀', note: null });
  assert.deepEqual(places(await post({ name: '😀😀😀😀', other: 1 })), ['/name too_long', '/other unknown_field']);
  assert.deepEqual(places(await post({ name: null, note: 5 })), ['/name wrong_type', '/note wrong_type']);
  assert.equal(
    (await post({ name: 'x', note: 'y'.repeat(70_000) })).statusCode,
    413,
    '64 KiB unless a route says otherwise',
  );
});

test('a route without a body takes none, however politely it is sent', async () => {
  for (const [payload, status] of [
    [undefined, 200],
    ['', 200],
    [{}, 200],
    [{ a: 1 }, 422],
    ['[1]', 422],
    ['{', 400],
  ] as const) {
    assert.equal(
      (await ask('POST', '/v1/trust', server.keys.test.secret, payload)).statusCode,
      status,
      JSON.stringify(payload),
    );
  }
  const removed = await ask('DELETE', '/v1/rules', server.keys.test.secret, '');
  assert.equal(removed.statusCode, 204);
  assert.equal(removed.body, '');
  assert.equal(removed.headers['content-type'], undefined);
});

test('what a shape does not name is never sent', async () => {
  assert.equal((await ask('GET', '/v1/leak', server.keys.test.secret)).body, '{"shown":"a"}');
});

test('a stream goes out as it is made', async () => {
  const answer = await ask('GET', '/v1/list/x', server.keys.test.secret, undefined, { accept: 'application/x-ndjson' });
  assert.equal(answer.body, '{"n":1}\n{"n":2}\n');
});

test('storage that cannot answer is 503 with a time; what nobody foresaw is 500 and says nothing', async () => {
  const busy = await ask('GET', '/v1/fail/busy', server.keys.test.secret);
  assert.equal(busy.statusCode, 503);
  assert.equal(busy.headers['retry-after'], '1');
  const broken = await ask('GET', '/v1/fail/odd', server.keys.test.secret);
  assert.equal(broken.statusCode, 500);
  assert.ok(!broken.body.includes('hunter2'));
  const line = server.log.map((text) => JSON.parse(text)).find(({ level }) => level === 50);
  assert.equal(line.request_id, broken.json().request_id);
  assert.match(line.error.stack, /route-table\.test/);
});

test('a declaration that forgets its permission is refused when it is made, and statuses follow from it', () => {
  const [list] = table();
  assert.throws(() => route({ ...(list as Route), permission: undefined }), /permission/);
  assert.deepEqual(declaredErrorStatuses(list as Route), [400, 401, 403, 404, 422, 500, 503]);
});
