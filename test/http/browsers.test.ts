// Browsers at the server: who may read what cross-origin, and that nothing else answers them (fault A10).
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

test('an allowed origin reads the answer; no credentials flag is ever sent', async () => {
  for (const [server, key] of [
    [open, open.keys.test.public],
    [listed, listed.keys.live.public],
  ] as const) {
    const answer = await server.event(key, LOGIN, from(SHOP));
    assert.equal(answer.statusCode, 201, answer.body);
    assert.equal(answer.headers['access-control-allow-origin'], SHOP);
    assert.equal(answer.headers.vary, 'Origin');
    assert.equal(answer.headers['access-control-allow-credentials'], undefined);
  }
});

test('none listed means any in test and none in live; a list is a list in both', async () => {
  for (const [server, key] of [
    [open, open.keys.live.public],
    [listed, listed.keys.test.public],
    [listed, listed.keys.live.secret],
  ] as const) {
    for (const origin of [EVIL, 'null', `${SHOP}.evil.example`, `${SHOP}/`, 'http://shop.example', `${SHOP}:444`]) {
      const answer = await server.event(key, LOGIN, from(origin));
      assert.equal(answer.statusCode, 403, `${origin} ${answer.body}`);
      assert.equal(answer.json().code, 'origin_not_allowed');
      assert.deepEqual(corsOf(answer), []);
    }
    assert.equal((await server.event(key, LOGIN)).statusCode, 201, 'without an Origin nobody is a browser');
  }
});

test('refusals to an allowed origin can be read there', async () => {
  const key = listed.keys.live.public;
  const cases: [number, Promise<TestResponse>][] = [
    [400, listed.event(key, '{', from(SHOP))],
    [413, listed.event(key, ' '.repeat(300_000), from(SHOP))],
    [415, listed.event(key, LOGIN, { headers: { origin: SHOP, 'content-type': 'text/plain' } })],
    [422, listed.event(key, { event: 1 }, from(SHOP))],
  ];
  for (const [status, pending] of cases) {
    const answer = await pending;
    assert.equal(answer.statusCode, status);
    assert.equal(answer.headers['access-control-allow-origin'], SHOP);
  }
  const unknown = await listed.event('pub_live_x', LOGIN, from(SHOP));
  assert.equal(unknown.statusCode, 401);
  assert.deepEqual(corsOf(unknown), [], 'a key that is none has no origins');
});

test('a preflight for ingestion is answered, and for nothing else', async () => {
  const headers = {
    origin: EVIL,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };
  const answer = await open.ask({ method: 'OPTIONS', url: '/v1/events', headers });
  assert.equal(answer.statusCode, 204);
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  assert.equal(answer.headers['access-control-allow-methods'], 'POST');
  assert.match(String(answer.headers['access-control-allow-headers']), /authorization.*content-type.*idempotency-key/);
  assert.equal(answer.headers['access-control-allow-credentials'], undefined);
  for (const { path } of open.app.routeTable.filter(({ path }) => path !== '/v1/events')) {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    const other = await open.ask({ method: 'OPTIONS', url, headers });
    assert.equal(other.statusCode, 401, url);
    assert.deepEqual(corsOf(other), []);
  }
});

test('no other route sends a CORS header, whoever asks', async () => {
  for (const { method, path } of open.app.routeTable.filter(({ path }) => path !== '/v1/events')) {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    for (const token of [open.keys.test.secret, open.sessions.owner, 'x']) {
      const headers = { origin: SHOP, authorization: `Bearer ${token}` };
      assert.deepEqual(corsOf(await open.ask({ method, url, headers })), [], `${method} ${path}`);
    }
  }
});

test('a simple cross-site form post changes nothing', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const answer = await open.ask({
      method: 'POST',
      url: '/v1/events',
      headers: { origin: EVIL, 'content-type': type },
      payload: JSON.stringify(LOGIN),
    });
    assert.equal(answer.statusCode, 401);
  }
});
