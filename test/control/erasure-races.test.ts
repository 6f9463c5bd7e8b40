// Erasure while events of the same account are under way: what came before is erased, what comes after is a stranger's.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { hashOpaque } from '../../src/devices/client-signals.ts';
import { operatorActor } from '../../src/flows/audit/audit-actor.ts';
import type { EventInput } from '../../src/flows/events/event-input.ts';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
import { recordEvent, recordEventWithin } from '../../src/flows/events/record-event.ts';
import { applyPendingRollups } from '../../src/flows/overview/apply-rollups.ts';
import { eraseAccount } from '../../src/flows/privacy/erase-account.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { contextOver } from '../context.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';
import { gate } from '../storage/sample.ts';

const ANN = 'ann@race.example';
const KEY = hashOpaque(ANN);
const ADDRESS = '198.51.100.23';
const INPUT: EventInput = {
  type: 'login',
  accountId: ANN,
  signals: { persistent_id: 'b5d0a0de-0000-4000-8000-00000000c003', timezone: 'Europe/Vaduz' },
  address: ADDRESS,
  userAgent: null,
  occurredAt: null,
  credential: 'secret',
  idempotency: null,
  imported: null,
};

const database = await freshDatabase();
const store = await openPostgres({ url: database.url });
const beside = await openPostgres({ url: database.url });
const door = await startTestServer({ store });
const client = new pg.Client(database.url);
await client.connect();
after(async () => {
  await client.end();
  await beside.close();
  await door.close();
  await database.drop();
});
const environment = door.environments.test;
const author = operatorActor(environment.organizationId, 'test');
const here = door.context;
const there = contextOver(beside);
const rows = async (sql: string, ...values: unknown[]) => (await client.query(sql, values)).rows;

/** An event that has read and sent everything, and commits when it is told to. */
function held(at: Environment) {
  const [told, written] = [gate(), gate()];
  const run = async () => {
    const now = here.clock();
    const policy = await here.policyOf(at);
    const observed = observeEvent(at, INPUT, now);
    const event = { environment: at, policy, subscribers: [], input: INPUT, observed, now };
    return here.store.ingest(async (transaction) => {
      const { recorded } = await recordEventWithin(transaction, here, event);
      written.open();
      await told.opened;
      return recorded;
    });
  };
  return { done: run(), ready: written.opened, commit: told.open };
}

/** Waits until somebody waits for a lock. */
async function someoneWaits(): Promise<void> {
  while ((await rows('SELECT 1 FROM pg_locks WHERE NOT granted')).length === 0) await pause(5);
}

test('an event under way is waited for and then erased with the others', async () => {
  await recordEvent(here, environment, INPUT);
  const event = held(environment);
  await event.ready;
  const erasing = eraseAccount(there, author, environment, ANN);
  await someoneWaits();
  event.commit();
  const { id } = await event.done;
  assert.equal((await erasing).erasedEvents, 2);
  assert.deepEqual(await rows('SELECT address FROM events WHERE id = $1 AND account_key <> $2', id, KEY), [
    { address: null },
  ]);
  for (const table of ['events', 'accounts', 'account_devices', 'sessions']) {
    assert.deepEqual(await rows(`SELECT 1 FROM ${table} WHERE account_key = $1`, KEY), [], table);
  }
});

test('an event that waits for an erasure is the first of a new account', async () => {
  const before = await recordEvent(here, environment, INPUT);
  await client.query('BEGIN');
  // Holds the erasure, which has the account's turn by then, at the end of its transaction.
  await client.query('SELECT 1 FROM audit_heads FOR UPDATE');
  const erasing = eraseAccount(there, author, environment, ANN);
  await someoneWaits();
  const late = recordEvent(here, environment, INPUT);
  while ((await rows('SELECT 1 FROM pg_locks WHERE NOT granted')).length < 2) await pause(5);
  await client.query('COMMIT');
  assert.equal((await erasing).erasedEvents, 1);
  const { recorded } = await late;
  assert.notEqual(recorded.device.id, before.recorded.device.id);
  assert.deepEqual(await rows('SELECT external_id FROM accounts WHERE account_key = $1', KEY), [{ external_id: ANN }]);
  assert.deepEqual(await rows('SELECT id FROM events WHERE account_key = $1', KEY), [{ id: recorded.id }]);
});

test('of many events around an erasure each is whole: erased, or one of a new account', async () => {
  await eraseAccount(there, author, environment, ANN);
  const sent = Array.from({ length: 60 }, (_, at) =>
    pause(at % 10).then(() => recordEvent(at % 2 === 0 ? here : there, environment, INPUT)),
  );
  await Promise.race(sent);
  const [{ erasedEvents }] = await Promise.all([eraseAccount(there, author, environment, ANN), ...sent]);
  const kept = await rows('SELECT count(*)::int AS n FROM events WHERE account_key = $1', KEY);
  assert.equal(erasedEvents + kept[0].n, 60);
  const pairs = await rows('SELECT sum(event_count)::int AS n FROM account_devices WHERE account_key = $1', KEY);
  assert.equal(pairs[0].n ?? 0, kept[0].n);
  const accounts = await rows('SELECT 1 FROM accounts WHERE account_key = $1', KEY);
  assert.equal(accounts.length, kept[0].n > 0 ? 1 : 0);
});

test('figures that are being folded name neither the account nor its address afterwards', async () => {
  await recordEvent(here, environment, INPUT);
  const erasures = [eraseAccount(there, author, environment, ANN), applyPendingRollups(here, environment)];
  await Promise.all(erasures);
  await applyPendingRollups(here, environment);
  for (const table of ['network_members', 'overview_members']) {
    assert.deepEqual(await rows(`SELECT 1 FROM ${table} WHERE member = $1`, KEY), [], table);
  }
  assert.deepEqual(await rows('SELECT 1 FROM networks WHERE address = $1', ADDRESS), []);
});

test('on SQLite the service notices an erasure that was made beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-beside-'));
  after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'assay.db');
  const own = await startTestServer({ store: await openSqlite({ path }) });
  const operators = await openSqlite({ path, access: 'control' });
  const { test: at } = own.environments;
  const bad = { ...INPUT, type: 'login_failed' };
  const first = (await recordEvent(own.context, at, bad)).recorded;
  let last = first;
  for (let n = 0; n < 12; n++) last = (await recordEvent(own.context, at, bad)).recorded;
  assert.ok(last.score > first.score, 'failures of the account were remembered');
  await eraseAccount(contextOver(operators), operatorActor(at.organizationId, 'test'), at, ANN);
  const again = (await recordEvent(own.context, at, { ...bad, address: '203.0.113.77' })).recorded;
  // The wave is the environment's, not the account's.
  const codes = ({ signals }: typeof again) =>
    signals.flatMap(({ code }) => (code === 'ATTACK_WAVE' ? [] : [code])).sort();
  assert.deepEqual(codes(again), codes(first));
  await operators.close();
  await own.close();
});
