// Tests the log line of each decision, which ASSAY_LOG_DECISIONS enables.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from './test-server.ts';

const BODY = {
  event: 'login',
  account: { id: 'account-4711' },
  ip_address: '93.184.216.34',
  user_agent: 'agent-text',
  signals: { timezone: 'Europe/Oslo' },
};

test('a decision is logged once, with ids and codes only, and a replay is not', async () => {
  const server = await startTestServer({ options: { logDecisions: true } });
  after(() => server.close());
  const send = () => server.event(server.keys.test.secret, BODY, { headers: { 'idempotency-key': 'once' } });
  const first = await send();
  const replayed = await send();
  assert.deepEqual([first.statusCode, replayed.statusCode], [201, 200]);
  const lines = server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'decision');
  assert.equal(lines.length, 1);
  const { level: _, time, pid, hostname, msg, ms, ...fields } = lines[0];
  const { id, risk } = first.json().data;
  assert.deepEqual(fields, {
    request_id: first.headers['x-request-id'],
    event: id,
    event_type: 'login',
    score: risk.score,
    decision: risk.decision,
    signals: risk.signals.map(({ code }: { code: string }) => code),
  });
  assert.ok(ms >= 0, String(ms));
});

test('without the setting, no decision is logged', async () => {
  const server = await startTestServer();
  after(() => server.close());
  assert.equal((await server.event(server.keys.test.secret, BODY)).statusCode, 201);
  assert.ok(!server.log.some((line) => line.includes('"msg":"decision"')));
});
