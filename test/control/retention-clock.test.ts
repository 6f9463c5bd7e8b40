// Tests a process whose clock is ahead of the others': it deletes nothing before its time, and logs the difference.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { startClockJob } from '../../src/compose/clock-job.ts';
import { applyRetention } from '../../src/flows/privacy/apply-retention.ts';
import { pruneDeliveries } from '../../src/flows/webhooks/prune-deliveries.ts';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';

const AHEAD = 26 * HOUR;
const clock = () => Date.now() + AHEAD;

/** Calls `use` with the stores of two processes on one database, the second of which has a clock that is ahead. */
async function withProcesses(use: (right: Store, ahead: Store) => Promise<void>): Promise<void> {
  const { url, drop } = await freshDatabase();
  const stores = [await openPostgres({ url }), await openPostgres({ url, now: clock })] as const;
  try {
    await use(...stores);
  } finally {
    for (const store of stores) await store.close();
    await drop();
  }
}

test('a process whose clock is a day ahead deletes nothing that is a day too young', async () => {
  await withProcesses(async (store, ahead) => {
    const server = await startTestServer({ store });
    const authorization = `Bearer ${server.sessions.owner}`;
    const { id, number } = server.environments.test;
    const asOwner = (method: 'GET' | 'PATCH', url: string, payload?: object) =>
      server.request({ method, url, headers: { authorization }, ...(payload === undefined ? {} : { payload }) });
    assert.equal((await asOwner('PATCH', `/v1/environments/${id}`, { retention_days: 1 })).statusCode, 200);
    const login = { event: 'login', account: { id: 'ann' }, ip_address: '198.51.100.7' };
    const send = () => server.event(server.keys.test.secret, login, { headers: { 'idempotency-key': 'once' } });
    const first = await send();
    const context = { ...server.context, store: ahead, clock };
    assert.deepEqual(await applyRetention(context), [{ environmentId: id, cleanedEvents: 0 }]);
    const retried = await send();
    assert.deepEqual([first.statusCode, retried.statusCode], [201, 200]);
    assert.equal(retried.json().data.id, first.json().data.id);
    assert.equal((await store.events.event(number, first.json().data.id))?.event.address, '198.51.100.7');
    assert.equal((await asOwner('GET', '/v1/auth/sessions')).statusCode, 200);
    await server.app.close();
  });
});

test('a process whose clock is a day ahead keeps finished deliveries of the last day', async () => {
  await withProcesses(async (store, ahead) => {
    const server = await startTestServer({ store });
    const base = `/v1/environments/${server.environments.test.id}/webhooks`;
    const asOwner = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
      server.request({
        ...{ method, url, headers: { authorization: `Bearer ${server.sessions.owner}` } },
        ...(payload === undefined ? {} : { payload }),
      });
    const created = await asOwner('POST', base, { url: 'https://example.com/hook', event_types: ['device.trusted'] });
    const endpoint = `/v1/webhooks/${created.json().data.id}`;
    assert.equal((await asOwner('POST', `${endpoint}/test`)).statusCode, 202);
    assert.equal((await asOwner('DELETE', endpoint)).statusCode, 204);
    await pruneDeliveries(server.context, DAY);
    assert.equal((await pruneDeliveries({ ...server.context, store: ahead, clock }, DAY)).removed, 0);
    assert.equal((await pruneDeliveries({ ...server.context, clock }, DAY)).removed, 1, 'one is finished');
    await server.app.close();
  });
});

test('a process logs how far its clock is from that of PostgreSQL', async () => {
  await withProcesses(async (right, ahead) => {
    const log: string[] = [];
    const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line).msg) });
    await startClockJob(right, logger).stop();
    assert.equal(log.join(), '');
    await startClockJob(ahead, logger).stop();
    assert.match(log.join(), /^the clock is 93(599|600) s ahead of that of PostgreSQL: set both by NTP$/);
  });
});
