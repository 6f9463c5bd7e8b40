// ASSAY_ROLE: `api` takes events and sends nothing, `worker` sends and answers its operator alone; on both engines.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';
import { answer, startReceiver } from './receivers.ts';
import { until } from './running-dispatcher.ts';
import { addEndpoint, call, end, firstRun, startService } from './running-service.ts';

/** Three looks of a dispatcher for due work. */
const SOME_LOOKS = 1_500;

it('on SQLite, one after the other', () => withFolder((dataDir) => shareWork(dataDir, {}, false)));

it('on PostgreSQL, side by side', async () => {
  const database = await freshDatabase();
  try {
    await withFolder((dataDir) => shareWork(dataDir, { DATABASE_URL: database.url }, true));
  } finally {
    await database.drop();
  }
});

async function shareWork(dataDir: string, storage: Record<string, string>, sideBySide: boolean): Promise<void> {
  await using receiver = await startReceiver(answer(200));
  const start = (role: string) => startService(dataDir, { ...storage, ASSAY_ROLE: role });

  const alone = await start('worker');
  await answersOperatorAlone(alone.baseUrl, []);
  assert.equal(existsSync(join(dataDir, 'first-run.json')), false, 'keys are shown by a process that takes them');
  assert.equal(await end(alone, 'SIGTERM'), 0);

  const api = await start('api');
  const { secret_key } = firstRun(dataDir).environments.test;
  await addEndpoint(api.baseUrl, dataDir, receiver.url, ['risk.assessment.completed']);
  const sent = await call(`${api.baseUrl}/v1/events`, secret_key, { event: 'login', account: { id: 'ann' } });
  assert.equal(sent.status, 201);
  await pause(SOME_LOOKS);
  assert.equal(receiver.connections, 0, 'an api process sends nothing');
  assert.doesNotMatch(await metricsOf(api.baseUrl), /assay_webhook_/);
  if (!sideBySide) assert.equal(await end(api, 'SIGTERM'), 0);

  const worker = await start('worker');
  await until(() => receiver.requests.length === 1);
  await until(async () => /attempts_total\{class="success",error="none"\} 1$/m.test(await metricsOf(worker.baseUrl)));
  await answersOperatorAlone(worker.baseUrl, [secret_key]);
  if (sideBySide) assert.equal(await end(api, 'SIGTERM'), 0);
  assert.equal(await end(worker, 'SIGTERM'), 0);
  assert.equal(receiver.requests.length, 1);
}

const metricsOf = async (baseUrl: string) => (await fetch(`${baseUrl}/metrics`)).text();

async function answersOperatorAlone(baseUrl: string, keys: readonly string[]): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal((await fetch(baseUrl + path)).status, 200, path);
  for (const path of ['/', '/docs', '/openapi.json', '/v1/events/evt_1', '/sdk/v1.js', '/demo/']) {
    assert.equal((await fetch(baseUrl + path)).status, 401, path);
    for (const key of keys) {
      const answered = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
      assert.equal(answered.status, 404, path);
    }
  }
  const event = await fetch(`${baseUrl}/v1/events`, { method: 'POST', body: '{}' });
  assert.equal(event.status, 401);
}
