// Erasure concurrent with events of the same account: earlier events are erased, later ones belong to a new account.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { accountKeyOf } from '../../src/devices/digest.ts';
import { operatorActor } from '../../src/flows/audit/audit-event.ts';
import type { EventInput } from '../../src/flows/events/event-input.ts';
import { prepareEvent } from '../../src/flows/events/prepared-event.ts';
import { recordEvent, recordEventWithin } from '../../src/flows/events/record-event.ts';
import { applyPendingRollups } from '../../src/flows/overview/apply-rollups.ts';
import { eraseAccount } from '../../src/flows/privacy/erase-account.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { contextOver } from '../context.ts';
import { ON_CITUS } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';
import { barrier } from '../storage/sample.ts';

const ANN = 'ann@race.example';
const KEY = accountKeyOf(ANN);
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
const secondStore = await openPostgres({ url: database.url });
const server = await startTestServer({ store });
const client = new pg.Client(database.url);
await client.connect();
after(async () => {
  await client.end();
  await secondStore.close();
  await server.close();
  await database.drop();
});
const environment = server.environments.test;
const actor = operatorActor(environment.organizationId, 'test');
const first = server.context;
const second = contextOver(secondStore);
const rows = async (sql: string, ...values: unknown[]) => (await client.query(sql, values)).rows;

/** An event whose transaction has written everything and commits when `commit` is called. */
function openTransaction(at: Environment, input = INPUT) {
  const [committing, written] = [barrier(), barrier()];
  const run = async () => {
    const policy = await first.policyOf(at);
    const event = prepareEvent(first, { environment: at, policy, subscribers: [] }, input, first.clock());
    return first.store.ingest(async (transaction) => {
      const { recorded } = await recordEventWithin(transaction, first, event);
      written.open();
      await committing.opened;
      return recorded;
    });
  };
  return { done: run(), ready: written.opened, commit: committing.open };
}

