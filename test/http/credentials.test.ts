// Authentication: every route with every kind of credential, and malformed ones.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HTTPMethods } from 'fastify';
import type { CredentialKind } from '../../src/access/credential.ts';
import { credentialDigest, formatKey, formatSessionToken } from '../../src/access/credential.ts';
import { bearer } from './requests.ts';
import { startTestServer, type TestResponse, type TestServer } from './test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const PROBLEM_FIELDS = ['code', 'detail', 'request_id', 'status', 'title', 'type'];

function assertUnauthenticated(response: TestResponse, code: string, label = ''): void {
  assert.equal(response.statusCode, 401, `${label} ${response.body}`);
  assert.equal(response.json().code, code, label);
  assert.deepEqual(Object.keys(response.json()).sort(), PROBLEM_FIELDS);
  assert.equal(response.headers['www-authenticate'], 'Bearer realm="assay"');
}

test('every route rejects credentials that it does not declare before any other check', async () => {
  const tokens: Record<CredentialKind, string> = {
    public: server.keys.test.public,
    secret: server.keys.test.secret,
    session: server.sessions.owner,
  };
  const routes = server.app.routeTable.filter(({ credentials }) => credentials !== 'none');
  assert.ok(routes.length >= 2);
  for (const { method, path, credentials } of routes) {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    const label = `${method} ${path}`;
    const send = (headers: Record<string, string>) =>
      server.request({
        method,
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: method === 'GET' ? undefined : '{',
      });
    assertUnauthenticated(await send({}), 'credential_missing', label);
    assertUnauthenticated(await send(bearer('x')), 'credential_malformed', label);
    assertUnauthenticated(
      await send(bearer(formatKey('secret', 'test', new Uint8Array(16)))),
      'credential_unknown',
      label,
    );
    assertUnauthenticated(await send(bearer(formatSessionToken(new Uint8Array(32)))), 'credential_unknown', label);
    for (const [kind, token] of Object.entries(tokens)) {
      const response = await send(bearer(token));
      if (credentials.includes(kind as CredentialKind))
        assert.notEqual(response.statusCode, 401, `${label} with ${kind}`);
      else assertUnauthenticated(response, 'credential_not_accepted', `${label} with ${kind}`);
    }
  }
});

test('rejects a public key where no credential is needed, before the body', async () => {
  const routes = server.app.routeTable.filter(
    ({ credentials, path }) => credentials === 'none' && path.startsWith('/v1/'),
  );
  assert.deepEqual(routes.map(({ path }) => path).sort(), ['/v1/auth/login', '/v1/invitations/accept']);
  const keys = [server.keys.test.public, formatKey('public', 'live', new Uint8Array(16))];
  for (const { method, path } of routes) {
    const send = (authorization: string, payload = '{}') =>
      server.request({ method, url: path, headers: { authorization, 'content-type': 'application/json' }, payload });
    for (const key of keys) {
      assertUnauthenticated(await send(`Bearer ${key}`), 'credential_not_accepted', `${path} with ${key.slice(0, 8)}`);
      assertUnauthenticated(await send(`bearer ${key}`, '{'), 'credential_not_accepted', `${path} with a bad body`);
    }
    // A client may send the same credential everywhere: its secret key, or the token of an ended session.
    const { secret } = server.keys.test;
    for (const other of [
      `Bearer ${secret}`,
      `Bearer ${server.sessions.owner}`,
      `Bearer ${'x'.repeat(40)}`,
      'Basic eDp5',
    ]) {
      assert.equal((await send(other)).statusCode, 422, `${path} with ${other.slice(0, 12)}`);
    }
  }
  // Outside the API, the same key does no harm.
  const headers = { authorization: `Bearer ${keys[0]}` };
  for (const url of ['/healthz', '/readyz', '/openapi.json']) {
    assert.equal((await server.request({ method: 'GET', url, headers })).statusCode, 200, url);
  }
});

test('rejects every malformed form of a key', async () => {
  const key = server.keys.test.secret;
  const send = (authorization: string) => server.request({ url: '/v1/events/evt_x', headers: { authorization } });
  assert.equal((await send(`Bearer ${key}`)).statusCode, 404);
  assert.equal((await send(`bearer ${key}`)).statusCode, 404);
  assert.equal((await send(`BEARER  ${key}`)).statusCode, 404);
  const malformed = [
    key,
    `Basic ${key}`,
    `Bearer${key}`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key}0`,
    `Bearer ${key.toUpperCase()}`,
    `Bearer ${key} `,
    `Bearer ${key}\t`,
    `Bearer "${key}"`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer ${key} ${key}`,
    `Bearer ${'x'.repeat(12_000)}`,
    'Bearer',
    'Bearer ',
    ' ',
    `Token ${key}`,
    `Bearer ${key.replace('sec_', 'pub_')}`,
  ];
  for (const text of malformed) assertUnauthenticated(await send(text), 'credential_malformed', text.slice(0, 60));
});

