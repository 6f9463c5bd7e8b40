// Tests the Node client of the examples when Assay answers only after the login, and what is done about it fails.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { startTestServer } from '../http/test-server.ts';
import { waitUntil } from '../webhooks/running-dispatcher.ts';

const { createAssay } = await import(new URL('../../examples/node/assay.mjs', import.meta.url).href);

test('a failure of onLateDecision is logged, and neither ends the process nor repeats the event', async ({ mock }) => {
  const server = await startTestServer();
  after(() => server.close());
  await server.app.ready();
  let isAway = true;
  const gateway = createServer((request, response) => {
    if (isAway) response.writeHead(503).end();
    else server.app.routing(request, response);
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  after(() => {
    gateway.close();
    gateway.closeAllConnections();
  });
  const { port } = gateway.address() as AddressInfo;
  const logged = mock.method(console, 'error', () => {});
  const late: string[] = [];
  const assay = createAssay({
    baseUrl: `http://127.0.0.1:${port}`,
    secretKey: server.keys.test.secret,
    onLateDecision: async (_event: unknown, { risk }: { risk: { decision: string } }) => {
      late.push(risk.decision);
      throw new Error('the table of sessions is locked');
    },
  });
  const event = { event: 'login', account: { id: 'force_block_late' }, ip_address: '93.184.216.34' };
  const { decision, failedOpen } = await assay.assess(event);
  assert.deepEqual([decision, failedOpen], ['allow', true]);
  isAway = false;
  await waitUntil(() => logged.mock.calls.some(({ arguments: [text] }) => text === 'assay: onLateDecision failed:'));
  assert.deepEqual(late, ['block']);
  const [, error] = logged.mock.calls.at(-1)?.arguments ?? [];
  assert.match(String(error), /the table of sessions is locked/);
});
