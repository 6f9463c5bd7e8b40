// Sends due deliveries: scans for due endpoints, claims within their limits, runs attempts, and shuts down gracefully.
import type { AttemptResult, ClaimedDelivery, DeliveryQueue, DueEndpoint } from '../records/webhooks.ts';
import { SECOND } from '../vocabulary/clock.ts';
import type { IdSource } from '../vocabulary/ids.ts';
import { type AttemptOptions, runAttempt } from './attempt.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { DeliveryWorker, type DeliveryWorkerOptions } from './delivery-worker.ts';

export interface DispatcherOptions extends AttemptOptions {
  queue: DeliveryQueue;
  newToken: () => string;
  newId: IdSource;
  /** Maximum number of attempts in flight in this process. */
  concurrency?: number;
  /** Time between two scans for due deliveries when `wake` is not called, ms. */
  pollInterval?: number;
  /** Called with the result of every attempt and the time it was due, for metrics. */
  onAttempt?: (result: AttemptResult, dueAt: number) => void;
}

export const DEFAULT_CONCURRENCY = 128;
/** Polling finds due retries and deliveries queued by other processes; a scan costs one index probe per endpoint. */
const DEFAULT_POLL_INTERVAL = SECOND / 2;
/** Pause before a repeated scan, ms: scans in immediate succession would find the same endpoints. */
const SCAN_GAP = 5;
const SCAN_LIMIT = 500;
/** An attempt takes at most ten seconds; saving its result gets two more. */
const STOP_TIMEOUT = 12 * SECOND;

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #limiter: ConcurrencyLimiter;
  readonly #workers = new Map<string, DeliveryWorker>();
  readonly #workerOptions: DeliveryWorkerOptions;
  readonly #attempts = new Set<Promise<void>>();
  #state: 'idle' | 'running' | 'stopping' = 'idle';
  #timer: NodeJS.Timeout | undefined;
  #scanning: Promise<void> | null = null;
  #scanAgain = false;
  /** Where the next scan starts: round robin over the endpoints when permits are scarce. */
  #after: DueEndpoint | null = null;
  /** Which endpoints the last scan skipped because no permit was free for them. */
  #starved: 'none' | 'slow' | 'all' = 'none';

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#limiter = new ConcurrencyLimiter(options.concurrency ?? DEFAULT_CONCURRENCY);
    this.#workerOptions = {
      queue: options.queue,
      clock: options.clock,
      newToken: options.newToken,
      newId: options.newId,
      limiter: this.#limiter,
      startAttempt: (claim, worker) => this.#startAttempt(claim, worker),
      onError: options.onError,
      mayClaim: () => this.#state === 'running',
    };
  }

  /** Number of attempts in flight. */
  get inFlight(): number {
    return this.#attempts.size;
  }

  start(): void {
    if (this.#state !== 'idle') throw new Error('a dispatcher can be started only once');
    this.#state = 'running';
    this.#poll();
  }

  /** Scans now instead of at the next poll, because a delivery was queued. Cheap enough to call after every commit. */
  wake(): void {
    if (this.#state !== 'running') return;
    if (this.#scanning !== null) {
      this.#scanAgain = true;
      return;
    }
    this.#scanning = this.#scan().finally(() => {
      this.#scanning = null;
      if (!this.#scanAgain) return;
      this.#scanAgain = false;
      setTimeout(() => this.wake(), SCAN_GAP);
    });
  }

  /** Stops claiming, then waits up to twelve seconds until attempts in flight end and their results are saved. */
  async stop(): Promise<void> {
    if (this.#state === 'stopping') return;
    this.#state = 'stopping';
    clearTimeout(this.#timer);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_TIMEOUT);
    });
    await Promise.race([this.#finish(), timeout]);
    clearTimeout(timer);
  }

  async #finish(): Promise<void> {
    await this.#scanning;
    const flushAll = () => Promise.all([...this.#workers.values()].map((worker) => worker.flush()));
    // Workers that were claiming release their claims; attempts already started run to their end.
    await flushAll();
    await Promise.all(this.#attempts);
    await flushAll();
  }

  #poll(): void {
    this.wake();
    for (const [name, worker] of this.#workers) {
      // After a storage failure a worker still has its results; this flush retries them.
      if (worker.isIdle) this.#workers.delete(name);
      else void worker.flush();
    }
    this.#timer = setTimeout(() => this.#poll(), this.#options.pollInterval ?? DEFAULT_POLL_INTERVAL);
  }

  async #scan(): Promise<void> {
    try {
      const after = this.#after;
      let due = await this.#options.queue.dueEndpoints(this.#options.clock(), after, SCAN_LIMIT);
      if (due.length < SCAN_LIMIT && after !== null) {
        due = [...due, ...(await this.#options.queue.dueEndpoints(this.#options.clock(), null, SCAN_LIMIT))];
      }
      this.#requestClaims(due);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** Requests a claim for each endpoint in order. When permits run out, the next scan starts with the first one that got none. */
  #requestClaims(due: readonly DueEndpoint[]): void {
    this.#starved = 'none';
    let last: DueEndpoint | null = null;
    let beforeSkipped: DueEndpoint | null = null;
    for (const endpoint of due) {
      if (this.#limiter.isFull) {
        this.#starved = 'all';
        break;
      }
      if (this.#limiter.isFullFor(endpoint)) {
        this.#starved = 'slow';
        continue;
      }
      this.#worker(endpoint).requestClaim(endpoint);
      last = endpoint;
      if (this.#starved === 'none') beforeSkipped = endpoint;
    }
    if (this.#starved === 'all' || due.length >= SCAN_LIMIT) this.#after = last ?? this.#after;
    else this.#after = this.#starved === 'slow' ? (beforeSkipped ?? this.#after) : null;
    if (this.#starved === 'none' && due.length >= SCAN_LIMIT) this.#scanAgain = true;
  }

  /**
   * Slow endpoints have a separate worker in each environment. In a shared worker, healthy endpoints would wait for the transactions
   * of slow ones, which are frequent: a dead endpoint fails faster than a healthy one responds.
   */
  #worker({ environmentNumber, slow }: Pick<DueEndpoint, 'environmentNumber' | 'slow'>): DeliveryWorker {
    const name = `${environmentNumber}${slow ? ' slow' : ''}`;
    let worker = this.#workers.get(name);
    if (worker === undefined) {
      worker = new DeliveryWorker(environmentNumber, this.#workerOptions);
      this.#workers.set(name, worker);
    }
    return worker;
  }

  #startAttempt(claim: ClaimedDelivery, worker: DeliveryWorker): void {
    const attempt = runAttempt(claim, this.#options).then((result) => {
      this.#attempts.delete(attempt);
      this.#limiter.release(claim.endpointId, 1, result.durationMs);
      worker.complete(result);
      this.#options.onAttempt?.(result, claim.dueAt);
      if (this.#state !== 'running') return;
      // The same endpoint gets the released permit, in the transaction that saves this result. If endpoints were skipped
      // for lack of permits, a scan serves those first.
      const skipped = this.#starved === 'all' || (this.#starved === 'slow' && this.#limiter.countsAsSlow(claim));
      if (skipped) this.wake();
      else this.#worker({ environmentNumber: worker.environmentNumber, slow: claim.slow }).requestClaim(claim);
    });
    this.#attempts.add(attempt);
  }
}
