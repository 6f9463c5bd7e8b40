// Tests that an import goes on after storage could not accept a batch for a moment, and when it gives up.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import pg from 'pg';
import { type EventLine, importEvents } from '../../src/flows/imports/import-events.ts';
import type { LineResult } from '../../src/flows/imports/import-result.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { contextOver } from '../context.ts';
import { TEST_DEADLINE_MS } from '../engines.ts';
import { freshDatabase } from '../postgres.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';
import { onRelayedPostgres, onSharedSqlite, recordWaits } from './unavailable-storage.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
/** More than a batch. */
const LINES = 200;

function importLogins(store: Store, environment: Environment, onWait: (wait: number) => void) {
  const { failures, waiting } = recordWaits(onWait);
  const results: LineResult[] = [];
  const importing = importEvents(contextOver(store, { clock: () => NOON + LINES * MINUTE }), {
    environment,
    lines: Readable.from(Array.from({ length: LINES }, (_, at) => ({ number: at + 1, bytes: Buffer.from(`${at}`) }))),
    read: (bytes) => ({
      input: {
        ...{ type: 'login', accountId: `u_${Number(bytes) % 9}`, occurredAt: NOON + Number(bytes) * MINUTE },
        ...{ signals: null, address: '81.2.69.142', userAgent: null, credential: 'secret', idempotency: null },
      } as EventLine['input'],
      outcome: { label: 'legitimate', authenticationOutcome: null, reason: null, metadata: null },
    }),
    source: 'file',
    strict: true,
    onResult: async (result) => {
      results.push(result);
    },
    onBadLine: () => {},
    onProgress: () => {},
    ...waiting,
  });
  return { importing, failures, results };
}

/** `block` and `unblock` what other sessions do to the database. */
async function goesOn(store: Store, block: () => Promise<void>, unblock: () => Promise<void>): Promise<void> {
  const environment = await newEnvironment(store);
  await block();
  const blocked = importLogins(store, environment, () => {});
  await assert.rejects(blocked.importing, { kind: 'unavailable' });
  assert.deepEqual(blocked.failures, ['unavailable 1', 'unavailable 2', 'unavailable 3']);
  const waiting = importLogins(store, environment, (wait) => void (wait === 2 && unblock()));
  const { complete, imported, outcomes } = await waiting.importing;
  assert.deepEqual([complete, imported, outcomes], [true, LINES, LINES]);
  assert.deepEqual(waiting.failures.slice(0, 2), ['unavailable 1', 'unavailable 2']);
}

test('SQLite: an import goes on after another process has held the write lock', () =>
  onSharedSqlite((store, other) =>
    goesOn(
      store,
      async () => other.exec('BEGIN IMMEDIATE'),
      async () => other.exec('ROLLBACK'),
    ),
  ));

test('PostgreSQL: an import goes on after a table was missing', async () => {
  const database = await freshDatabase();
  const store = await openPostgres({ url: database.url, deadlineMs: TEST_DEADLINE_MS });
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  const rename = async (from: string, to: string) => {
    await other.query(`ALTER TABLE ${from} RENAME TO ${to}`);
  };
  try {
    await goesOn(
      store,
      () => rename('events', 'renamed'),
      () => rename('renamed', 'events'),
    );
  } finally {
    await other.end();
    await store.close();
    await database.drop();
  }
});

test('PostgreSQL: an import goes on after the server was gone before it confirmed a commit', () =>
  onRelayedPostgres(async (store, relay) => {
    const environment = await newEnvironment(store);
    relay.cut('gone', 1);
    const { importing, failures, results } = importLogins(store, environment, () => relay.cut(null, 0));
    const { complete, imported, outcomes } = await importing;
    assert.deepEqual([complete, imported, outcomes, failures], [true, LINES, LINES, ['unavailable 1']]);
    const again = importLogins(store, environment, () => {});
    assert.equal((await again.importing).alreadyImported, LINES);
    assert.deepEqual(results, again.results);
  }));
