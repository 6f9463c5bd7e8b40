// The client address that is stored and rate-limited, with and without trusted proxies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SERVER_OPTIONS } from '../../src/http/server/options.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const LOGIN = { event: 'login', account: { id: 'u_1' } };

async function storedAddress(server: TestServer, peer: string, forwarded: string): Promise<string> {
  const headers = { 'x-forwarded-for': forwarded };
  const sent = await server.event(server.keys.test.public, LOGIN, { remoteAddress: peer, headers });
  assert.equal(sent.statusCode, 201, sent.body);
  const url = `/v1/events/${sent.json().data.id}`;
  const read = await server.request({ url, headers: { authorization: `Bearer ${server.keys.test.secret}` } });
  return read.json().data.ip_address;
}

test('ignores X-Forwarded-For unless a trusted proxy sent it', async () => {
  const server = await startTestServer();
  const proxied = await startTestServer({ options: { trustedProxies: ['10.0.0.0/8'] } });
  try {
    for (const forged of ['8.8.8.8', '127.0.0.1', 'unknown', 'fe80::1%eth0', '9'.repeat(10_240), '8.8.8.8, 1.1.1.1']) {
      assert.equal(await storedAddress(server, '203.0.113.7', forged), '203.0.113.7');
      assert.equal(await storedAddress(proxied, '203.0.113.7', forged), '203.0.113.7');
    }
    assert.equal(await storedAddress(server, '127.0.0.1', '8.8.8.8'), '127.0.0.1');
    assert.equal(await storedAddress(proxied, '10.1.2.3', '6.6.6.6, 8.8.8.8'), '8.8.8.8');
    assert.equal(await storedAddress(proxied, '::ffff:10.1.2.3', '2001:DB8::1'), '2001:db8::1');
    assert.equal(await storedAddress(proxied, '10.1.2.3', 'unknown'), '10.1.2.3');
  } finally {
    await server.close();
    await proxied.close();
  }
});

test('limits a public key per address, without affecting secret keys or other tenants', async () => {
  let now = Date.now();
  const server = await startTestServer({ clock: () => now });
  try {
    const flood = (remoteAddress: string, key = server.keys.test.public) => server.event(key, LOGIN, { remoteAddress });
    const statuses: number[] = [];
    for (let n = 0; n < 105; n += 1) statuses.push((await flood('203.0.113.7')).statusCode);
    assert.deepEqual(statuses, [...Array(100).fill(201), ...Array(5).fill(429)]);
    const rejected = await flood('203.0.113.7');
    assert.equal(rejected.json().code, 'rate_limited');
    assert.equal(rejected.headers['retry-after'], '1');
    assert.equal((await flood('203.0.113.8')).statusCode, 201);
    assert.equal((await flood('203.0.113.7', server.foreign.test.public)).statusCode, 201);
    assert.equal((await flood('203.0.113.7', server.keys.live.public)).statusCode, 201);
    assert.equal((await flood('203.0.113.7', server.keys.test.secret)).statusCode, 201);
    now += 1_000;
    const later: number[] = [];
    for (let n = 0; n < 22; n += 1) later.push((await flood('203.0.113.7')).statusCode);
    assert.deepEqual(later, [...Array(20).fill(201), 429, 429]);
  } finally {
    await server.close();
  }
});

test('limits an IPv6 caller by its /64, and no caller escapes with a forged header', async () => {
  const rates = {
    ...DEFAULT_SERVER_OPTIONS.rates,
    publicKeyAddress: { perSecond: 1, burst: 3 },
    publicKey: { perSecond: 100, burst: 8 },
  };
  const now = Date.now();
  const server = await startTestServer({ options: { rates }, clock: () => now });
  try {
    const send = async (remoteAddress: string, forwarded: string) =>
      (await server.event(server.keys.test.public, LOGIN, { remoteAddress, headers: { 'x-forwarded-for': forwarded } }))
        .statusCode;
    const rotated = [];
    for (let n = 0; n < 5; n += 1) rotated.push(await send(`2001:db8:1:2::${n}`, `8.8.8.${n}`));
    assert.deepEqual(rotated, [201, 201, 201, 429, 429]);
    // The key also has a limit across all addresses.
    const spread = [];
    for (let n = 0; n < 7; n += 1) spread.push(await send(`203.0.113.${n}`, ''));
    assert.deepEqual(spread, [201, 201, 201, 201, 201, 429, 429]);
  } finally {
    await server.close();
  }
});
