// Rate limits under attack: rotated IPv6 addresses, a key used up by strangers, lockouts, and data per day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SERVER_OPTIONS, perDay } from '../../src/http/server/options.ts';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const LOGIN = { event: 'login', account: { id: 'u_1' } };
const { rates } = DEFAULT_SERVER_OPTIONS;

/** Runs `work` with a server whose rate limits use a clock that only `clock.now` moves. */
async function withServer(
  given: Partial<typeof rates>,
  work: (server: TestServer, clock: { now: number }) => Promise<void>,
): Promise<void> {
  const clock = { now: Date.now() };
  const server = await startTestServer({ options: { rates: { ...rates, ...given } }, clock: () => clock.now });
  try {
    await work(server, clock);
  } finally {
    await server.close();
  }
}

async function attempt(server: TestServer, remoteAddress: string, email: string, password = 'wrong password') {
  const response = await server.app.inject({
    method: 'POST',
    url: '/v1/auth/login',
    remoteAddress,
    payload: { email, password },
  });
  return response.statusCode;
}

test('S3: a caller who owns a /48 gets sixteen times the login attempts of one address, not 65,536 times', async () => {
  await withServer({ loginAddress: { perSecond: 1 / 60, burst: 2 } }, async (server) => {
    const passed: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      // A new /56 each time, all in one /48.
      const address = `2001:db8:1:${(n * 256).toString(16)}::1`;
      if ((await attempt(server, address, `m${n}@example.com`)) === 401) passed.push(address);
    }
    assert.equal(passed.length, 2 * 16);
    assert.equal(await attempt(server, '2001:db8:2::1', 'other@example.com'), 401, 'another site is not affected');
    const near: number[] = [];
    for (let n = 0; n < 12; n += 1) near.push(await attempt(server, `2001:db8:3:${n}::1`, `n${n}@example.com`));
    assert.equal(near.filter((status) => status === 401).length, 2 * 4, 'one /56');
  });
});

test('S3: strangers cannot use up a key for addresses that have sent events before', async () => {
  await withServer({ publicKey: { perSecond: 1, burst: 40 } }, async (server, clock) => {
    const send = async (remoteAddress: string) =>
      (await server.event(server.keys.test.public, LOGIN, { remoteAddress })).statusCode;
    assert.equal(await send('198.51.100.1'), 201);
    clock.now += 11 * MINUTE;
    assert.equal(await send('198.51.100.1'), 201, 'returns after eleven minutes');
    clock.now += HOUR;
    const strangers: number[] = [];
    for (let n = 0; n < 60; n += 1) strangers.push(await send(`203.0.113.${n}`));
    assert.equal(strangers.filter((status) => status === 201).length, 40);
    assert.equal(await send('203.0.113.250'), 429);
    for (let n = 0; n < 10; n += 1) assert.equal(await send('198.51.100.1'), 201, `the reserve, event ${n}`);
    assert.equal(await send('198.51.100.1'), 429);
  });
});

test('S4: wrong attempts from elsewhere do not lock a member out', async () => {
  await withServer({}, async (server) => {
    const { context } = server;
    const owner = { ...(await context.store.members.list(server.environments.test.organizationId))[0] } as {
      email: string;
    };
    const email = 'known@example.com';
    await context.store.members.create(
      {
        id: context.newId('user', context.clock()),
        organizationId: server.environments.test.organizationId,
        email,
        role: 'viewer',
        createdAt: context.clock(),
      },
      await context.passwords.hash('correct horse battery'),
    );
    assert.equal(await attempt(server, '198.51.100.1', email, 'correct horse battery'), 200);
    for (let n = 0; n < 5; n += 1) assert.equal(await attempt(server, '203.0.113.1', email), 401);
    assert.equal(await attempt(server, '203.0.113.1', email), 429, 'the sixth attempt from one address');
    assert.equal(await attempt(server, '203.0.113.2', email, 'correct horse battery'), 200, 'from anywhere else');
    let rejected = 0;
    for (let n = 3; n < 100; n += 1) if ((await attempt(server, `203.0.113.${n}`, email)) === 429) rejected += 1;
    assert.ok(rejected > 40, 'guessing from many addresses is limited too');
    assert.equal(await attempt(server, '203.0.113.200', email, 'correct horse battery'), 429, 'a new address waits');
    assert.equal(await attempt(server, '198.51.100.1', email, 'correct horse battery'), 200, 'a known one does not');
    assert.equal(await attempt(server, '203.0.113.201', owner.email), 401, 'other members are not affected');
  });
});