test('ignores a credential outside the Authorization header', async () => {
  const key = server.keys.test.secret;
  for (const request of [
    { url: `/v1/events/evt_x?access_token=${key}` },
    { url: '/v1/events/evt_x', headers: { cookie: `token=${key}; session=${server.sessions.owner}` } },
    { url: '/v1/events/evt_x', headers: { 'x-api-key': key, 'proxy-authorization': `Bearer ${key}` } },
  ]) {
    assertUnauthenticated(await server.request(request), 'credential_missing');
  }
});

test('rejects a revoked key and an ended session on the next request', async () => {
  const text = formatKey('secret', 'test', new Uint8Array(16).fill(5));
  const id = server.context.newId('key', Date.now());
  const environmentId = server.environments.test.id;
  const key = {
    id,
    environmentId,
    kind: 'secret' as const,
    name: '',
    lastFour: '',
    createdAt: 0,
    lastUsedAt: null,
    revokedAt: null,
  };
  await server.context.store.tenants.createKey({ ...key, digest: credentialDigest(text) });
  assert.equal((await server.request({ url: '/v1/events/evt_x', headers: bearer(text) })).statusCode, 404);
  await server.context.store.tenants.revokeKey(id, Date.now());
  assertUnauthenticated(await server.request({ url: '/v1/events/evt_x', headers: bearer(text) }), 'credential_unknown');
  const session = await server.context.store.sessions.find(credentialDigest(server.sessions.viewer));
  assert.ok(session !== null);
  await server.context.store.sessions.end(session.session.id);
  assertUnauthenticated(
    await server.request({ url: '/v1/events/evt_x', headers: bearer(server.sessions.viewer) }),
    'credential_unknown',
  );
});

test('unknown paths and methods are 401 without a credential, 404 or 405 with one', async () => {
  const paths = [
    '/v1',
    '/v1/',
    '//v1/events',
    '/V1/events',
    '/v1/events/',
    '/v1/events/evt_x/',
    '/v1/events;x',
    '/v1/nothing',
    '/nothing',
    '/v2/events',
    '/.env',
    '/v1/events%2fevt_x',
  ];
  for (const url of paths) {
    assertUnauthenticated(await server.request({ method: 'GET', url }), 'credential_missing', url);
    for (const token of [server.keys.test.secret, server.sessions.owner]) {
      const response = await server.request({ method: 'GET', url, headers: bearer(token) });
      assert.equal(response.statusCode, 404, `${url} ${response.body}`);
    }
  }
  const methods: [HTTPMethods, string, string][] = [
    ['GET', '/v1/events', 'POST'],
    ['HEAD', '/v1/events', 'POST'],
    ['PUT', '/v1/events', 'POST'],
    ['DELETE', '/v1/events', 'POST'],
    ['TRACE', '/v1/events', 'POST'],
    ['OPTIONS', '/v1/events', 'POST'],
    ['PROPFIND' as HTTPMethods, '/v1/events', 'POST'],
    ['POST', '/v1/events/evt_x', 'GET, HEAD'],
    ['PATCH', '/v1/events/evt_x', 'GET, HEAD'],
    ['OPTIONS', '/v1/events/evt_x', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
  ];
  for (const [method, url, allow] of methods) {
    const anonymous = await server.request({ method: method as 'GET', url });
    assert.equal(anonymous.statusCode, 401, `${method} ${url}`);
    const authenticated = await server.request({
      method: method as 'GET',
      url,
      headers: bearer(server.keys.test.secret),
    });
    assert.equal(authenticated.statusCode, 405, `${method} ${url}`);
    assert.equal(authenticated.headers.allow, allow);
  }
});

test('HEAD follows the rules of GET and has no body', async () => {
  const { id } = (await server.event(server.keys.test.public, { event: 'login', account: { id: 'u' } })).json().data;
  const url = `/v1/events/${id}`;
  const got = await server.request({ url, headers: bearer(server.keys.test.secret) });
  const head = await server.request({ method: 'HEAD', url, headers: bearer(server.keys.test.secret) });
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  assert.equal(head.headers['content-length'], got.headers['content-length']);
  assert.equal((await server.request({ method: 'HEAD', url })).statusCode, 401);
  assert.equal(
    (await server.request({ method: 'HEAD', url, headers: bearer(server.keys.test.public) })).statusCode,
    401,
  );
  assert.equal(
    (await server.request({ method: 'HEAD', url, headers: bearer(server.foreign.test.secret) })).statusCode,
    403,
  );
});

test('ignores method override headers', async () => {
  for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
    const response = await server.request({
      method: 'POST',
      url: '/v1/events/evt_x',
      headers: { ...bearer(server.keys.test.secret), [header]: 'GET' },
    });
    assert.equal(response.statusCode, 405);
  }
});

test('rejects unknown query parameters by name', async () => {
  const response = await server.request({
    url: '/v1/events/evt_x?limit=5&%00=1',
    headers: bearer(server.keys.test.secret),
  });
  assert.equal(response.statusCode, 422);
  assert.deepEqual(
    response.json().errors.map((issue: { code: string }) => issue.code),
    ['unknown_parameter', 'unknown_parameter'],
  );
});
