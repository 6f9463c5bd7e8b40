// Who is let in: every route of the table against every kind of credential, and every way to disguise one (faults A01, A02, A05).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HTTPMethods } from 'fastify';
import type { CredentialKind } from '../../src/access/credential.ts';
import { credentialDigest, formatKey, formatSessionToken } from '../../src/access/credential.ts';
import { startTestServer, type TestResponse, type TestServer } from './test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const SHAPE = ['code', 'detail', 'request_id', 'status', 'title', 'type'];

function assertRefused(answer: TestResponse, code: string, label = ''): void {
  assert.equal(answer.statusCode, 401, `${label} ${answer.body}`);
  assert.equal(answer.json().code, code, label);
  assert.deepEqual(Object.keys(answer.json()).sort(), SHAPE);
  assert.equal(answer.headers['www-authenticate'], 'Bearer realm="assay"');
}

test('every route of the table refuses what it does not declare, before it looks at anything else', async () => {
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
    const ask = (headers: Record<string, string>) =>
      server.ask({
        method,
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: method === 'GET' ? undefined : '{',
      });
    assertRefused(await ask({}), 'credential_missing', label);
    assertRefused(await ask(bearer('x')), 'credential_malformed', label);
    assertRefused(await ask(bearer(formatKey('secret', 'test', new Uint8Array(16)))), 'credential_unknown', label);
    assertRefused(await ask(bearer(formatSessionToken(new Uint8Array(32)))), 'credential_unknown', label);
    for (const [kind, token] of Object.entries(tokens)) {
      const answer = await ask(bearer(token));
      if (credentials.includes(kind as CredentialKind))
        assert.notEqual(answer.statusCode, 401, `${label} with ${kind}`);
      else assertRefused(answer, 'credential_not_accepted', `${label} with ${kind}`);
    }
  }
});

test('any disguise of a key is no key', async () => {
  const key = server.keys.test.secret;
  const ask = (authorization: string) => server.ask({ url: '/v1/events/evt_x', headers: { authorization } });
  assert.equal((await ask(`Bearer ${key}`)).statusCode, 404);
  assert.equal((await ask(`bearer ${key}`)).statusCode, 404);
  assert.equal((await ask(`BEARER  ${key}`)).statusCode, 404);
  const disguises = [
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
  for (const disguise of disguises) assertRefused(await ask(disguise), 'credential_malformed', disguise.slice(0, 60));
});

test('a credential anywhere but in the header is none', async () => {
  const key = server.keys.test.secret;
  for (const request of [
    { url: `/v1/events/evt_x?access_token=${key}` },
    { url: '/v1/events/evt_x', headers: { cookie: `token=${key}; session=${server.sessions.owner}` } },
    { url: '/v1/events/evt_x', headers: { 'x-api-key': key, 'proxy-authorization': `Bearer ${key}` } },
  ]) {
    assertRefused(await server.ask(request), 'credential_missing');
  }
});

test('a revoked key and an ended session are refused on the next request', async () => {
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
  assert.equal((await server.ask({ url: '/v1/events/evt_x', headers: bearer(text) })).statusCode, 404);
  await server.context.store.tenants.revokeKey(id, Date.now());
  assertRefused(await server.ask({ url: '/v1/events/evt_x', headers: bearer(text) }), 'credential_unknown');
  const session = await server.context.store.sessions.findSession(credentialDigest(server.sessions.viewer));
  assert.ok(session !== null);
  await server.context.store.sessions.endSession(session.session.id);
  assertRefused(
    await server.ask({ url: '/v1/events/evt_x', headers: bearer(server.sessions.viewer) }),
    'credential_unknown',
  );
});

test('unknown paths and methods say nothing to strangers, 404 or 405 to those inside', async () => {
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
    '/v1/%zz',
    '/v1/events/%ff',
    '/v2/events',
    '/.env',
    '/v1/events%2fevt_x',
  ];
  for (const url of paths) {
    assertRefused(await server.ask({ method: 'GET', url }), 'credential_missing', url);
    for (const token of [server.keys.test.secret, server.sessions.owner]) {
      const answer = await server.ask({ method: 'GET', url, headers: bearer(token) });
      assert.equal(answer.statusCode, 404, `${url} ${answer.body}`);
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
    const stranger = await server.ask({ method: method as 'GET', url });
    assert.equal(stranger.statusCode, 401, `${method} ${url}`);
    const known = await server.ask({ method: method as 'GET', url, headers: bearer(server.keys.test.secret) });
    assert.equal(known.statusCode, 405, `${method} ${url}`);
    assert.equal(known.headers.allow, allow);
  }
});

test('HEAD is answered by the rules of GET, and without a body', async () => {
  const { id } = (await server.event(server.keys.test.public, { event: 'login', account: { id: 'u' } })).json().data;
  const url = `/v1/events/${id}`;
  const got = await server.ask({ url, headers: bearer(server.keys.test.secret) });
  const head = await server.ask({ method: 'HEAD', url, headers: bearer(server.keys.test.secret) });
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  assert.equal(head.headers['content-length'], got.headers['content-length']);
  assert.equal((await server.ask({ method: 'HEAD', url })).statusCode, 401);
  assert.equal((await server.ask({ method: 'HEAD', url, headers: bearer(server.keys.test.public) })).statusCode, 401);
  assert.equal(
    (await server.ask({ method: 'HEAD', url, headers: bearer(server.foreign.test.secret) })).statusCode,
    403,
  );
});

test('method overrides are not listened to', async () => {
  for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
    const answer = await server.ask({
      method: 'POST',
      url: '/v1/events/evt_x',
      headers: { ...bearer(server.keys.test.secret), [header]: 'GET' },
    });
    assert.equal(answer.statusCode, 405);
  }
});

test('an unknown query parameter is refused by name', async () => {
  const answer = await server.ask({ url: '/v1/events/evt_x?limit=5&%00=1', headers: bearer(server.keys.test.secret) });
  assert.equal(answer.statusCode, 422);
  assert.deepEqual(
    answer.json().errors.map((place: { code: string }) => place.code),
    ['unknown_parameter', 'unknown_parameter'],
  );
});
