// The examples beside the login: decisions in a chat, and new events as OCSF lines.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { deliveryHeaders } from '../../src/webhooks/signature.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { httpResponse, startReceiver } from '../webhooks/receivers.ts';
import { startSite } from './login-server.ts';
import { runProgram } from './programs.ts';

let server: TestServer;
let baseUrl: string;
let folder: string;
before(async () => {
  server = await startTestServer();
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

test('the export prints each event once, oldest first', async () => {
  const environment = {
    ASSAY_URL: baseUrl,
    ASSAY_SECRET_KEY: server.keys.test.secret,
    POSITION_FILE: join(folder, 'position'),
  };
  const exported = async () => {
    // The export leaves out the last second, in which events may still appear.
    await pause(1_100);
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
  await record('email_change', 'u_3');
  assert.deepEqual(await exported(), [[300299, 1, 1, 'u_3', 'allow']]);
});
