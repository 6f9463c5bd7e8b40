// Tests ASSAY_ROLE on both engines: `api` accepts events and sends nothing; `worker` sends and serves only operator endpoints.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';
import { httpResponse, startReceiver } from './receivers.ts';
import { waitUntil } from './running-dispatcher.ts';
import { addEndpoint, firstRun, request, startService, stop } from './running-service.ts';

/** Time for three polls of a dispatcher, ms. */
const THREE_POLLS = 1_500;

test('SQLite: api and worker share the work, one at a time', () =>
  withFolder((dataDir) => shareWork(dataDir, {}, false)));

test('PostgreSQL: api and worker share the work concurrently', async () => {
  const database = await freshDatabase();
  try {
    await withFolder((dataDir) => shareWork(dataDir, { DATABASE_URL: database.url }, true));
  } finally {
    await database.drop();
  }
});

async function shareWork(dataDir: string, storage: Record<string, string>, concurrent: boolean): Promise<void> {
  await using receiver = await startReceiver(httpResponse(200));
  const start = (role: string) => startService(dataDir, { ...storage, ASSAY_ROLE: role });

  const alone = await start('worker');
  await assertServesOnlyOperator(alone.baseUrl, []);
  assert.equal(
    existsSync(join(dataDir, 'first-run.json')),
    false,
    'only a process that accepts keys creates first-run.json',
  );
  assert.equal(await stop(alone, 'SIGTERM'), 0);

  const api = await start('api');
  const { secret_key } = firstRun(dataDir).environments.test;
  await addEndpoint(api.baseUrl, dataDir, receiver.url, ['risk.assessment.completed']);
  const sent = await request(`${api.baseUrl}/v1/events`, secret_key, { event: 'login', account: { id: 'ann' } });
  assert.equal(sent.status, 201);
  await pause(THREE_POLLS);
  assert.equal(receiver.connections, 0, 'an api process sends nothing');
  const unsent = await metricsOf(api.baseUrl);
  assert.doesNotMatch(unsent, /assay_webhook_(attempts|in_flight)/);
  assert.match(unsent, /^assay_webhook_pending 1$/m);
  assert.match(unsent, /^assay_webhook_oldest_due_seconds [1-9]/m, 'so that an alert tells that nobody sends');
  if (!concurrent) assert.equal(await stop(api, 'SIGTERM'), 0);

  const worker = await start('worker');
  await waitUntil(() => receiver.requests.length === 1);
  await waitUntil(async () =>
    /attempts_total\{class="success",error="none"\} 1$/m.test(await metricsOf(worker.baseUrl)),
  );
  await assertServesOnlyOperator(worker.baseUrl, [secret_key]);
  if (concurrent) assert.equal(await stop(api, 'SIGTERM'), 0);
  assert.equal(await stop(worker, 'SIGTERM'), 0);
  assert.equal(receiver.requests.length, 1);
}

const metricsOf = async (baseUrl: string) => (await fetch(`${baseUrl}/metrics`)).text();

async function assertServesOnlyOperator(baseUrl: string, keys: readonly string[]): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal((await fetch(baseUrl + path)).status, 200, path);
  for (const path of ['/', '/docs', '/openapi.json', '/v1/events/evt_1', '/sdk/v1.js', '/demo/']) {
    assert.equal((await fetch(baseUrl + path)).status, 401, path);
    for (const key of keys) {
      const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
      assert.equal(response.status, 404, path);
    }
  }
  const event = await fetch(`${baseUrl}/v1/events`, { method: 'POST', body: '{}' });
  assert.equal(event.status, 401);
}
