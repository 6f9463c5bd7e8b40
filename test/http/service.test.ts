// Health, metrics, pages and logs: what an operator sees, and what nobody may see.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from './test-server.ts';

const TOKEN = 'a-metrics-token-of-some-length';
const POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
let server: TestServer;
let files: string;

before(async () => {
  files = mkdtempSync(join(tmpdir(), 'assay-pages-'));
  mkdirSync(join(files, 'dashboard', 'assets'), { recursive: true });
  mkdirSync(join(files, 'sdk'));
  writeFileSync(join(files, 'dashboard', 'index.html'), '<!doctype html><title>Dashboard</title>');
  writeFileSync(join(files, 'dashboard', 'assets', 'index-Ab12Cd34.js'), 'export {};');
  writeFileSync(join(files, 'sdk', 'v1.js'), '/* sdk */');
  writeFileSync(join(files, 'secret.txt'), 'not yours');
  server = await startTestServer({
    options: {
      metricsToken: TOKEN,
      dashboardDirectory: join(files, 'dashboard'),
      staticRoots: [{ prefix: '/sdk/', directory: join(files, 'sdk'), crossOrigin: true }],
    },
  });
});
after(async () => {
  await server.close();
  rmSync(files, { recursive: true });
});

test('health and readiness', async () => {
  assert.deepEqual((await server.ask({ url: '/healthz' })).json(), { status: 'ok' });
  assert.deepEqual((await server.ask({ url: '/readyz?probe=1' })).json(), { status: 'ok' });
  const closed = await startTestServer();
  await closed.context.store.close();
  const answer = await closed.ask({ url: '/readyz' });
  await closed.app.close();
  assert.equal(answer.statusCode, 503);
  assert.ok(Number(answer.headers['retry-after']) >= 1);
});

test('metrics are for this machine, or for who has the token', async () => {
  await server.event(server.keys.test.public, { event: 'login', account: { id: 'u' } });
  await server.event(server.keys.test.public, { event: 'login' });
  const { body } = await server.ask({ url: '/metrics' });
  assert.match(body, /assay_http_request_duration_seconds_count\{route="\/v1\/events",method="POST",status="201"\} 1/);
  assert.match(body, /assay_decisions_total\{decision="\w+"\} 1/);
  assert.match(body, /assay_risk_levels_total\{level="\w+"\} 1/);
  assert.match(body, /assay_events_refused_total\{code="invalid_input"\} 1/);
  for (const stage of ['authenticate', 'receive', 'record']) {
    assert.match(body, new RegExp(`assay_ingest_stage_seconds_count\\{stage="${stage}"\\} 1`));
  }
  const remote = (headers: Record<string, string>) =>
    server.ask({ url: '/metrics', remoteAddress: '203.0.113.7', headers });
  assert.equal((await remote({})).statusCode, 401);
  assert.equal((await remote({ authorization: `Bearer ${TOKEN}x` })).statusCode, 401);
  assert.equal((await remote({ authorization: `Bearer ${server.keys.test.secret}` })).statusCode, 401);
  assert.equal((await remote({ authorization: `Bearer ${TOKEN}` })).statusCode, 200);
  const proxied = await server.ask({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.7' } });
  assert.equal(proxied.statusCode, 401, 'a proxy on this machine speaks for somebody else');
});

test('unknown paths make no time series', async () => {
  for (let n = 0; n < 50; n += 1) await server.ask({ method: n % 2 === 0 ? 'GET' : 'DELETE', url: `/made-up-${n}` });
  const { body } = await server.ask({ url: '/metrics' });
  assert.ok(!body.includes('made-up'));
  assert.match(body, /route="unknown",method="any",status="401"\} 50/);
});

test('the dashboard, the SDK and the reference page are served under the strict policy', async () => {
  const page = await server.ask({ url: '/' });
  assert.match(page.body, /<title>Dashboard/);
  assert.equal(page.headers['content-security-policy'], POLICY);
  assert.equal(page.headers['cache-control'], 'no-cache');
  const asset = await server.ask({ url: '/assets/index-Ab12Cd34.js' });
  assert.match(String(asset.headers['cache-control']), /immutable/);
  assert.match(String(asset.headers['content-type']), /javascript/);
  assert.equal(asset.headers['access-control-allow-origin'], undefined);
  const sdk = await server.ask({ url: '/sdk/v1.js' });
  assert.equal(sdk.body, '/* sdk */');
  assert.equal(sdk.headers['access-control-allow-origin'], '*');
  assert.equal(sdk.headers['x-content-type-options'], 'nosniff');
  const docs = await server.ask({ url: '/docs' });
  assert.equal(docs.statusCode, 200);
  assert.equal(docs.headers['content-security-policy'], `${POLICY}; img-src 'self' data:`);
});

test('nothing outside of the folders is served', async () => {
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
    const answer = await server.ask({ url });
    assert.equal(answer.statusCode, 401, url);
    assert.ok(!answer.body.includes('not yours'));
  }
});

