// An installation with webhook endpoints for measurements: made through the API, filled through its own storage.
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
import { type Running, startService } from '../service/start-service.ts';

const SERVER = new URL('../../dist/main.js', import.meta.url).pathname;
/** Deliveries that are queued at once; on SQLite they share commits. */
const ABREAST = 256;

export const ENGINES = ['SQLite', 'PostgreSQL'] as const;
export type EngineName = (typeof ENGINES)[number];

export class Installation {
  readonly #dataDir: string;
  readonly #database: { url: string; drop(): Promise<void> } | null;
  #token: string | undefined;

  private constructor(dataDir: string, database: { url: string; drop(): Promise<void> } | null) {
    this.#dataDir = dataDir;
    this.#database = database;
  }

  /** An empty one; `server` is the PostgreSQL to make a database on. */
  static async make(engine: EngineName, server: string): Promise<Installation> {
    const database = engine === 'SQLite' ? null : await freshDatabase(server);
    return new Installation(mkdtempSync(join(tmpdir(), 'assay-bench-webhooks-')), database);
  }

  start(role: 'all' | 'worker'): Promise<Running> {
    const storage: Record<string, string> = this.#database === null ? {} : { DATABASE_URL: this.#database.url };
    return startService(SERVER, '/readyz', { ...storage, ASSAY_ROLE: role }, this.#dataDir);
  }

  get secretKey(): string {
    return secretKey(this.#dataDir);
  }

  /** Makes endpoints in the test environment; returns their ids. */
  async addEndpoints({ baseUrl }: Running, urls: readonly string[], types: readonly string[]): Promise<string[]> {
    const first = firstRun(this.#dataDir);
    this.#token ??= await logIn({ baseUrl }, first);
    const list = `${baseUrl}/v1/environments/${first.environments.test.id}/webhooks`;
    const ids: string[] = [];
    for (const url of urls)
      ids.push((await request('POST', list, this.#token, { url, event_types: types })).id as string);
    return ids;
  }

  /** Endpoints that are disabled get nothing queued. */
  async setStatus({ baseUrl }: Running, endpoints: readonly string[], status: 'active' | 'disabled'): Promise<void> {
    for (const id of endpoints) {
      await request('PATCH', `${baseUrl}/v1/webhooks/${id}`, this.#token ?? '', { status });
    }
  }

  /** Queues `count` deliveries that are due now, in turn for each endpoint. No service may run on SQLite meanwhile. */
  async fill(endpoints: readonly string[], count: number): Promise<void> {
    const store = await this.openStore();
    try {
      const found = await store.webhooks.endpoints.locate(endpoints[0] as string);
      if (found === null) throw new Error('the endpoint is not there');
      for (let done = 0; done < count; done += ABREAST) {
        const size = Math.min(ABREAST, count - done);
        await Promise.all(
          Array.from({ length: size }, (_, at) => queue(store, found, endpoints[(done + at) % endpoints.length] ?? '')),
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

let made = 0;

/** A body of the size of a real one: 0.4 KB with three signals. */
const DATA = JSON.stringify({
  event_id: 'evt_01m5t6z9g0e1x8k2c4v6b8n0qr',
  event_type: 'login',
  device_id: 'dev_01m5t6z9g0e1x8k2c4v6b8n0qs',
  risk: {
    score: 91,
    level: 'critical',
    decision: 'block',
    signals: [
      { code: 'BRUTE_FORCE_SUSPECTED', weight: 60, description: '31 failures for this account in 10 minutes.' },
    ],
  },
});

async function queue(store: Store, environment: number, endpointId: string): Promise<void> {
  const now = Date.now();
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt32BE(++made, 6);
  const id = `wh_evt_${encodeBase32(bytes)}`;
  const body = envelope(id, 'decision.block', now, DATA);
  await store.webhooks.queue.enqueue(environment, { id, endpointId, type: 'decision.block', eventId: null, body }, now);
}
