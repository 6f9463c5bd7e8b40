// On the wire: broken, slow, oversized and smuggled messages, and paths that no client library would send (faults I12, A02).
import assert from 'node:assert/strict';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let port: number;
before(async () => {
  // Short limits, so that a test of slowness is not slow itself.
  server = await startTestServer({ options: { timeouts: { request: 600, headers: 300, drain: 200 } } });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
after(() => server.close());

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function open(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  return socket;
}

/** Everything the service sends until it closes the connection. */
function whole(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

async function send(...parts: (string | Buffer)[]): Promise<Reply> {
  const socket = open();
  for (const part of parts) socket.write(part);
  return parse(await whole(socket));
}

function parse(text: string): Reply {
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...rest] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(rest.map((header) => header.toLowerCase().split(': ', 2)));
  return { status: Number(line.split(' ')[1]), headers, body: text.slice(end + 4) };
}

function assertProblem(reply: Reply, status: number, code: string): void {
  assert.equal(reply.status, status, JSON.stringify(reply));
  assert.equal(reply.headers['content-type'], 'application/problem+json');
  const document = JSON.parse(reply.body);
  assert.equal(document.code, code);
  assert.equal(document.status, status);
  assert.equal(document.request_id, reply.headers['x-request-id']);
}

const LOGIN = '{"event":"login","account":{"id":"u_1"}}';
const get = (path: string, token: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n${more}\r\n`;
const post = (token: string, body: string, more = '') =>
  `POST /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;

test('what is no HTTP is answered in the one error shape', async () => {
  for (const text of [
    '\r\n\r\nnonsense\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n',
    '\u0016\u0003\u0001\u0002',
  ]) {
    assertProblem(await send(text), 400, 'malformed_request');
  }
});

test('two lengths, a length twice, and header injection are refused', async () => {
  const base = `POST /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.keys.test.secret}\r\nContent-Type: application/json\r\n`;
  for (const more of [
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    'Content-Length: -1\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\nZZ\r\n',
    'Transfer-Encoding: gzip, identity\r\n\r\nx',
    'X: a\u0000b\r\n\r\n',
  ]) {
    const reply = await send(base + more);
    assert.equal(reply.status, 400, `${more} ${JSON.stringify(reply)}`);
    assert.equal(reply.headers['content-type'], 'application/problem+json');
  }
});

test('exactly one Host', async () => {
  assertProblem(await send('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'), 400, 'malformed_request');
  assertProblem(
    await send('GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'),
    400,
    'malformed_request',
  );
  assert.equal((await send('GET /healthz HTTP/1.0\r\n\r\n')).status, 200);
});

test('headers beyond 16 KiB are 431, an unknown expectation 417', async () => {
  assertProblem(
    await send(`GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
    431,
    'headers_too_large',
  );
  assertProblem(await send(get('/healthz', `x${'y'.repeat(100_000)}`)), 431, 'headers_too_large');
  assertProblem(
    await send('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: the-unexpected\r\n\r\n'),
    417,
    'expectation_failed',
  );
});

test('two Authorization headers are no credential, even if the first is one', async () => {
  const key = server.keys.test.secret;
  assertProblem(
    await send(get('/v1/events/evt_x', key, `Authorization: Bearer ${key}\r\n`)),
    401,
    'credential_malformed',
  );
  assertProblem(await send(get('/v1/events/evt_x', key, 'Authorization: Bearer x\r\n')), 401, 'credential_malformed');
  assertProblem(await send(get('/v1/events/evt_x', key)), 404, 'event_not_found');
});

test('paths that only a hand-made client sends lead nowhere', async () => {
  const key = server.keys.test.secret;
  const paths = [
    '/v1/../v1/events/evt_x',
    '/v1/%2e%2e/v1/events/evt_x',
    '//v1/events/evt_x',
    '/v1/./events/evt_x',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/../../etc/passwd',
    '/v1\\events\\evt_x',
  ];
  for (const path of paths) {
    assertProblem(await send(get(path, 'x')), 401, 'credential_malformed');
    assertProblem(await send(get(path, key)), 404, 'path_not_found');
  }
  for (const path of [
    '/docs/static/%2e%2e/%2e%2e/package.json',
    '/docs/static/../../package.json',
    '/docs/static/none.js',
  ]) {
    assertProblem(await send(get(path, key)), 404, 'path_not_found');
  }
  assert.equal((await send(get('http://evil.example/v1/events/evt_x', key))).status, 404);
});

test('headers and bodies that drip are cut off with 408, and good clients meanwhile are served', async () => {
  const slowHeaders = open();
  slowHeaders.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  const slowBody = open();
  slowBody.write(post(server.keys.test.secret, LOGIN).slice(0, -10));
  const drip = setInterval(() => {
    slowHeaders.write('x');
    slowBody.write(' ');
  }, 100);
  const answers = Promise.all([whole(slowHeaders), whole(slowBody)]);
  for (let n = 0; n < 5; n += 1)
    assert.equal((await send(post(server.keys.test.secret, LOGIN, 'Connection: close\r\n'))).status, 201);
  const [headers, body] = await answers;
  clearInterval(drip);
  assertProblem(parse(headers), 408, 'request_timeout');
  assertProblem(parse(body), 408, 'request_timeout');
});

test('a body that stops half way harms nobody', async () => {
  for (let n = 0; n < 20; n += 1) {
    const socket = open();
    socket.write(post(server.keys.test.secret, LOGIN).slice(0, -10));
    socket.end();
    await whole(socket);
  }
  assert.equal((await send(post(server.keys.test.secret, LOGIN, 'Connection: close\r\n'))).status, 201);
  assert.ok(!server.log.some((line) => JSON.parse(line).level >= 50), 'nothing of this is an error of ours');
});

test('idle connections are shed, new ones are taken', async () => {
  const idle = Array.from({ length: 300 }, open);
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  assert.equal((await send(get('/healthz', 'x'))).status, 200);
  await Promise.all(idle.map(whole));
});

test('pipelined requests are answered in their order', async () => {
  const key = server.keys.test.secret;
  const text = await (async () => {
    const socket = open();
    socket.write(post(key, LOGIN) + post(key, '{') + post(key, LOGIN) + get('/healthz', key));
    return whole(socket);
  })();
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]);
  // A refused body closes the connection: what follows it may have been read as anything.
  assert.deepEqual(statuses.slice(0, 2), ['201', '400']);
});

test('chunked bodies and their trailers', async () => {
  const key = server.keys.test.secret;
  const head = `POST /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: Authorization\r\nConnection: close\r\n\r\n`;
  const good = await send(`${head}${LOGIN.length.toString(16)}\r\n${LOGIN}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`);
  assert.equal(good.status, 201, good.body);
  assertProblem(await send(`${head}0\r\n\r\n`), 400, 'invalid_json');
  const big = 'x'.repeat(65_536);
  const reply = await send(head, ...Array.from({ length: 6 }, () => `10000\r\n${big}\r\n`), '0\r\n\r\n');
  assertProblem(reply, 413, 'body_too_large');
});

test('closing answers what is under way and cuts off who sends only half', async () => {
  const timeouts = { request: 10_000, headers: 5_000, drain: 100 };
  const other = await startTestServer({ options: { timeouts } });
  await other.app.listen({ host: '127.0.0.1', port: 0 });
  const { port: at } = other.app.server.address() as AddressInfo;
  const half = connect(at, '127.0.0.1');
  const idle = connect(at, '127.0.0.1');
  for (const socket of [half, idle]) socket.on('error', () => undefined);
  // Listened for from the beginning: they may be closed before the answer is read.
  const ended = [whole(half), whole(idle)];
  half.write(post(other.keys.test.secret, LOGIN).slice(0, -10));
  const busy = connect(at, '127.0.0.1');
  // The answer is held back until the server has begun to close.
  const { ingest } = other.context.store;
  let closing: Promise<void> | undefined;
  other.context.store.ingest = async (work) => {
    closing = other.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return ingest(work);
  };
  busy.write(post(other.keys.test.secret, LOGIN));
  const reply = parse(await whole(busy));
  assert.equal(reply.status, 201, reply.body);
  await Promise.all([closing, ...ended]);
});
