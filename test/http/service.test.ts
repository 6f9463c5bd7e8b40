// Health, metrics, static pages and logs, and what they must not reveal.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Readiness } from '../../src/http/server/readiness.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const TOKEN = 'a-metrics-token-of-some-length';
const POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
let server: TestServer;
let files: string;

before(async () => {
  files = mkdtempSync(join(tmpdir(), 'assay-pages-'));
  mkdirSync(join(files, 'dashboard', 'assets'), { recursive: true });
  mkdirSync(join(files, 'sdk'));
  mkdirSync(join(files, 'guide', 'recipes'), { recursive: true });
  writeFileSync(join(files, 'dashboard', 'index.html'), '<!doctype html><title>Dashboard</title>');
  writeFileSync(join(files, 'dashboard', 'assets', 'index-Ab12Cd34.js'), 'export {};');
  writeFileSync(join(files, 'sdk', 'v1.js'), '/* sdk */');
  for (const page of ['start', 'recipes', 'recipes/index', 'recipes/login']) {
    writeFileSync(join(files, 'guide', `${page}.html`), page);
  }
  writeFileSync(join(files, 'secret.txt'), 'not yours');
  server = await startTestServer({
    options: {
      metricsToken: TOKEN,
      dashboardDirectory: join(files, 'dashboard'),
      staticRoots: [
        { prefix: '/sdk/', directory: join(files, 'sdk'), crossOrigin: true },
        { prefix: '/docs/guide/', directory: join(files, 'guide'), crossOrigin: false },
      ],
    },
  });
});
after(async () => {
  await server.close();
  rmSync(files, { recursive: true });
});

test('reports health and readiness', async () => {
  assert.deepEqual((await server.request({ url: '/healthz' })).json(), { status: 'ok' });
  assert.deepEqual((await server.request({ url: '/readyz?probe=1' })).json(), { status: 'ok' });
  const closed = await startTestServer();
  await closed.context.store.close();
  const response = await closed.request({ url: '/readyz' });
  await closed.app.close();
  assert.equal(response.statusCode, 503);
  assert.ok(Number(response.headers['retry-after']) >= 1);
});

test('a probe during the start or the stop is no warning, and the storage is not blamed', async () => {
  const readiness = new Readiness();
  const probed = await startTestServer({ readiness });
  for (const state of ['starting', 'stopping'] as const) {
    readiness.state = state;
    const response = await probed.request({ url: '/readyz' });
    assert.deepEqual([response.statusCode, response.json().code], [503, state]);
  }
  await probed.close();
  const lines = probed.log.map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.filter(({ level }) => level >= 40).map(({ msg }) => msg),
    [],
  );
  assert.deepEqual(
    lines.filter(({ msg }) => msg === 'starting' || msg === 'stopping').map(({ level }) => level),
    [20, 20],
  );
});

