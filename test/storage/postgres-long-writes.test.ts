// Tests the transactions on PostgreSQL that change all rows of an account or an environment: they outlast the limit of others, not a hang.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { operatorActor } from '../../src/flows/audit/audit-event.ts';
import { applyPendingRollups, rebuildRollups } from '../../src/flows/overview/apply-rollups.ts';
import { eraseAccount } from '../../src/flows/privacy/erase-account.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';
import { startRelay } from './relay.ts';

const DEADLINE_MS = 1_500;
/** How long a session has waited for the lock when it is released: longer than the deadline. */
const WAITED = `SELECT FROM pg_locks WHERE NOT granted AND waitstart < clock_timestamp() - interval '${DEADLINE_MS + 500} ms'`;

async function logIn(server: TestServer): Promise<void> {
  const body = { event: 'login', account: { id: 'ann' }, ip_address: '81.2.69.142' };
  assert.equal((await server.event(server.keys.test.secret, body)).statusCode, 201);
}

const erase = ({ context, environments }: TestServer) =>
  eraseAccount(context, operatorActor(environments.test.organizationId, 'test'), environments.test, 'ann');

test('an erasure and a rebuild of the rollups may take longer than a request', { timeout: 60_000 }, async () => {
  const { url, drop } = await freshDatabase();
  const server = await startTestServer({ store: await openPostgres({ url, deadlineMs: DEADLINE_MS }) });
  const { test: environment } = server.environments;
  await logIn(server);
  assert.equal(await applyPendingRollups(server.context, environment), 1);
  const blocker = new pg.Client(url);
  await blocker.connect();
  const outlasting = async <T>(table: string, work: () => Promise<T>) => {
    await blocker.query(`BEGIN; SELECT FROM ${table} FOR UPDATE`);
    let hasEnded = false;
    const result = work().finally(() => {
      hasEnded = true;
    });
    result.catch(() => {});
    while (!hasEnded && (await blocker.query(WAITED)).rowCount === 0);
    await blocker.query('ROLLBACK');
    return result;
  };
  try {
    assert.equal(await outlasting('networks', () => rebuildRollups(server.context, environment)), 1);
    assert.equal((await outlasting('accounts', () => erase(server))).erasedEvents, 1);
  } finally {
    await blocker.end();
    await server.close();
    await drop();
  }
});

test('an erasure ends once the server hangs, and does not name it', { timeout: 60_000 }, async () => {
  const { url, drop } = await freshDatabase();
  let hangs = false;
  const relay = await startRelay(url, () => (hangs ? 'drop' : 'pass'));
  const watchLimits = { everyMs: 100, answerMs: 1_000 };
  const server = await startTestServer({ store: await openPostgres({ url: relay.url, watchLimits }) });
  await logIn(server);
  hangs = true;
  try {
    await assert.rejects(erase(server), { kind: 'unavailable', message: 'the database did not answer in time' });
  } finally {
    relay.close();
    await server.close().catch(() => {});
    await drop();
  }
});
