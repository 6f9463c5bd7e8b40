// Connections that send more than they read: pipelining, unread responses, too many headers, and malformed URLs.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { MAX_IN_FLIGHT } from '../../src/http/server/pipelined-connection.ts';
import { waitUntil } from '../webhooks/running-dispatcher.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const STALLED_MS = 300;

let server: TestServer;
let port: number;
/** Dispatched requests: those without a complete response now, the most of them at any time, and all so far. */
const requests = { open: 0, most: 0, all: 0 };
before(async () => {
  const timeouts = { request: 5_000, headers: 2_000, stalled: STALLED_MS, drain: 200, responses: 200 };
  server = await startTestServer({
    options: { timeouts, trustedProxies: ['127.0.0.1/32'], metricsToken: 'm'.repeat(20) },
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
  server.app.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    requests.all += 1;
    requests.open += 1;
    requests.most = Math.max(requests.most, requests.open);
    response.once('close', () => {
      requests.open -= 1;
    });
  });
});
after(() => server.close());

function open(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  return socket;
}

function ended(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await ended(socket);
  return Buffer.concat(chunks).toString('latin1');
}

async function send(text: string): Promise<string> {
  const socket = open();
  socket.write(text);
  return readToEnd(socket);
}

function connectionCount(): Promise<number> {
  return new Promise((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const LAST = 'Connection: close\r\n';

function post(more = '', body = '{"event":"login","account":{"id":"u_1"}}'): string {
  const token = server.keys.test.secret;
  return `POST /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
}

function resetCounts(): void {
  Object.assign(requests, { open: 0, most: 0, all: 0 });
}

test('F1: 1,400 pipelined requests on a connection that never reads are not dispatched, and the connection ends', async () => {
  resetCounts();
  const sockets = Array.from({ length: 6 }, open);
  for (const socket of sockets) socket.pause().write(get('/openapi.json').repeat(1_400));
  assert.deepEqual(statuses(await send(get('/healthz', LAST))), [200], 'others are served meanwhile');
  // F5: unread connections close on their own; if one does not, the test times out.
  await waitUntil(async () => (await connectionCount()) === 0);
  // The kernel buffers a few megabytes per connection, which is a few dozen documents.
  assert.ok(requests.all < 6 * 100, `${requests.all} requests were dispatched`);
  assert.ok(requests.most <= 7, `${requests.most} at once`);
  for (const socket of sockets) socket.destroy();
});

test('F1: pipelined events are all recorded, in order, at most 16 at a time', async () => {
  resetCounts();
  const text = await send(post().repeat(99) + post(LAST));
  assert.deepEqual(
    statuses(text),
    Array.from({ length: 100 }, () => 201),
  );
  assert.ok(requests.most <= MAX_IN_FLIGHT, `${requests.most} at once`);
  assert.ok(requests.most > 1);
});

test('F1: pipelining survives chunked bodies, empty lines in bodies, and messages split anywhere', async () => {
  const chunked = (body: string) =>
    post()
      .replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
      .replace(/\{.*$/, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
  const spaced = '{"event":"login",\r\n\r\n\n\n"account":{"id":"u_1"}}';
  const text = [
    post(),
    chunked(spaced),
    get('/healthz'),
    post('', spaced),
    chunked('{"event":"login","account":{"id":"u_2"}}'),
    post(LAST),
  ].join('');
  const expected = [201, 201, 200, 201, 201, 201];
  assert.deepEqual(statuses(await send(text)), expected);
  for (const size of [1, 7, 100]) {
    const socket = open();
    socket.setNoDelay(true);
    const received = readToEnd(socket);
    for (let at = 0; at < text.length; at += size) {
      socket.write(text.slice(at, at + size));
      if (at % 50 < size) await new Promise(setImmediate);
    }
    assert.deepEqual(statuses(await received), expected, `in parts of ${size}`);
  }
});

test('F1: a body that is counted twice, behind CR and LF sent apart, hides no requests', async () => {
  resetCounts();
  const socket = open().pause();
  socket.setNoDelay(true);
  const body = 'x'.repeat(8_000);
  const part = (text: string) => new Promise((resolve) => socket.write(text, () => setTimeout(resolve, 50)));
  await part(`GET /openapi.json HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r`);
  await part(`\n${body}`);
  await part(get('/openapi.json').repeat(190));
  assert.ok(requests.most <= 1, `${requests.most} at once`);
  socket.destroy();
});

test('large files arrive whole, in slices, and HEAD has their length', async () => {
  const path = '/docs/console/static/swagger-ui-bundle.js';
  const text = await send(get(path, LAST));
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
  assert.ok(length > 1_000_000, String(length));
  assert.equal(text.length - text.indexOf('\r\n\r\n') - 4, length);
  assert.doesNotMatch(text, /transfer-encoding/i);
  const head = await send(get(path, LAST).replace('GET', 'HEAD'));
  assert.match(head, new RegExp(`content-length: ${length}\r\n`, 'i'));
  assert.ok(head.endsWith('\r\n\r\n'));
});

test('beyond the limit of connections, the one that waited longest ends and new ones are served', async () => {
  const small = await startTestServer({ options: { maxConnections: 20 } });
  await small.app.listen({ host: '127.0.0.1', port: 0 });
  const at = (small.app.server.address() as AddressInfo).port;
  const idle = Array.from({ length: 60 }, () => connect(at, '127.0.0.1').on('error', () => undefined));
  const ends = idle.map(ended);
  await Promise.all(ends.slice(0, 40));
  const last = connect(at, '127.0.0.1');
  last.write(get('/healthz', LAST));
  assert.deepEqual(statuses(await readToEnd(last)), [200]);
  const count = await new Promise((resolve) => small.app.server.getConnections((_error, open) => resolve(open)));
  assert.ok(Number(count) <= 20, String(count));
  for (const socket of idle) socket.destroy();
  await small.close();
});

test('connections that wait for their own bodies or read slowly end for new ones, and those with a secret last', async (t) => {
  const timeouts = { request: 60_000, headers: 60_000, stalled: 60_000, drain: 200, responses: 200 };
  const small = await startTestServer({ options: { maxConnections: 20, timeouts } });
  const held: Socket[] = [];
  t.after(() => {
    for (const socket of held) socket.destroy();
    return small.close();
  });
  await small.app.listen({ host: '127.0.0.1', port: 0 });
  const at = (small.app.server.address() as AddressInfo).port;
  const connected = () => connect(at, '127.0.0.1').on('error', () => undefined);
  const known = connected();
  known.write(get('/v1/auth/key', `Authorization: Bearer ${small.keys.test.secret}\r\n`));
  await once(known, 'data');
  const began = async (text: string) => {
    const socket = connected().on('data', () => undefined);
    const started = once(small.app.server, 'request');
    socket.write(text);
    await Promise.race([started, ended(socket)]);
    return socket.pause();
  };
  const login =
    'POST /v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
  while (held.length < 30) held.push(await began(login), await began(get('/docs/console/static/swagger-ui-bundle.js')));
  for (let more = 0; more < 5; more += 1) {
    const socket = connected();
    socket.write(get('/healthz', LAST));
    assert.deepEqual(statuses(await readToEnd(socket)), [200]);
    held.push(await began(login));
  }
  while (held.length < 40) held.push(await began(login));
  known.write(get('/v1/auth/key', `Authorization: Bearer ${small.keys.test.secret}\r\n${LAST}`));
  assert.deepEqual(statuses(await readToEnd(known)), [200]);
});

test('a malformed message gets its response after those to the requests before it', async () => {
  assert.deepEqual(statuses(await send(`${post()}${post()}garbage\r\n\r\n`)), [201, 201, 400]);
  assert.deepEqual(statuses(await send(`${post(LAST)}garbage\r\n\r\n`)), [201]);
  const chunked = post('').replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked');
  assert.deepEqual(statuses(await send(`${post()}${chunked}`)), [201, 400], 'in the body of the last one');
});

test('F2: more than 200 headers are 431 instead of hiding those that follow', async () => {
  const many = (count: number) => 'X: y\r\n'.repeat(count);
  // Host, Connection and the last header count too.
  const forwarded = 'X-Forwarded-For: 203.0.113.9\r\n';
  assert.deepEqual(statuses(await send(get('/healthz', many(197) + LAST + forwarded))), [200]);
  for (const count of [198, 1_000, 2_200]) {
    const text = await send(get('/metrics', LAST + many(count) + forwarded));
    assert.deepEqual(statuses(text), [431], `${count} headers`);
    assert.match(text, /too_many_headers/);
  }
  // All 200 headers are read, including the last one, which the proxy adds.
  assert.deepEqual(statuses(await send(get('/metrics', LAST + many(197) + forwarded))), [401]);
  assert.deepEqual(statuses(await send(get('/v1/%ff', LAST + many(300)))), [431]);
});

test('F7: malformed percent-encoding in a path or a query is 422', async () => {
  const authorization = { authorization: `Bearer ${server.keys.test.secret}` };
  const environment = server.environments.test.id;
  const events = `/v1/environments/${environment}/events`;
  for (const url of [
    `${events}?account_id=a%ff`,
    `${events}?account_id=%`,
    `${events}?%zz=1`,
    `${events}?account_id=a%C3`,
    '/v1/events/%ff',
    '/v1/events/%E0%A4',
  ]) {
    const response = await server.request({ url, headers: authorization });
    assert.equal(response.statusCode, 422, url);
    assert.equal(response.json().code, 'bad_encoding', url);
    assert.equal((await server.request({ url })).statusCode, 401, url);
  }
  const [named] = (await server.request({ url: `${events}?account_id=a%ff`, headers: authorization })).json().errors;
  assert.equal(named.pointer, 'account_id');
  const good = await server.request({ url: `${events}?account_id=a%C3%BF`, headers: authorization });
  assert.equal(good.statusCode, 200);
  const raw = await send(
    `GET ${events}?account_id=a\u00ff HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.keys.test.secret}\r\n${LAST}\r\n`,
  );
  assert.ok([400, 422].includes(statuses(raw)[0] as number), raw);
});

test('S9: the API description is generated once and has an ETag', async () => {
  const first = await server.request({ url: '/openapi.json' });
  const { etag } = first.headers;
  assert.match(String(etag), /^"[\w-]{22}"$/);
  const again = await server.request({ url: '/openapi.json', headers: { 'if-none-match': String(etag) } });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
  assert.equal(
    (await server.request({ url: '/openapi.json', headers: { 'if-none-match': '"other"' } })).statusCode,
    200,
  );
  for (const path of ['/docs/console/json', '/docs/console/yaml', '/docs/console/yaml?x=1']) {
    const response = await server.app.inject({ url: path });
    assert.deepEqual([response.statusCode, response.headers.location], [302, '/openapi.json'], path);
  }
  const bundle = await server.app.inject({ url: '/docs/console/static/swagger-ui-bundle.js' });
  assert.equal(bundle.statusCode, 200);
  assert.match(String(bundle.headers['content-type']), /^text\/javascript/);
  const unchanged = await server.app.inject({
    url: '/docs/console/static/swagger-ui-bundle.js',
    headers: { 'if-none-match': String(bundle.headers.etag) },
  });
  assert.equal(unchanged.statusCode, 304);
});
