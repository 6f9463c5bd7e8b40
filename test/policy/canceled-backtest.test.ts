// Tests that a backtest ends when its client closes the connection, although the service has nothing to send before the result.
import assert from 'node:assert/strict';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startTestServer } from '../http/test-server.ts';

/** More than a page. */
const EVENTS = 120;
const RANGE = JSON.stringify({ from: '2020-01-01T00:00:00Z', to: '9999-01-01T00:00:00Z' });

test('closing the connection cancels a backtest', async () => {
  const store = await openSqlite({ path: ':memory:' });
  let accepted: Socket | undefined;
  let client: Socket | undefined;
  let pages = 0;
  const assessments = Object.assign(Object.create(store.assessments), {
    page: async (...read: Parameters<typeof store.assessments.page>) => {
      pages += 1;
      client?.end();
      while (accepted?.readableEnded !== true) await sleep(1);
      // Longer than the interval of progress.
      await sleep(250);
      return store.assessments.page(...read);
    },
  });
  const server = await startTestServer({ store: Object.assign(Object.create(store), { assessments }) });
  after(() => server.close());
  const send = (n: number) => server.event(server.keys.test.secret, { event: 'login', account: { id: `u_${n}` } });
  await Promise.all(Array.from({ length: EVENTS }, (_, n) => send(n)));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  server.app.server.on('connection', (socket: Socket) => {
    accepted = socket;
  });
  const { port } = server.app.server.address() as AddressInfo;
  client = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  client.write(`POST /v1/environments/${server.environments.test.id}/policy/backtest HTTP/1.1\r\nHost: a\r
Authorization: Bearer ${server.sessions.analyst}\r\nContent-Type: application/json\r\nContent-Length: ${RANGE.length}\r\n\r\n${RANGE}`);
  let response = '';
  for await (const chunk of client) response += chunk;
  assert.match(response, /^HTTP\/1\.1 408 .*"code":"cancelled"/s);
  assert.equal(pages, 1);
});
