// Tests clients that close their sending side right after their requests: each gets its response.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import { MAX_IN_FLIGHT } from '../../src/http/server/pipelined-connection.ts';
import { startTestServer } from './test-server.ts';

const server = await startTestServer();
await server.app.listen({ host: '127.0.0.1', port: 0 });
after(() => server.close());
const { port } = server.app.server.address() as AddressInfo;

const BODY = '{"event":"login","account":{"id":"u_1"}}';
const REQUEST = `POST /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.keys.test.secret}\r
Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** Sends `text` and the end of the connection at once; resolves to what the server sends before it closes its side. */
function sendAndClose(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    let received = '';
    socket.setEncoding('latin1').on('data', (part) => (received += part));
    socket.on('error', reject).on('end', () => socket.destroy());
    socket.on('close', () => resolve(received));
    socket.end(text);
  });
}

test('a request before the end of the connection gets its response', async () => {
  for (let n = 0; n < 10; n += 1) assert.match(await sendAndClose(REQUEST), /^HTTP\/1\.1 201 Created/);
});

test('a connection that ends without a request, or within one, is closed', async () => {
  assert.equal(await sendAndClose(''), '');
  assert.match(await sendAndClose(REQUEST.slice(0, -1)), /^HTTP\/1\.1 400 /);
});

test('each of many such clients at once gets its response, also if its requests wait for their turn', async () => {
  const expecting = REQUEST.replace('Host: a', 'Host: a\r\nExpect: 100-continue');
  const chunked = REQUEST.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked').replace(
    BODY,
    `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
  );
  for (const request of [REQUEST, expecting, chunked]) {
    const received = await Promise.all(Array.from({ length: 300 }, () => sendAndClose(request)));
    for (const text of received) assert.match(text, /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 201 Created/);
  }
});

test('each pipelined request before the end gets its response, also beyond those that may be in progress', async () => {
  const received = await Promise.all(Array.from({ length: 30 }, () => sendAndClose(REQUEST.repeat(3 * MAX_IN_FLIGHT))));
  for (const text of received) assert.equal(text.split('HTTP/1.1 201 Created').length - 1, 3 * MAX_IN_FLIGHT);
});
