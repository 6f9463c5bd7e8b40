// Opens fresh stores with two environments on both engines, and creates endpoints and deliveries for the webhook tests.
import { randomBytes } from 'node:crypto';
import { describe } from 'node:test';
import { DEFAULT_THRESHOLDS } from '../../src/policy/policy.ts';
import type { Store } from '../../src/records/store.ts';
import type { Endpoint } from '../../src/records/webhooks.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { encodeBase32, ID_PREFIXES, type IdKind } from '../../src/vocabulary/ids.ts';
import type { KeyRing } from '../../src/vocabulary/key-ring.ts';
import type { WebhookType } from '../../src/vocabulary/words.ts';
import type { Announcement } from '../../src/webhooks/announce.ts';
import { envelope } from '../../src/webhooks/envelope.ts';
import { encryptSecret } from '../../src/webhooks/secret-encryption.ts';
import { ON_CITUS, TEST_DEADLINE_MS } from '../engines.ts';
import { freshDatabase } from '../postgres.ts';

export interface Fixture extends AsyncDisposable {
  store: Store;
  /** Opens another store on the same data, as another process would; null if one process owns the data. */
  openSecondStore: (() => Promise<Store>) | null;
  /** Number of a new environment. */
  environmentNumber: number;
  /** Another environment of the same organization. */
  otherEnvironmentNumber: number;
}

/** Declares the same tests on SQLite and on PostgreSQL; each test opens its own stores. */
export function onFreshStores(tests: (open: () => Promise<Fixture>, engine: 'sqlite' | 'postgres') => void): void {
  if (!ON_CITUS) describe('SQLite', () => tests(openSqliteFixture, 'sqlite'));
  describe('PostgreSQL', () => tests(openPostgresFixture, 'postgres'));
}

async function openSqliteFixture(): Promise<Fixture> {
  const store = await openSqlite({ path: ':memory:' });
  return {
    store,
    openSecondStore: null,
    ...(await createEnvironments(store)),
    [Symbol.asyncDispose]: () => store.close(),
  };
}

async function openPostgresFixture(): Promise<Fixture> {
  const database = await freshDatabase();
  const options = { url: database.url, deadlineMs: TEST_DEADLINE_MS, poolSize: 4 };
  const stores: Store[] = [];
  const open = async () => {
    // These tests simulate time.
    const store = await openPostgres({ ...options, leaseClock: 'caller' });
    stores.push(store);
    return store;
  };
  const store = await open();
  return {
    store,
    openSecondStore: open,
    ...(await createEnvironments(store)),
    async [Symbol.asyncDispose]() {
      for (const opened of stores) await opened.close();
      await database.drop();
    },
  };
}

export async function createEnvironments(
  store: Store,
): Promise<Pick<Fixture, 'environmentNumber' | 'otherEnvironmentNumber'>> {
  const organization = { id: newId('organization', NOON), name: 'Test', createdAt: NOON };
  const environments = (['test', 'live'] as const).map((kind) => ({
    id: newId('environment', NOON),
    organizationId: organization.id,
    kind,
    name: kind,
    publicRisk: 'full' as const,
    allowedOrigins: [],
    retentionDays: null,
    createdAt: NOON,
  }));
  await store.tenants.createOrganization(organization, environments, [], { thresholds: DEFAULT_THRESHOLDS });
  const [first, second] = await store.tenants.environments(organization.id);
  if (first === undefined || second === undefined) throw new Error('expected two environments');
  return { environmentNumber: first.number, otherEnvironmentNumber: second.number };
}

export const NOON = Date.UTC(2026, 2, 1, 12);
export const KEYS: KeyRing = [{ id: 'k1', key: randomBytes(32) }];

let created = 0;

/** Ids sort by time and, within a millisecond, by creation. */
export function newId(kind: IdKind, at: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes.writeUInt32BE(++created, 6);
  return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`;
}

/** Creates an endpoint with its own secret. */
export async function addEndpoint(store: Store, environmentNumber: number, more: Partial<Endpoint> = {}) {
  const id = newId('endpoint', NOON);
  const secret = `whsec_${randomBytes(24).toString('base64url')}`;
  const endpoint: Endpoint = {
    id,
    url: 'http://127.0.0.1:9/',
    description: null,
    eventTypes: ['*'],
    status: 'active',
    createdAt: NOON,
    updatedAt: NOON,
    lastSuccessAt: null,
    lastFailureAt: null,
    consecutiveFailures: 0,
    ...more,
  };
  await store.webhooks.endpoints.create(
    environmentNumber,
    endpoint,
    encryptSecret(secret, id, KEYS, randomBytes(12)),
    50,
  );
  return { ...endpoint, secret };
}

/** A delivery for an endpoint, ready to be queued. */
export function delivery(endpointId: string, at = NOON, type: WebhookType = 'decision.block'): Announcement {
  const id = newId('delivery', at);
  return { id, endpointId, type, eventId: null, body: envelope(id, type, at, '{"n":1}') };
}
