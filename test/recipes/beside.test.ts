// Tests the examples beyond the login: decisions in a chat, events of Keycloak, and new events as OCSF lines.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR, SECOND } from '../../src/vocabulary/clock.ts';
import { deliveryHeaders } from '../../src/webhooks/signature.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { httpResponse, startReceiver } from '../webhooks/receivers.ts';
import { startSite } from './login-server.ts';
import { runProgram } from './programs.ts';

let server: TestServer;
let baseUrl: string;
let folder: string;
before(async () => {
  // The export leaves out the last seconds, in which events may still be stored.
  server = await startTestServer({ clock: () => Date.now() - 20 * SECOND });
  baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 });
  folder = mkdtempSync(join(tmpdir(), 'assay-siem-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

test('the chat receiver posts a genuine delivery once and rejects a forged one', async () => {
  await using chat = await startReceiver(httpResponse(200, 'ok'));
  const secret = 'whsec_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpq';
  const site = await startSite([process.execPath, 'notifications/slack.mjs'], {
    ASSAY_WEBHOOK_SECRET: secret,
    SLACK_URL: chat.url,
    DASHBOARD_URL: 'https://risk.example.com/#/env_1',
  });
  try {
    const risk = { score: 91, level: 'critical', decision: 'block', signals: [{ code: 'BRUTE_FORCE_SUSPECTED' }] };
    const data = { event_id: 'evt_1', event_type: 'login', device_id: 'dev_1', risk };
    const body = JSON.stringify({ id: 'wh_evt_1', type: 'decision.block', data });
    const send = async (key: string) => {
      const headers = deliveryHeaders('wh_evt_1', key, Date.now(), body);
      return (await fetch(site.url, { method: 'POST', headers, body })).status;
    };
    assert.equal(await send(`${secret.slice(0, -1)}0`), 401);
    assert.equal(await send(secret), 204);
    assert.equal(await send(secret), 200);
    assert.equal(chat.requests.length, 1);
    const { text } = JSON.parse(chat.requests[0]?.split('\r\n\r\n')[1] ?? '');
    assert.match(
      text,
      /decision\.block.*login scored 91.*\nBRUTE_FORCE_SUSPECTED\n<https:\/\/risk\.example\.com\/#\/env_1\/events\/evt_1/,
    );
  } finally {
    await site.close();
  }
});

test('an alert is posted with its sentence and a link to what it is about', async () => {
  await using chat = await startReceiver(httpResponse(200, 'ok'));
  const secret = 'whsec_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpq';
  const program = [process.execPath, 'notifications/slack.mjs'] as const;
  const site = await startSite(program, { ASSAY_WEBHOOK_SECRET: secret, SLACK_URL: chat.url });
  try {
    const alert = { what: '31 % of the events were blocked.', url: 'https://risk.example.com/#/env_1/events' };
    const body = JSON.stringify({ id: 'wh_evt_2', type: 'alert.opened', data: { risk: null, device_id: null, alert } });
    const headers = deliveryHeaders('wh_evt_2', secret, Date.now(), body);
    assert.equal((await fetch(site.url, { method: 'POST', headers, body })).status, 204);
    const { text } = JSON.parse(chat.requests[0]?.split('\r\n\r\n')[1] ?? '');
    assert.equal(text, `*alert.opened*: ${alert.what}\n<${alert.url}|Open the alert>`);
  } finally {
    await site.close();
  }
});

const SERVERS: Readonly<Record<string, Record<string, string>>> = {
  'node/login-server.mjs': { ASSAY_PUBLIC_KEY: 'pub_test_x' },
  'webhook-receiver/receiver.mjs': { ASSAY_WEBHOOK_SECRET: 'whsec_x' },
  'notifications/slack.mjs': { ASSAY_WEBHOOK_SECRET: 'whsec_x', SLACK_URL: 'http://127.0.0.1:9/' },
  'keycloak/adapter.mjs': { KEYCLOAK_SECRET: 'x' },
  'ory-kratos/adapter.mjs': { KRATOS_HOOK_TOKEN: 'x' },
};
for (const [program, environment] of Object.entries(SERVERS)) {
  test(`${program} goes on when a caller leaves in the middle of a body`, async () => {
    const site = await startSite([process.execPath, program], { ASSAY_SECRET_KEY: 'sec_test_x', ...environment });
    try {
      const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
      // The caller disconnects after the body has begun; the program notices it before the next request.
      await pause(100);
      socket.destroy();
      await pause(100);
      await assert.doesNotReject(fetch(site.url, { method: 'POST', body: '{}' }));
    } finally {
      await site.close();
    }
  });
}

test('keycloak/adapter.mjs accepts an event without details', async () => {
  const environment = { ASSAY_URL: baseUrl, ASSAY_SECRET_KEY: server.keys.test.secret, KEYCLOAK_SECRET: 'x' };
  const site = await startSite([process.execPath, 'keycloak/adapter.mjs'], environment);
  try {
    for (const details of [null, undefined]) {
      const body = JSON.stringify({ type: 'access.LOGIN', authDetails: details, details });
      const headers = { 'x-keycloak-signature': createHmac('sha256', 'x').update(body).digest('hex') };
      assert.equal((await fetch(site.url, { method: 'POST', headers, body })).status, 204);
    }
  } finally {
    await site.close();
  }
});

test('the export prints each event once, oldest first', async () => {
  const environment = {
    ASSAY_URL: baseUrl,
    ASSAY_SECRET_KEY: server.keys.test.secret,
    POSITION_FILE: join(folder, 'position'),
  };
  const exported = async () => {
    const lines = (await runProgram([process.execPath, 'siem/export.mjs'], environment)).split('\n').slice(0, -1);
    return lines
      .map((line) => JSON.parse(line))
      .map((line) => {
        // OCSF requires one of service and dst_endpoint, and an address that is one.
        assert.ok(line.service.name !== '' && !('ip' in line.src_endpoint));
        return [line.type_uid, line.status_id, line.action_id, line.user.uid, line.unmapped.decision];
      });
  };
  const record = async (event: string, id: string) => {
    assert.equal((await server.event(server.keys.test.secret, { event, account: { id } })).statusCode, 201);
  };
  await record('login', 'u_1');
  await record('login_failed', 'force_block_2');
  assert.deepEqual(await exported(), [
    [300201, 1, 1, 'u_1', 'allow'],
    [300201, 2, 2, 'force_block_2', 'block'],
  ]);
  // An event that has waited for ten seconds before it is stored is behind no position. It ends in seconds: the clock is that of the service.
  const position = readFileSync(environment.POSITION_FILE, 'utf8');
  assert.ok(Date.parse(position) <= Date.now() - 10 * SECOND && position.endsWith('.000Z'), position);
  writeFileSync(environment.POSITION_FILE, new Date(Date.now() - 20 * SECOND).toISOString());
  await record('email_change', 'u_3');
  assert.deepEqual(await exported(), [[300299, 1, 1, 'u_3', 'allow']]);
  // The clock was an hour ahead and has been corrected: the next events are behind the position.
  writeFileSync(environment.POSITION_FILE, new Date(Date.now() + HOUR).toISOString());
  await record('login', 'u_4');
  assert.deepEqual((await exported()).at(-1), [300201, 1, 1, 'u_4', 'allow']);
  assert.ok(Date.parse(readFileSync(environment.POSITION_FILE, 'utf8')) < Date.now());
});
