// Starts, kills and stops worker processes for the tests and chaos commands, and fills and checks their queue.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Store } from '../../src/records/store.ts';
import { addEndpoint, createEnvironments, delivery, KEYS } from './fixture.ts';

/** Deliveries queued concurrently: more would time out waiting for a connection. */
const CONCURRENT_INSERTS = 16;
const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Environment and endpoint of each queued delivery, by its id. */
export type Queued = Map<string, { environmentNumber: number; endpointId: string }>;

export class WorkerPool {
  readonly #size: number;
  readonly #startOne: () => Promise<ChildProcess>;
  #workers: ChildProcess[] = [];

  constructor(size: number, startOne: () => Promise<ChildProcess>) {
    this.#size = size;
    this.#startOne = startOne;
    // If the test process fails, no worker may keep running.
    process.once('exit', () => {
      for (const worker of this.#workers) worker.kill('SIGKILL');
    });
  }

  async start(): Promise<void> {
    const missing = this.#size - this.#workers.length;
    this.#workers.push(...(await Promise.all(Array.from({ length: missing }, () => this.#startOne()))));
  }

  /** Kills one worker with SIGKILL and starts another in its position. */
  async replace(at: number): Promise<void> {
    const victim = this.#workers[at] as ChildProcess;
    const ended = once(victim, 'exit');
    victim.kill('SIGKILL');
    await ended;
    this.#workers[at] = await this.#startOne();
  }

  /** Stops the workers gracefully: attempts in flight complete. */
  async stop(): Promise<void> {
    await Promise.all(
      this.#workers.splice(0).map(async (worker) => {
        const ended = once(worker, 'exit');
        worker.kill('SIGTERM');
        assert.deepEqual(await ended, [0, null]);
      }),
    );
  }
}

/**
 * Starts `worker.ts` on a `postgres://` address or the path of a SQLite database. Its clock runs `speed` times as fast
 * from `base` on, so that the leases of a killed worker expire sooner.
 */
export async function startWorker(storage: string, base: number, speed: number): Promise<ChildProcess> {
  const args = [storage, Buffer.from(KEYS[0].key).toString('base64'), String(base), String(speed)];
  const worker = spawn(process.execPath, ['--import', 'tsx', WORKER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout, 'data');
  return worker;
}

/** Creates endpoints for one receiver, half of them in another environment. */
export async function createEndpoints(store: Store, url: string, count: number) {
  const { environmentNumber, otherEnvironmentNumber } = await createEnvironments(store);
  const numbers = Array.from({ length: count }, (_, n) => (n % 2 === 0 ? environmentNumber : otherEnvironmentNumber));
  return Promise.all(numbers.map(async (number) => ({ number, id: (await addEndpoint(store, number, { url })).id })));
}

/** Queues `count` deliveries, spread round robin over these endpoints and due at `now`. */
export async function queueDeliveries(
  store: Store,
  endpoints: Awaited<ReturnType<typeof createEndpoints>>,
  count: number,
  now: number,
  queued: Queued = new Map(),
): Promise<Queued> {
  const one = async (n: number) => {
    const { number, id } = endpoints[n % endpoints.length] as (typeof endpoints)[0];
    const queuedDelivery = delivery(id, now);
    queued.set(queuedDelivery.id, { environmentNumber: number, endpointId: id });
    await store.webhooks.queue.enqueue(number, queuedDelivery, now);
  };
  for (let done = 0; done < count; done += CONCURRENT_INSERTS) {
    await Promise.all(Array.from({ length: Math.min(CONCURRENT_INSERTS, count - done) }, (_, n) => one(done + n)));
  }
  return queued;
}

/** Ids of the deliveries that are not `delivered` or whose last attempt was not a 200. */
export async function undelivered(store: Store, queued: Queued): Promise<string[]> {
  const missing: string[] = [];
  for (const [id, { environmentNumber, endpointId }] of queued) {
    const found = await store.webhooks.log.find(environmentNumber, endpointId, id);
    if (found?.status !== 'delivered' || found.attempts.at(-1)?.httpStatus !== 200) missing.push(id);
  }
  return missing;
}
