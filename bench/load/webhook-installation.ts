// An installation with webhook endpoints for measurements; deliveries are queued directly through the store.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { encodeBase32 } from '../../src/vocabulary/ids.ts';
import { envelope } from '../../src/webhooks/envelope.ts';
import { freshDatabase } from '../../test/postgres.ts';
import { firstRun, logIn, request, secretKey } from '../service/first-run.ts';
import { type RunningService, SERVER, startService } from '../service/start-service.ts';

/** Deliveries queued concurrently; on SQLite they share commits. */
const CONCURRENCY = 256;

export const ENGINES = ['SQLite', 'PostgreSQL'] as const;
export type EngineName = (typeof ENGINES)[number];

export class WebhookInstallation {
  readonly #dataDir: string;
  readonly #database: { url: string; drop(): Promise<void> } | null;
  #token: string | undefined;

  private constructor(dataDir: string, database: { url: string; drop(): Promise<void> } | null) {
    this.#dataDir = dataDir;
    this.#database = database;
  }

  /** Creates an empty installation; `server` is the URL of the PostgreSQL server for its database. */
  static async create(engine: EngineName, server: string): Promise<WebhookInstallation> {
    const database = engine === 'SQLite' ? null : await freshDatabase(server);
    return new WebhookInstallation(mkdtempSync(join(tmpdir(), 'assay-bench-webhooks-')), database);
  }

  start(role: 'all' | 'worker'): Promise<RunningService> {
    const storage: Record<string, string> = this.#database === null ? {} : { DATABASE_URL: this.#database.url };
    return startService(SERVER, '/readyz', { ...storage, ASSAY_ROLE: role }, this.#dataDir);
  }

  get secretKey(): string {
    return secretKey(this.#dataDir);
  }

  /** Creates endpoints in the test environment and returns their ids. */
  async addEndpoints(
    { baseUrl }: RunningService,
    urls: readonly string[],
    types: readonly string[],
  ): Promise<string[]> {
    const first = firstRun(this.#dataDir);
    this.#token ??= await logIn({ baseUrl }, first);
    const list = `${baseUrl}/v1/environments/${first.environments.test.id}/webhooks`;
    const ids: string[] = [];
    for (const url of urls)
      ids.push((await request('POST', list, this.#token, { url, event_types: types })).id as string);
    return ids;
  }

  /** Nothing is queued for disabled endpoints. */
  async setStatus(
    { baseUrl }: RunningService,
    endpoints: readonly string[],
    status: 'active' | 'disabled',
  ): Promise<void> {
    for (const id of endpoints) {
      await request('PATCH', `${baseUrl}/v1/webhooks/${id}`, this.#token ?? '', { status });
    }
  }

  /** Queues `count` deliveries that are due now, spread over the endpoints. On SQLite no service may be running. */
  async enqueue(endpoints: readonly string[], count: number): Promise<void> {
    const store = await this.openStore();
    try {
      const found = await store.webhooks.endpoints.locate(endpoints[0] as string);
      if (found === null) throw new Error('the endpoint was not found');
      for (let done = 0; done < count; done += CONCURRENCY) {
        const size = Math.min(CONCURRENCY, count - done);
        await Promise.all(
          Array.from({ length: size }, (_, index) =>
            queue(store, found, endpoints[(done + index) % endpoints.length] ?? ''),
          ),
        );
      }
    } finally {
      await store.close();
    }
  }

  openStore(): Promise<Store> {
    return this.#database === null
      ? openSqlite({ path: join(this.#dataDir, 'assay.db') })
      : openPostgres({ url: this.#database.url });
  }

  async remove(): Promise<void> {
    await this.#database?.drop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

let queued = 0;

/** Payload of a realistic size: 0.4 KB. */
const DATA = JSON.stringify({
  event_id: 'evt_01m5t6z9g0e1x8k2c4v6b8n0qr',
  event_type: 'login',
  device_id: 'dev_01m5t6z9g0e1x8k2c4v6b8n0qs',
  risk: {
    score: 95,
    level: 'critical',
    decision: 'block',
    signals: [
      { code: 'NEW_DEVICE', weight: 20, description: 'The device has never been seen before.' },
      { code: 'CREDENTIAL_STUFFING_SUSPECTED', weight: 75, description: '24 accounts failed from this address.' },
    ],
  },
});

async function queue(store: Store, environment: number, endpointId: string): Promise<void> {
  const now = Date.now();
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt32BE(++queued, 6);
  const id = `wh_evt_${encodeBase32(bytes)}`;
  const body = envelope(id, 'decision.block', now, DATA);
  await store.webhooks.queue.enqueue(environment, { id, endpointId, type: 'decision.block', eventId: null, body }, now);
}