test('without a built dashboard a page says how to get it', async () => {
  const bare = await startTestServer({ options: { dashboardDirectory: join(files, 'nowhere') } });
  const page = await bare.ask({ url: '/' });
  await bare.close();
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /not built yet/);
  assert.equal(page.headers['content-security-policy'], POLICY);
});

test('a request id is echoed when it is well formed, made otherwise, and stands in error and log', async () => {
  const ask = (id?: string) => server.ask({ url: '/v1/none', headers: id === undefined ? {} : { 'x-request-id': id } });
  const given = await ask('my-request.1:a_B');
  assert.equal(given.headers['x-request-id'], 'my-request.1:a_B');
  assert.equal(given.json().request_id, 'my-request.1:a_B');
  assert.ok(server.log.some((line) => JSON.parse(line).request_id === 'my-request.1:a_B'));
  for (const id of [undefined, '', 'a b', 'x'.repeat(129), '<script>', 'é']) {
    const made = await ask(id);
    assert.match(String(made.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  }
});

test('no answer of the API is cached or sniffed', async () => {
  for (const answer of [
    await server.ask({ url: '/v1/none' }),
    await server.event(server.keys.test.public, { event: 'page_view' }),
  ]) {
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.equal(answer.headers['content-security-policy'], POLICY);
  }
});

test('no log line holds a key, a token, a whole address, an account, a path or a body', async () => {
  const quiet = await startTestServer();
  try {
    const body = { event: 'login', account: { id: 'account-4711' }, signals: { note: 'body-text' } };
    const sent = await quiet.event(quiet.keys.test.public, body, {
      remoteAddress: '203.0.113.77',
      headers: { 'user-agent': 'agent-text' },
    });
    const { id } = sent.json().data;
    await quiet.event(quiet.keys.test.public, { ...body, ip_address: '1.2.3.4' }, { remoteAddress: '203.0.113.77' });
    await quiet.event(quiet.keys.test.public, '{"event"', { remoteAddress: '203.0.113.77' });
    for (const token of [quiet.keys.test.secret, quiet.sessions.owner, quiet.foreign.test.secret, 'sec_test_wrong']) {
      await quiet.ask({
        url: `/v1/events/${id}`,
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: '203.0.113.77',
      });
      await quiet.ask({ url: '/v1/some/path-text?key=query-text', headers: { authorization: `Bearer ${token}` } });
    }
    const log = quiet.log.join('');
    assert.ok(quiet.log.length >= 11, String(quiet.log.length));
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
      assert.ok(!log.includes(secret), `${secret} stands in the log`);
    }
    assert.ok(
      log.includes('203.0.113.xxx') && log.includes('"key":"key_') && log.includes('"route":"/v1/events/{event}"'),
    );
  } finally {
    await quiet.close();
  }
});
