// Tests the service as a process: `webhooks listen`, and kill -9 right after a response (fault C01; CRASH_ROUNDS=50).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withFolder } from '../cli/run-cli.ts';
import { httpResponse, startReceiver } from './receivers.ts';
import { addEndpoint, firstRun, request, run, startService, stop, untilPrinted } from './running-service.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);

test('webhooks listen verifies and prints deliveries and deletes its endpoint', async () => {
  await withFolder(async (dataDir) => {
    const service = await startService(dataDir);
    const { environments, owner } = firstRun(dataDir);
    const listener = run(['webhooks', 'listen', '--json'], dataDir);
    const [, url = ''] = await untilPrinted(listener, /listening on (http:\S+) for everything in env_\w+ \(test\)/);
    const login = { event: 'login', account: { id: 'force_block_1' } };
    const event = await request(`${service.baseUrl}/v1/events`, environments.test.secret_key, login);
    assert.equal(event.status, 201);
    await untilPrinted(listener, /"type":"decision.block"/);
    const lines = listener.output.text.split('\n').filter((line) => line.startsWith('{'));
    for (const line of lines.map((text) => JSON.parse(text))) {
      assert.equal(line.verdict, 'valid');
      assert.equal(line.envelope.data.event_id, event.data.id);
      assert.equal(line.id, line.envelope.id);
    }
    const forged = await fetch(url, { method: 'POST', body: '{"type":"\u001b[31m"}' });
    assert.equal(forged.status, 401);
    await untilPrinted(listener, /"verdict":"bad_signature"\}/);
    assert.equal(await stop(listener, 'SIGINT'), 0);
    const session = await request(`${service.baseUrl}/v1/auth/login`, '', owner);
    const list = `${service.baseUrl}/v1/environments/${environments.test.id}/webhooks`;
    assert.deepEqual((await request(list, session.data.token ?? '')).data, []);
    assert.equal(await stop(service, 'SIGTERM'), 0);
  });
});

test('stores and announces an acknowledged event despite kill -9 (C01)', async () => {
  await withFolder(async (dataDir) => {
    await using receiver = await startReceiver(httpResponse(200));
    let service = await startService(dataDir);
    const { environments } = firstRun(dataDir);
    await addEndpoint(service.baseUrl, dataDir, receiver.url, ['risk.assessment.completed']);
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const body = { event: 'login', account: { id: `u_${round}` } };
      const event = await request(`${service.baseUrl}/v1/events`, environments.test.secret_key, body);
      assert.equal(event.status, 201);
      acknowledged.push(event.data.id ?? '');
      await stop(service, 'SIGKILL');
      service = await startService(dataDir);
    }
    for (const id of acknowledged) {
      assert.equal((await request(`${service.baseUrl}/v1/events/${id}`, environments.test.secret_key)).status, 200);
      while (!receiver.requests.some((request) => request.includes(`"event_id":"${id}"`))) await pause(20);
    }
    assert.equal(await stop(service, 'SIGTERM'), 0);
  });
});
