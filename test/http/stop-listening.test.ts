// A server that closes while clients connect: those that the system has accepted for it get their response.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { startTestServer } from './test-server.ts';

const CLIENTS = 20;

/** Connects while the main thread waits, so that no connection is accepted, and counts the first lines of what it receives. */
const CONNECT = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, connected, clients } } = require('node:worker_threads');
const results = Array.from({ length: clients }, () => new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET /healthz HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n', () => {
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
  });
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  socket.on('error', (error) => resolve(error.code));
  socket.on('close', () => resolve(received.split('\\r\\n')[0]));
}));
Promise.all(results).then((lines) => parentPort.postMessage(lines));
`;

test('requests on connections that wait in the queue of the listener are served before it closes', async () => {
  const server = await startTestServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(CONNECT, { eval: true, workerData: { port, connected, clients: CLIENTS } });
  await once(worker, 'online');
  for (let count = 0; count < CLIENTS; count = Atomics.load(connected, 0)) Atomics.wait(connected, 0, count);
  const closed = server.close();
  const [lines] = await once(worker, 'message');
  await closed;
  assert.deepEqual(
    lines,
    Array.from({ length: CLIENTS }, () => 'HTTP/1.1 200 OK'),
  );
});

test('a request that waits for the database when other connections are cut off gets its response', async () => {
  const timeouts = { request: 60_000, headers: 60_000, stalled: 60_000, drain: 50, responses: 60_000 };
  const server = await startTestServer({ options: { timeouts } });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${server.keys.test.secret}`, 'content-type': 'application/json' };
  const half = connect(port, '127.0.0.1')
    .on('error', () => {})
    .resume();
  const cutOff = once(half, 'close');
  const lines = Object.entries({ ...headers, host: 'a', 'content-length': 9 }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  half.write(`POST /v1/events HTTP/1.1\r\n${lines.join('')}\r\n`);
  await once(server.app.server, 'request');
  const { store } = server.context;
  const { ingest } = store;
  let closed: Promise<void> | undefined;
  store.ingest = async (work) => {
    closed = server.close();
    await cutOff;
    return ingest(work);
  };
  const response = await fetch(`http://127.0.0.1:${port}/v1/events`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ event: 'login', account: { id: 'u' } }),
  });
  assert.equal(response.status, 201);
  await closed;
});
