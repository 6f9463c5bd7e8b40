// Tests reads that their clients have canceled: they hold up no other read of the same member.
import assert from 'node:assert/strict';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { MAX_IN_PROGRESS } from '../../src/http/server/reads-in-progress.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startTestServer } from './test-server.ts';

const store = await openSqlite({ path: ':memory:' });
/** The numbers of the environments whose views are read, in order, and what lets each read go on. */
const begun: number[] = [];
const gates: (() => void)[] = [];
const savedViews = Object.assign(Object.create(store.savedViews), {
  list: async (...read: Parameters<typeof store.savedViews.list>) => {
    begun.push(read[0]);
    await new Promise<void>((resolve) => gates.push(resolve));
    return store.savedViews.list(...read);
  },
});
let authenticated = 0;
const sessions = Object.assign(Object.create(store.sessions), {
  find: async (digest: string) => {
    const found = await store.sessions.find(digest);
    authenticated += 1;
    return found;
  },
});
const server = await startTestServer({ store: Object.assign(Object.create(store), { savedViews, sessions }) });
await server.app.listen({ host: '127.0.0.1', port: 0 });
after(() => server.close());
/** The service's ends of the connections. */
const accepted: Socket[] = [];
server.app.server.on('connection', (socket: Socket) => accepted.push(socket));
const { test: tests, live } = server.environments;

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await nextTick();
  // An authenticated request begins its read, or waits, a few ticks later.
  for (let tick = 0; tick < 50; tick += 1) await nextTick();
}

/** Sends reads of the same member, one on each connection. */
async function read(environment: typeof live, count: number): Promise<Socket[]> {
  const { port } = server.app.server.address() as AddressInfo;
  const expected = authenticated + count;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }).on('error', () => {});
    socket.write(`GET /v1/environments/${environment.id}/views HTTP/1.1\r\nHost: a\r
Authorization: Bearer ${server.sessions.analyst}\r\n\r\n`);
    return socket;
  });
  await until(() => authenticated === expected);
  return sockets;
}

function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once('data', (data) => resolve(String(data).split('\r\n')[0] ?? '')));
}

test('canceled reads come after the others of their member, or not at all', async () => {
  const [first] = await read(tests, MAX_IN_PROGRESS);
  assert.deepEqual(begun, Array(MAX_IN_PROGRESS).fill(tests.number));
  const [halfClosed, reset] = [await read(tests, 2), await read(tests, 4)];
  for (const socket of halfClosed) socket.end();
  for (const socket of reset) socket.resetAndDestroy();
  await until(() => accepted.filter(({ readableEnded, destroyed }) => readableEnded || destroyed).length === 6);
  const [awaited] = await read(live, 1);
  assert.equal(begun.length, MAX_IN_PROGRESS);
  gates.shift()?.();
  assert.equal(await firstLine(first as Socket), 'HTTP/1.1 200 OK');
  await until(() => begun.length > MAX_IN_PROGRESS);
  assert.equal(begun.at(-1), live.number, 'the read that is awaited is next');
  const responses = Promise.all([awaited as Socket, ...halfClosed].map(firstLine));
  const others = (async () => {
    while (begun.length < MAX_IN_PROGRESS + 3 || gates.length > 0) {
      gates.shift()?.();
      await nextTick();
    }
  })();
  assert.deepEqual(await responses, Array(3).fill('HTTP/1.1 200 OK'));
  await others;
  assert.equal(begun.length, MAX_IN_PROGRESS + 3, 'no read begins whose connection is gone');
});
