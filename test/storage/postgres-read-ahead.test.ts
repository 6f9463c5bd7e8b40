// Tests an import on PostgreSQL that reads ahead for many lines: results and rows equal those of separate reads.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { Random } from '../../bench/simulate/random.ts';
import { signalsOf } from '../../bench/simulate/request-bodies.ts';
import { readImportLine } from '../../src/cli/import/import-line.ts';
import { importEvents } from '../../src/flows/imports/import-events.ts';
import type { LineResult } from '../../src/flows/imports/import-result.ts';
import { DEFAULT_THRESHOLDS } from '../../src/policy/policy.ts';
import type { EventHistory, IngestTransaction } from '../../src/records/ingest.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { contextOver } from '../context.ts';
import { TEST_DEADLINE_MS } from '../engines.ts';
import { freshDatabase } from '../postgres.ts';
import { rowsOfEvents } from './rows-of-events.ts';
import { environment, NOON, organization } from './sample.ts';

/** More than one transaction, so that rows exist before the second. */
const LINES = 180;
const OTHER_TYPES = [
  ...['logout', 'mfa_passed', 'payment_failed', 'signup', 'password_change', 'page_view'],
  ...['password_reset_requested', 'password_reset_completed'],
];

/** The same store, with the results of all reads while events are recorded. */
function observed(store: Store, readsAhead: boolean): { store: Store; reads: unknown[] } {
  const reads: unknown[] = [];
  const remember = async <R>(result: Promise<R>): Promise<R> => {
    reads.push(inOrder(structuredClone(await result)));
    return result;
  };
  const observe = (transaction: IngestTransaction): IngestTransaction => ({
    readAhead: async (events) => (readsAhead ? transaction.readAhead(events) : undefined),
    loadHistory: (...args) => remember(transaction.loadHistory(...args)),
    loadCandidates: (...args) => remember(transaction.loadCandidates(...args)),
    loadDeviceHistory: (...args) => remember(transaction.loadDeviceHistory(...args)),
    withAssessed: (history) => transaction.withAssessed(history),
    save: (writes) => transaction.save(writes),
  });
  const ingest: Store['ingest'] = (work, eventKeys) =>
    store.ingest((transaction) => work(observe(transaction)), eventKeys);
  return { store: { ...store, ingest }, reads };
}

/** The networks of a history have no order. */
function inOrder<R>(read: R): unknown {
  if (typeof read !== 'object' || read === null || !('networks' in read)) return read;
  const { networks } = read as unknown as EventHistory;
  const inWide = [...networks.inWide].sort((one, other) => one.firstProofAt - other.firstProofAt);
  return { ...read, networks: { ...networks, inWide } };
}

/** A side with a separate database: ids are derived from the environment, so only then can rows be compared. */
async function newSide(readsAhead: boolean) {
  const database = await freshDatabase();
  const store = await openPostgres({ url: database.url, deadlineMs: TEST_DEADLINE_MS });
  const client = new pg.Client(database.url);
  await client.connect();
  // Autovacuum looks once a minute: it must not be what updates the statistics.
  await client.query('ALTER TABLE events SET (autovacuum_enabled = off)');
  after(async () => {
    await Promise.all([client.end(), store.close()]);
    await database.drop();
  });
  const { store: observedStore, reads } = observed(store, readsAhead);
  return { store, client, reads, context: contextOver(observedStore) };
}

const sides = [await newSide(true), await newSide(false)];

async function newEnvironments(): Promise<Environment[]> {
  const home = organization();
  const created = environment(home.id);
  return Promise.all(
    sides.map(async ({ store }) => {
      await store.tenants.createOrganization(home, [created], [], { thresholds: DEFAULT_THRESHOLDS });
      return (await store.tenants.environment(created.id)) as Environment;
    }),
  );
}

