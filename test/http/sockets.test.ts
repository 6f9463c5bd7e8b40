// Raw sockets: malformed, slow, oversized and smuggled messages, and paths that client libraries would not send.
import assert from 'node:assert/strict';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let port: number;
before(async () => {
  // Short timeouts keep the tests of slow clients fast.
  const timeouts = { request: 600, headers: 300, stalled: 400, drain: 200, responses: 200 };
  server = await startTestServer({ options: { timeouts } });
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

/** Everything that the server sends until it closes the connection. */
function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

async function send(...parts: (string | Buffer)[]): Promise<Reply> {
  const socket = open();
  for (const part of parts) socket.write(part);
  return parse(await readToEnd(socket));
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

test('malformed HTTP gets a problem document', async () => {
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

test('rejects conflicting lengths and header injection', async () => {
  const base = `POST /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.keys.test.secret}\r\nContent-Type: application/json\r\n`;
  for (const more of [
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    'Content-Length: -1\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\nZZ\r\n',
    'Transfer-Encoding: gzip, identity\r\n\r\nx',
    `Transfer-Encoding: gzip, chunked\r\n\r\n${LOGIN.length.toString(16)}\r\n${LOGIN}\r\n0\r\n\r\n`,
    `Transfer-Encoding: chunked, chunked\r\n\r\n${LOGIN.length.toString(16)}\r\n${LOGIN}\r\n0\r\n\r\n`,
    'X: a\u0000b\r\n\r\n',
  ]) {
    // `send` reads until the server closes the connection: what follows must not be read as another request.
    const reply = await send(base + more);
    assert.equal(reply.status, 400, `${more} ${JSON.stringify(reply)}`);
    assert.equal(reply.headers.connection, 'close', more);
    assert.equal(reply.headers['content-type'], 'application/problem+json');
  }
});

test('requires exactly one Host header', async () => {
  assertProblem(await send('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'), 400, 'malformed_request');
  assertProblem(
    await send('GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'),
    400,
    'malformed_request',
  );
  assert.equal((await send('GET /healthz HTTP/1.0\r\n\r\n')).status, 200);
});

test('headers over 16 KiB are 431, an unknown expectation 417', async () => {
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

test('rejects two Authorization headers even if the first one is valid', async () => {
  const key = server.keys.test.secret;
  assertProblem(
    await send(get('/v1/events/evt_x', key, `Authorization: Bearer ${key}\r\n`)),
    401,
    'credential_malformed',
  );
  assertProblem(await send(get('/v1/events/evt_x', key, 'Authorization: Bearer x\r\n')), 401, 'credential_malformed');
  assertProblem(await send(get('/v1/events/evt_x', key)), 404, 'event_not_found');
});

test('paths that only a raw client can send are not found', async () => {
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
    '/docs/console/static/%2e%2e/%2e%2e/package.json',
    '/docs/console/static/../../package.json',
    '/docs/console/static/none.js',
  ]) {
    assertProblem(await send(get(path, key)), 404, 'path_not_found');
  }
  assert.equal((await send(get('http://evil.example/v1/events/evt_x', key))).status, 404);
});

test('times out slow headers and bodies with 408 while serving other clients', async () => {
  const slowHeaders = open();
  slowHeaders.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  const slowBody = open();
  slowBody.write(post(server.keys.test.secret, LOGIN).slice(0, -10));
  const drip = setInterval(() => {
    slowHeaders.write('x');
    slowBody.write(' ');
  }, 100);
  const replies = Promise.all([readToEnd(slowHeaders), readToEnd(slowBody)]);
  for (let n = 0; n < 5; n += 1)
    assert.equal((await send(post(server.keys.test.secret, LOGIN, 'Connection: close\r\n'))).status, 201);
  const [headers, body] = await replies;
  clearInterval(drip);
  assertProblem(parse(headers), 408, 'request_timeout');
  assertProblem(parse(body), 408, 'request_timeout');
});

test('a request that was rejected before its body gets no second response when the body is late or malformed', async () => {
  const head =
    'POST /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer wrong\r\nContent-Type: application/json\r\n';
  for (const body of [
    'Content-Length: 100\r\n\r\n{',
    'Transfer-Encoding: chunked\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\nnonsense\r\n',
  ]) {
    const socket = open();
    socket.write(head + body.slice(0, body.indexOf('\r\n\r\n') + 4));
    const received = readToEnd(socket);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write(body.slice(body.indexOf('\r\n\r\n') + 4));
    const text = await received;
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 401'], body);
  }
});

test('nor when its malformed body arrives with the head, alone or behind another request', async () => {
  const bad =
    'POST /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer wrong\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n';
  for (const [text, statuses] of [
    [bad, [401]],
    [post(server.keys.test.secret, LOGIN) + bad, [201, 401]],
  ] as const) {
    const socket = open();
    socket.write(text);
    const received = await readToEnd(socket);
    assert.deepEqual(
      Array.from(received.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status)),
      statuses,
    );
  }
});

test('many large bodies at once are parsed in the order they arrive, with a valid key and without one', async () => {
  // This server has the default timeouts, which even a busy machine meets.
  const patient = await startTestServer();
  const origin = await patient.app.listen({ host: '127.0.0.1', port: 0 });
  // In any other order, the parts are not valid JSON.
  const parts = ['{"event":', '"login",', '"account":', '{"id":', '"u_1"}}'];
  const body = parts.map((part) => part.padEnd(45_000)).join('');
  for (const [token, status] of [
    ['wrong', 401],
    [patient.keys.test.secret, 201],
  ] as const) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const response = await fetch(`${origin}/v1/events`, { method: 'POST', headers, body });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    assert.deepEqual(new Set(statuses), new Set([status]));
  }
  await patient.close();
});

test('a body that stops halfway affects no other request', async () => {
  for (let n = 0; n < 20; n += 1) {
    const socket = open();
    socket.write(post(server.keys.test.secret, LOGIN).slice(0, -10));
    socket.end();
    await readToEnd(socket);
  }
  assert.equal((await send(post(server.keys.test.secret, LOGIN, 'Connection: close\r\n'))).status, 201);
  assert.ok(!server.log.some((line) => JSON.parse(line).level >= 50), 'an incomplete body is not a server error');
});

test('closes idle connections and accepts new ones', async () => {
  const idle = Array.from({ length: 300 }, open);
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  assert.equal((await send(get('/healthz', 'x'))).status, 200);
  await Promise.all(idle.map(readToEnd));
});

test('responds to pipelined requests in order', async () => {
  const key = server.keys.test.secret;
  const text = await (async () => {
    const socket = open();
    socket.write(post(key, LOGIN) + post(key, '{') + post(key, LOGIN) + get('/healthz', key));
    return readToEnd(socket);
  })();
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]);
  // A rejected body closes the connection, because the bytes after it have no reliable meaning.
  assert.deepEqual(statuses.slice(0, 2), ['201', '400']);
});

test('accepts chunked bodies and ignores their trailers', async () => {
  const key = server.keys.test.secret;
  const head = `POST /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: Authorization\r\nConnection: close\r\n\r\n`;
  const good = await send(`${head}${LOGIN.length.toString(16)}\r\n${LOGIN}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`);
  assert.equal(good.status, 201, good.body);
  assertProblem(await send(`${head}0\r\n\r\n`), 400, 'invalid_json');
  const big = 'x'.repeat(65_536);
  const reply = await send(head, ...Array.from({ length: 6 }, () => `10000\r\n${big}\r\n`), '0\r\n\r\n');
  assertProblem(reply, 413, 'body_too_large');
});

test('closing completes requests in progress and cuts off incomplete ones', async () => {
  const timeouts = { request: 10_000, headers: 5_000, stalled: 5_000, drain: 100, responses: 100 };
  const other = await startTestServer({ options: { timeouts } });
  await other.app.listen({ host: '127.0.0.1', port: 0 });
  const { port: at } = other.app.server.address() as AddressInfo;
  const [half, idle] = [connect(at, '127.0.0.1'), connect(at, '127.0.0.1')];
  for (const socket of [half, idle]) socket.on('error', () => undefined);
  // Subscribe first: the connections may close before the response is read.
  const ended = [readToEnd(half), readToEnd(idle)];
  half.write(post(other.keys.test.secret, LOGIN).slice(0, -10));
  const busy = connect(at, '127.0.0.1');
  // Hold the response until the server has started to close.
  const { ingest } = other.context.store;
  let closing: Promise<void> | undefined;
  other.context.store.ingest = async (work) => {
    closing = other.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return ingest(work);
  };
  busy.write(post(other.keys.test.secret, LOGIN));
  const reply = parse(await readToEnd(busy));
  assert.equal(reply.status, 201, reply.body);
  await Promise.all([closing, ...ended]);
});