/** Of this database alone: other tests wait for locks on the same server. */
const WAITING = `SELECT count(*) AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const WAITING_ON_NODES = `SELECT sum(result::int) AS waiting FROM run_command_on_all_nodes($$${WAITING}$$)`;

/** Resolves when this many statements wait for a lock. */
async function untilBlocked(count = 1): Promise<void> {
  const waiting = async () => Number((await rows(ON_CITUS ? WAITING_ON_NODES : WAITING))[0].waiting);
  while ((await waiting()) < count) await pause(5);
}

test('waits for an open event transaction and erases its event too', async () => {
  await recordEvent(first, environment, INPUT);
  const event = openTransaction(environment);
  await event.ready;
  const erasing = eraseAccount(second, actor, environment, ANN);
  await untilBlocked();
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

test('records an event that waited for an erasure under a new account', async () => {
  const before = await recordEvent(first, environment, INPUT);
  await client.query('BEGIN');
  // Blocks the erasure at the end of its transaction, when it already has the account's lock.
  await client.query('SELECT 1 FROM audit_heads FOR UPDATE');
  const erasing = eraseAccount(second, actor, environment, ANN);
  await untilBlocked();
  const late = recordEvent(first, environment, INPUT);
  await untilBlocked(2);
  await client.query('COMMIT');
  assert.equal((await erasing).erasedEvents, 1);
  const { recorded } = await late;
  assert.notEqual(recorded.device.id, before.recorded.device.id);
  assert.deepEqual(await rows('SELECT external_id FROM accounts WHERE account_key = $1', KEY), [{ external_id: ANN }]);
  assert.deepEqual(await rows('SELECT id FROM events WHERE account_key = $1', KEY), [{ id: recorded.id }]);
});

test('leaves each of many concurrent events either fully erased or fully recorded', async () => {
  await eraseAccount(second, actor, environment, ANN);
  const sent = Array.from({ length: 60 }, (_, at) =>
    pause(at % 10).then(() => recordEvent(at % 2 === 0 ? first : second, environment, INPUT)),
  );
  await Promise.race(sent);
  const [{ erasedEvents }] = await Promise.all([eraseAccount(second, actor, environment, ANN), ...sent]);
  const remaining = await rows('SELECT count(*)::int AS n FROM events WHERE account_key = $1', KEY);
  assert.equal(erasedEvents + remaining[0].n, 60);
  const pairs = await rows('SELECT sum(event_count)::int AS n FROM account_devices WHERE account_key = $1', KEY);
  assert.equal(pairs[0].n ?? 0, remaining[0].n);
  const accounts = await rows('SELECT 1 FROM accounts WHERE account_key = $1', KEY);
  assert.equal(accounts.length, remaining[0].n > 0 ? 1 : 0);
});

test('removes the account and its address from rollups applied concurrently', async () => {
  await recordEvent(first, environment, INPUT);
  const erasures = [eraseAccount(second, actor, environment, ANN), applyPendingRollups(first, environment)];
  await Promise.all(erasures);
  await applyPendingRollups(first, environment);
  for (const table of ['network_members', 'overview_members']) {
    assert.deepEqual(await rows(`SELECT 1 FROM ${table} WHERE member = $1`, KEY), [], table);
  }
  assert.deepEqual(await rows('SELECT 1 FROM networks WHERE address = $1', ADDRESS), []);
});

test('leaves signals to an event in progress that has found them stored', async () => {
  const signals = { ...INPUT.signals, timezone: 'Europe/Andorra' };
  const stored = 'SELECT 1 FROM client_signals WHERE body LIKE $1';
  const bob = (n: number) => ({
    ...INPUT,
    accountId: `bob-${n}`,
    signals: { ...signals, persistent_id: `b5d0a0de-0000-4000-8000-00000000d00${n}` },
  });
  const found = async (id: string) =>
    (await first.store.events.event(environment.number, id))?.event.stableSignals?.body ?? '';
  for (const [n, remove] of [
    () => eraseAccount(second, actor, environment, ANN),
    async () => {
      await secondStore.privacy.forgetBefore(environment.number, Date.now() + 1_000, 500);
      await secondStore.privacy.dropUnusedSignals(environment.number);
    },
    async (event: Promise<unknown>) => {
      await secondStore.privacy.forgetBefore(environment.number, Date.now() + 1_000, 500);
      const stopping = new AbortController();
      const interrupted = secondStore.privacy.dropUnusedSignals(environment.number, stopping.signal);
      while ((await rows(stored, '%Andorra%')).length > 0) await pause(5);
      stopping.abort();
      await Promise.all([interrupted, event]);
      await secondStore.privacy.dropUnusedSignals(environment.number);
    },
  ].entries()) {
    await recordEvent(first, environment, { ...INPUT, signals });
    const event = openTransaction(environment, bob(n));
    await event.ready;
    const removal = remove(event.done);
    while ((await rows(stored, '%Andorra%')).length > 0) await pause(5);
    event.commit();
    const { id } = await event.done;
    await removal;
    assert.match(await found(id), /Andorra/);
    assert.deepEqual(await rows('SELECT * FROM unused_signals'), []);
  }
});

test('drops cached history on SQLite when another process erases the account', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-erasure-races-'));
  after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'assay.db');
  const own = await startTestServer({ store: await openSqlite({ path }) });
  const operators = await openSqlite({ path, access: 'control' });
  const { test: at } = own.environments;
  const bad = { ...INPUT, type: 'login_failed' };
  const first = (await recordEvent(own.context, at, bad)).recorded;
  let last = first;
  for (let n = 0; n < 12; n++) last = (await recordEvent(own.context, at, bad)).recorded;
  assert.ok(last.score > first.score, 'the score counts earlier failures of the account');
  await eraseAccount(contextOver(operators), operatorActor(at.organizationId, 'test'), at, ANN);
  const again = (await recordEvent(own.context, at, { ...bad, address: '203.0.113.77' })).recorded;
  // ATTACK_WAVE counts failures of the environment, not of the account.
  const codes = ({ signals }: typeof again) =>
    signals.flatMap(({ code }) => (code === 'ATTACK_WAVE' ? [] : [code])).sort();
  assert.deepEqual(codes(again), codes(first));
  await operators.close();
  await own.close();
});