/** A line with one of few accounts, devices, networks and tokens, so that most lines share keys with earlier ones of their transaction. */
function lineOf(random: Random) {
  const account = random.pick([1, 2, 3, 4, 5, 6]);
  return {
    event: random.pick(['login', 'login', 'login', 'login_failed', 'login_failed', ...OTHER_TYPES]),
    account,
    address: random.pick(['84.210.3.7', '84.210.3.9', '84.210.77.1', '84.211.4.4', '2a01:79c:cebe:6100::1']),
    /** Mostly the account's own. */
    device: random.chance(0.7) ? (account % 5) + 1 : random.pick([1, 2, 3, 4, 5]),
    /** The stored id that the browser presents: its own, another's, a new one or none. */
    id: random.pick(['own', 'own', 'own', 'own', 'own', 'other', 'new', 'none'] as const),
    token: random.pick([1, 2, null, null, null]),
    changed: random.pick([true, false, false]),
    credential: random.pick(['public', 'public', 'secret']),
    withSignals: random.pick([true, true, false]),
    gap: random.pick([SECOND, SECOND, 20 * SECOND, MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR, 0, -5 * MINUTE]),
  };
}
type Line = ReturnType<typeof lineOf>;

function signals({ device, id, token, changed }: Line, number: number): Record<string, unknown> {
  const { persistent_id: own, session_token: _, ...stable } = signalsOf(device);
  const ids = {
    own,
    other: signalsOf((device % 5) + 1).persistent_id,
    new: `${number}`.padStart(32, 'a'),
    none: undefined,
  };
  return {
    ...stable,
    persistent_id: ids[id],
    session_token: token === null ? undefined : `${token}`.padStart(32, 'b'),
    ...(changed ? { canvas_hash: 'c'.repeat(32) } : {}),
  };
}

function fileOf(lines: readonly Line[]): Buffer[] {
  let at = NOON;
  return lines.map((one, index) => {
    at += one.gap;
    const body = {
      event: one.event,
      // Only a page may be seen without an account.
      ...(one.event === 'page_view' ? {} : { account: { id: `account ${one.account}` } }),
      ip_address: one.address,
      occurred_at: new Date(at).toISOString(),
      credential: one.credential,
      ...(one.withSignals || one.credential === 'public' ? { signals: signals(one, index) } : {}),
    };
    return Buffer.from(JSON.stringify(body));
  });
}

async function* numbered(lines: readonly Buffer[]) {
  for (const [index, bytes] of lines.entries()) yield { number: index + 1, bytes };
}

async function importInto(context: (typeof sides)[0]['context'], into: Environment, file: readonly Buffer[]) {
  const results: LineResult[] = [];
  const summary = await importEvents(context, {
    environment: into,
    lines: numbered(file),
    read: (bytes) => readImportLine(bytes, Date.now()),
    source: 'file',
    strict: true,
    onResult: async (result) => void results.push(result),
    onBadLine: () => {},
    onProgress: () => {},
    stopped: () => false,
  });
  assert.equal(summary.imported, file.length);
  return results;
}

for (const seed of [1, 2, 3, 4]) {
  test(`results and rows are those of lines that read for themselves, file ${seed}`, async () => {
    const random = new Random(seed);
    const file = fileOf(Array.from({ length: LINES }, () => lineOf(random)));
    const environments = await newEnvironments();
    const [ahead, alone] = await Promise.all(
      sides.map(async ({ context, client, reads }, index) => {
        const into = environments[index] as Environment;
        reads.length = 0;
        const results = await importInto(context, into, file);
        return { results, reads: [...reads], rows: await rowsOfEvents(client, into.number) };
      }),
    );
    assert.deepEqual(ahead?.results, alone?.results);
    for (const [index, read] of (alone?.reads ?? []).entries())
      assert.deepEqual(ahead?.reads[index], read, `read ${index}`);
    for (const [table, rows] of Object.entries(alone?.rows ?? {})) assert.deepEqual(ahead?.rows[table], rows, table);
    assert.ok(new Set(alone?.results.map(({ method }) => method)).size >= 3);
  });
}

test('the planner learns how the tables have grown', async () => {
  const [ahead, alone] = await Promise.all(
    sides.map(async ({ client }) => {
      const { rows } = await client.query(
        `SELECT last_analyze IS NOT NULL AS analyzed FROM pg_stat_user_tables WHERE relname = 'events'`,
      );
      return rows[0].analyzed;
    }),
  );
  assert.deepEqual([ahead, alone], [true, false]);
});