test('metrics require a local client or the token', async () => {
  await server.event(server.keys.test.public, { event: 'login', account: { id: 'u' } });
  await server.event(server.keys.test.public, { event: 'login' });
  await server.event(server.keys.test.public, { event: 'email_changed', account: { id: 'u' } });
  for (const url of ['/', '/assets/index-Ab12Cd34.js', '/sdk/v1.js']) await server.request({ url });
  const preflight = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
  await server.request({ method: 'OPTIONS', url: '/v1/events', headers: preflight });
  const { body } = await server.request({ url: '/metrics' });
  assert.match(
    body,
    /assay_http_request_duration_seconds_count\{route="\/v1\/events",method="OPTIONS",status="204"\} 1/,
  );
  assert.match(body, /assay_http_request_duration_seconds_count\{route="file",method="GET",status="200"\} \d/);
  assert.doesNotMatch(body, /route="\/(assets|sdk)/);
  assert.match(body, /assay_http_request_duration_seconds_count\{route="\/v1\/events",method="POST",status="201"\} 2/);
  assert.match(body, /assay_decisions_total\{decision="\w+"\} [12]/);
  assert.match(body, /assay_risk_levels_total\{level="\w+"\} [12]/);
  assert.match(body, /assay_events_refused_total\{code="invalid_input"\} 1/);
  assert.match(body, /assay_event_type_near_misses_total\{read_as="email_change"\} 1/);
  for (const stage of ['authenticate', 'receive', 'record']) {
    assert.match(body, new RegExp(`assay_ingest_stage_seconds_count\\{stage="${stage}"\\} 2`));
  }
  const remote = (headers: Record<string, string>) =>
    server.request({ url: '/metrics', remoteAddress: '203.0.113.7', headers });
  assert.equal((await remote({})).statusCode, 401);
  assert.equal((await remote({ authorization: `Bearer ${TOKEN}x` })).statusCode, 401);
  assert.equal((await remote({ authorization: `Bearer ${server.keys.test.secret}` })).statusCode, 401);
  assert.equal((await remote({ authorization: `Bearer ${TOKEN}` })).statusCode, 200);
  for (const [name, value] of [
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '203.0.113.7'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
  ] as const) {
    const proxied = await server.request({ url: '/metrics', headers: { [name]: value } });
    assert.equal(proxied.statusCode, 401, `a proxy on this machine forwards for another client: ${name}`);
  }
});

test('unknown paths create no time series', async () => {
  for (let n = 0; n < 50; n += 1)
    await server.request({ method: n % 2 === 0 ? 'GET' : 'DELETE', url: `/made-up-${n}` });
  const { body } = await server.request({ url: '/metrics' });
  assert.ok(!body.includes('made-up'));
  assert.match(body, /route="unknown",method="any",status="401"\} 50/);
});

test('serves the dashboard, the SDK and the API reference with a strict policy', async () => {
  const page = await server.request({ url: '/' });
  assert.match(page.body, /<title>Dashboard/);
  assert.equal(page.headers['content-security-policy'], POLICY);
  assert.equal(page.headers['cache-control'], 'no-cache');
  const asset = await server.request({ url: '/assets/index-Ab12Cd34.js' });
  assert.match(String(asset.headers['cache-control']), /immutable/);
  assert.match(String(asset.headers['content-type']), /javascript/);
  assert.equal(asset.headers['access-control-allow-origin'], undefined);
  const sdk = await server.request({ url: '/sdk/v1.js' });
  assert.equal(sdk.body, '/* sdk */');
  assert.equal(sdk.headers['access-control-allow-origin'], '*');
  assert.equal(sdk.headers['x-content-type-options'], 'nosniff');
  const docs = await server.request({ url: '/docs' });
  assert.equal(docs.headers.location, '/docs/console');
  const consolePage = await server.request({ url: '/docs/console' });
  assert.equal(consolePage.statusCode, 200);
  assert.equal(consolePage.headers['content-security-policy'], `${POLICY}; img-src 'self' data:`);
});

test('redirects the address of a page without its extension, and of a folder without its slash', async () => {
  for (const [from, to, body] of [
    ['/docs/guide/start', '/docs/guide/start.html', 'start'],
    ['/docs/guide/recipes/login', '/docs/guide/recipes/login.html', 'recipes/login'],
    ['/docs/guide/recipes', '/docs/guide/recipes/', 'recipes/index'],
  ] as const) {
    const { statusCode, headers } = await server.request({ url: from });
    assert.deepEqual([statusCode, headers.location], [302, to]);
    assert.equal((await server.request({ url: to })).body, body);
  }
  assert.equal((await server.request({ url: '/docs/guide/recipes.html' })).body, 'recipes');
  assert.equal((await server.request({ url: '/docs/guide/none' })).statusCode, 401);
});

test('serves nothing outside of its folders', async () => {
  for (const url of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/sdk/../../secret.txt',
    '/sdk/%2e%2e%2fsecret.txt',
    '/sdk/..%5csecret.txt',
    '/assets/',
    '/sdk/',
    '/assets/none.js',
    '/sdk//etc/passwd',
  ]) {
    const response = await server.request({ url });
    assert.equal(response.statusCode, 401, url);
    assert.ok(!response.body.includes('not yours'));
  }
});

