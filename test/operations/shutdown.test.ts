// Tests SIGTERM under load: readiness ends first, keep-alive connections end cleanly, and every request gets its response.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { secretKey } from '../../bench/service/first-run.ts';
import { SERVER, startService } from '../../bench/service/start-service.ts';
import { startEventLoad } from './load.ts';

function get(url: string): Promise<{ status: number | undefined; connection: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode, connection: response.headers.connection, body }));
    })
      .on('error', reject)
      .end();
  });
}

test('a stopping service is not ready, still serves, ends its connections and loses no request', async () => {
  const service = await startService(SERVER, '/readyz', { ASSAY_SHUTDOWN_DELAY_SECONDS: '4' });
  const load = startEventLoad(() => [service.baseUrl], secretKey(service.dataDir), 200);
  try {
    while (load.acknowledged.length < 100) await pause(10);
    assert.equal((await get(`${service.baseUrl}/healthz`)).connection, 'keep-alive');
    const stopped = service.stop();
    let ready = await get(`${service.baseUrl}/readyz`);
    while (ready.status === 200) ready = await get(`${service.baseUrl}/readyz`);
    assert.equal(ready.status, 503);
    assert.equal(JSON.parse(ready.body).code, 'stopping');
    // A load balancer keeps sending requests until its next check.
    const before = load.acknowledged.length;
    while (load.acknowledged.length === before && service.process.exitCode === null) await pause(10);
    assert.ok(load.acknowledged.length > before, 'requests are accepted during the delay');
    assert.equal((await get(`${service.baseUrl}/healthz`)).connection, 'close');
    await load.stop();
    await stopped;
    assert.deepEqual(load.failures, []);
    assert.equal(service.process.exitCode, 0);
  } finally {
    await load.stop();
    await service.stop();
  }
});
