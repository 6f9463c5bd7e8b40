// CORS: which origins may read which responses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestResponse, type TestServer } from './test-server.ts';

const SHOP = 'https://shop.example';
const EVIL = 'https://evil.example';
const LOGIN = { event: 'login', account: { id: 'u_1' } };

let open: TestServer;
let listed: TestServer;
before(async () => {
  open = await startTestServer();
  listed = await startTestServer({ settings: { allowedOrigins: [SHOP] } });
});
after(async () => {
  await open.close();
  await listed.close();
});

const corsOf = ({ headers }: TestResponse) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const from = (origin: string) => ({ headers: { origin } });

test('an allowed origin may read the response; no credentials flag is sent', async () => {
  for (const [server, key] of [
    [open, open.keys.test.public],
    [listed, listed.keys.live.public],
  ] as const) {
    const response = await server.event(key, LOGIN, from(SHOP));
    assert.equal(response.statusCode, 201, response.body);
    assert.equal(response.headers['access-control-allow-origin'], SHOP);
    assert.equal(response.headers.vary, 'Origin');
    assert.equal(response.headers['access-control-allow-credentials'], undefined);
  }
});

const OTHERS = [EVIL, 'null', `${SHOP}.evil.example`, `${SHOP}/`, 'http://shop.example', `${SHOP}:444`];

test('a list allows exactly its origins', async () => {
  for (const key of [listed.keys.test.public, listed.keys.live.secret]) {
    for (const origin of OTHERS) {
      const response = await listed.event(key, LOGIN, from(origin));
      assert.equal(response.statusCode, 403, `${origin} ${response.body}`);
      assert.equal(response.json().code, 'origin_not_allowed');
      assert.deepEqual(corsOf(response), []);
    }
    assert.equal((await listed.event(key, LOGIN)).statusCode, 201, 'without an Origin the client is not a browser');
  }
});

test('an empty list allows any origin, in test and in live', async () => {
  for (const key of [open.keys.test.public, open.keys.live.public]) {
    for (const origin of OTHERS) {
      const response = await open.event(key, LOGIN, from(origin));
      assert.equal(response.statusCode, 201, `${origin} ${response.body}`);
      assert.equal(response.headers['access-control-allow-origin'], origin);
    }
  }
});

test('an allowed origin may read error responses', async () => {
  const key = listed.keys.live.public;
  const cases: [number, Promise<TestResponse>][] = [
    [400, listed.event(key, '{', from(SHOP))],
    [413, listed.event(key, ' '.repeat(300_000), from(SHOP))],
    [415, listed.event(key, LOGIN, { headers: { origin: SHOP, 'content-type': 'text/plain' } })],
    [422, listed.event(key, { event: 1 }, from(SHOP))],
  ];
  for (const [status, pending] of cases) {
    const response = await pending;
    assert.equal(response.statusCode, status);
    assert.equal(response.headers['access-control-allow-origin'], SHOP);
  }
  const unknown = await listed.event('pub_live_x', LOGIN, from(SHOP));
  assert.equal(unknown.statusCode, 401);
  assert.deepEqual(corsOf(unknown), [], 'an invalid key has no environment and so no origins');
});

test('accepts a preflight for ingestion and for no other route', async () => {
  const headers = {
    origin: EVIL,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };
  const response = await open.request({ method: 'OPTIONS', url: '/v1/events', headers });
  assert.equal(response.statusCode, 204);
  assert.equal(response.headers['access-control-allow-origin'], '*');
  assert.equal(response.headers['access-control-allow-methods'], 'POST');
  assert.match(
    String(response.headers['access-control-allow-headers']),
    /authorization.*content-type.*idempotency-key/,
  );
  assert.equal(response.headers['access-control-allow-credentials'], undefined);
  for (const { path } of open.app.routeTable.filter(({ path }) => path !== '/v1/events')) {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    const other = await open.request({ method: 'OPTIONS', url, headers });
    assert.equal(other.statusCode, 401, url);
    assert.deepEqual(corsOf(other), []);
  }
});

test('no other route sends a CORS header, with any credential', async () => {
  for (const { method, path } of open.app.routeTable.filter(({ path }) => path !== '/v1/events')) {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    for (const token of [open.keys.test.secret, open.sessions.owner, 'x']) {
      const headers = { origin: SHOP, authorization: `Bearer ${token}` };
      assert.deepEqual(corsOf(await open.request({ method, url, headers })), [], `${method} ${path}`);
    }
  }
});

test('rejects a simple cross-site form post', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const response = await open.request({
      method: 'POST',
      url: '/v1/events',
      headers: { origin: EVIL, 'content-type': type },
      payload: JSON.stringify(LOGIN),
    });
    assert.equal(response.statusCode, 401);
  }
});
