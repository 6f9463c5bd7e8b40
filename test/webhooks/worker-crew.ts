// Worker processes that tests and proofs start, kill and stop, and the queue they work off.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Store } from '../../src/records/store.ts';
import { addEndpoint, delivery, environments, KEYS } from './engines.ts';

/** Deliveries queued at once: more would wait for a connection longer than it is given. */
const ABREAST = 16;
const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Where a queued delivery is to be found, by its id. */
export type Queued = Map<string, { environment: number; endpoint: string }>;

export class Crew {
  readonly #size: number;
  readonly #startOne: () => Promise<ChildProcess>;
  #workers: ChildProcess[] = [];

  constructor(size: number, startOne: () => Promise<ChildProcess>) {
    this.#size = size;
    this.#startOne = startOne;
    // A failure of the one who leads must leave nobody at work.
    process.once('exit', () => {
      for (const worker of this.#workers) worker.kill('SIGKILL');
    });
  }

  async start(): Promise<void> {
    const missing = this.#size - this.#workers.length;
    this.#workers.push(...(await Promise.all(Array.from({ length: missing }, () => this.#startOne()))));
  }

  /** kill -9, and another one in its place. */
  async replace(at: number): Promise<void> {
    const victim = this.#workers[at] as ChildProcess;
    const ended = once(victim, 'exit');
    victim.kill('SIGKILL');
    await ended;
    this.#workers[at] = await this.#startOne();
  }

  /** In order: what is in flight ends. */
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
 * Starts `worker.ts` on a `postgres://` address or the path of a SQLite database. Time runs `speed` times as fast from
 * `base` on: what a killed worker held is taken up again the sooner.
 */
export async function startWorker(storage: string, base: number, speed: number): Promise<ChildProcess> {
  const args = [storage, Buffer.from(KEYS[0].key).toString('base64'), String(base), String(speed)];
  const worker = spawn(process.execPath, ['--import', 'tsx', WORKER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout, 'data');
  return worker;
}

/** Endpoints for one receiver, half of them in another environment. */
export async function endpointsOf(store: Store, url: string, count: number) {
  const { environment, otherEnvironment } = await environments(store);
  const numbers = Array.from({ length: count }, (_, n) => (n % 2 === 0 ? environment : otherEnvironment));
  return Promise.all(numbers.map(async (number) => ({ number, id: (await addEndpoint(store, number, { url })).id })));
}

/** Queues `count` deliveries in turn for these endpoints, due at `now`. */
export async function queueFor(
  store: Store,
  endpoints: Awaited<ReturnType<typeof endpointsOf>>,
  count: number,
  now: number,
  queued: Queued = new Map(),
): Promise<Queued> {
  const one = async (n: number) => {
    const { number, id } = endpoints[n % endpoints.length] as (typeof endpoints)[0];
    const made = delivery(id, now);
    queued.set(made.id, { environment: number, endpoint: id });
    await store.webhooks.queue.enqueue(number, made, now);
  };
  for (let done = 0; done < count; done += ABREAST) {
    await Promise.all(Array.from({ length: Math.min(ABREAST, count - done) }, (_, n) => one(done + n)));
  }
  return queued;
}

/** How many are not `delivered`, or whose last attempt was no success. */
export async function undelivered(store: Store, queued: Queued): Promise<string[]> {
  const missing: string[] = [];
  for (const [id, { environment, endpoint }] of queued) {
    const found = await store.webhooks.log.find(environment, endpoint, id);
    if (found?.status !== 'delivered' || found.attempts.at(-1)?.httpStatus !== 200) missing.push(id);
  }
  return missing;
}