test('S1: one address or /64 can send only so much data with a public key in a day', async () => {
  await withServer({ publicKeyAddressBytes: perDay(100_000) }, async (server, clock) => {
    const key = server.keys.test.public;
    const large = { ...LOGIN, signals: { junk: Array.from({ length: 10 }, () => 'x'.repeat(3_000)) } };
    const announced = { headers: { authorization: `Bearer ${key}`, 'content-length': '90000' } };
    for (let n = 0; n < 3; n += 1) assert.notEqual((await server.event(key, LOGIN, announced)).statusCode, 201);
    const statuses: number[] = [];
    const remoteAddress = '2001:db8:1:2::1';
    for (let n = 1; n <= 5; n += 1)
      statuses.push((await server.event(key, large, { remoteAddress: `2001:db8:1:2::${n}` })).statusCode);
    assert.deepEqual(statuses, [201, 201, 201, 429, 429]);
    const rejected = await server.event(key, large, { remoteAddress });
    assert.equal(rejected.json().code, 'daily_bytes_used');
    assert.ok(Number(rejected.headers['retry-after']) > 3_600);
    assert.equal((await server.event(key, LOGIN, { remoteAddress })).statusCode, 201, 'small events still fit');
    assert.equal((await server.event(key, large, { remoteAddress: '203.0.113.9' })).statusCode, 201);
    assert.equal((await server.event(server.keys.test.secret, large)).statusCode, 201, 'secret keys have no limit');
    clock.now += 12 * HOUR;
    assert.equal((await server.event(key, large, { remoteAddress })).statusCode, 201);
  });
});

test('a body that is rejected counts toward the data of its address', async () => {
  await withServer({ publicKeyAddressBytes: perDay(100_000) }, async (server) => {
    const key = server.keys.test.public;
    const codeOf = async (body: string, type = 'application/json') => {
      const response = await server.event(key, body, { headers: { 'content-type': type } });
      return response.json().code;
    };
    assert.equal(await codeOf(JSON.stringify({ unknown: 'x'.repeat(40_000) })), 'invalid_input');
    assert.equal(await codeOf(`{"event":${'x'.repeat(30_000)}`), 'invalid_json');
    assert.equal(await codeOf('x'.repeat(25_000), 'application/json; charset=latin1'), 'unsupported_media_type');
    assert.equal(await codeOf(JSON.stringify({ unknown: 'x'.repeat(40_000) })), 'daily_bytes_used');
    assert.equal((await server.event(key, LOGIN)).statusCode, 201);
  });
});

test('S8: common passwords are rejected, links ignore the Host header, and responses carry COOP and HSTS', async () => {
  const server = await startTestServer({ options: { publicUrl: null } });
  try {
    const headers = { authorization: `Bearer ${server.sessions.owner}`, host: 'evil.example' };
    const payload = { email: 'new@example.com', role: 'viewer' };
    const invited = await server.request({ method: 'POST', url: '/v1/members', headers, payload });
    assert.equal(invited.statusCode, 201, invited.body);
    const { invitation_url: url, invitation_token: token } = invited.json().data;
    assert.ok(url.startsWith('http://127.0.0.1'), url);
    const accept = (password: string) =>
      server.request({ method: 'POST', url: '/v1/invitations/accept', payload: { token, password } });
    for (const password of ['password1234', 'PassWord1234', 'sunshine-2026!', '1234567890']) {
      const rejected = await accept(password);
      assert.deepEqual([rejected.statusCode, rejected.json().errors?.[0]?.code], [422, 'common_password'], password);
    }
    const accepted = await accept('a sentence nobody else has');
    assert.equal(accepted.statusCode, 200, accepted.body);
    assert.equal(accepted.headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(accepted.headers['strict-transport-security'], undefined, 'not over plain HTTP');
  } finally {
    await server.close();
  }
  const secure = await startTestServer({ options: { publicUrl: 'https://assay.example.com' } });
  const { headers } = await secure.request({ url: '/healthz' });
  assert.match(String(headers['strict-transport-security']), /^max-age=\d{8}/);
  await secure.close();
});