test('without a built dashboard, a page explains how to build it', async () => {
  const bare = await startTestServer({ options: { dashboardDirectory: join(files, 'nowhere') } });
  const page = await bare.request({ url: '/' });
  await bare.close();
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /not built yet/);
  assert.equal(page.headers['content-security-policy'], POLICY);
});

test('echoes a well-formed request id or creates one; errors and logs contain it', async () => {
  const request = (id?: string) =>
    server.request({ url: '/v1/none', headers: id === undefined ? {} : { 'x-request-id': id } });
  const given = await request('my-request.1:a_B');
  assert.equal(given.headers['x-request-id'], 'my-request.1:a_B');
  assert.equal(given.json().request_id, 'my-request.1:a_B');
  assert.ok(server.log.some((line) => JSON.parse(line).request_id === 'my-request.1:a_B'));
  for (const id of [undefined, '', 'a b', 'x'.repeat(129), '<script>', 'é']) {
    const created = await request(id);
    assert.match(String(created.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  }
});

test('API responses are neither cached nor sniffed', async () => {
  for (const response of [
    await server.request({ url: '/v1/none' }),
    await server.event(server.keys.test.public, { event: 'page_view' }),
  ]) {
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['x-content-type-options'], 'nosniff');
    assert.equal(response.headers['referrer-policy'], 'no-referrer');
    assert.equal(response.headers['content-security-policy'], POLICY);
  }
});

test('log lines join the trace of the caller; a malformed header is ignored', async () => {
  const logged = await startTestServer();
  try {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const span = '00f067aa0ba902b7';
    await logged.request({ url: '/v1/nothing', headers: { traceparent: `00-${trace}-${span}-01` } });
    await logged.request({ url: '/v1/nothing', headers: { traceparent: `00-${trace}-x-01` } });
    const [joined, ignored] = logged.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    assert.deepEqual([joined.trace_id, joined.span_id], [trace, span]);
    assert.ok(!('trace_id' in ignored));
  } finally {
    await logged.close();
  }
});

test('no log line contains a key, token, full address, account, path or body', async () => {
  const logged = await startTestServer();
  try {
    const body = { event: 'login', account: { id: 'account-4711' }, signals: { note: 'body-text' } };
    const sent = await logged.event(logged.keys.test.public, body, {
      remoteAddress: '203.0.113.77',
      headers: { 'user-agent': 'agent-text' },
    });
    const { id } = sent.json().data;
    await logged.event(logged.keys.test.public, { ...body, ip_address: '1.2.3.4' }, { remoteAddress: '203.0.113.77' });
    await logged.event(logged.keys.test.public, '{"event"', { remoteAddress: '203.0.113.77' });
    for (const token of [
      logged.keys.test.secret,
      logged.sessions.owner,
      logged.foreign.test.secret,
      'sec_test_wrong',
    ]) {
      await logged.request({
        url: `/v1/events/${id}`,
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: '203.0.113.77',
      });
      await logged.request({ url: '/v1/some/path-text?key=query-text', headers: { authorization: `Bearer ${token}` } });
    }
    const log = logged.log.join('');
    assert.ok(logged.log.length >= 11, String(logged.log.length));
    for (const secret of [
      'pub_',
      'sec_',
      'dash_',
      '203.0.113.77',
      '1.2.3.4',
      'account-4711',
      'body-text',
      'agent-text',
      'path-text',
      'query-text',
      id,
    ]) {
      assert.ok(!log.includes(secret), `${secret} is in the log`);
    }
    assert.ok(
      log.includes('203.0.113.xxx') && log.includes('"key":"key_') && log.includes('"route":"/v1/events/{event}"'),
    );
  } finally {
    await logged.close();
  }
});
