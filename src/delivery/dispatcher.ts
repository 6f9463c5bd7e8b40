// Sends what is due: finds endpoints with something due, claims within their caps, attempts, writes the ends, and stops in order.
import type { AttemptResult, ClaimedDelivery, DeliveryQueue, DueEndpoint } from '../records/webhooks.ts';
import { SECOND } from '../vocabulary/clock.ts';
import { type AttemptOptions, runAttempt } from './attempt.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { DeliveryWorker, type DeliveryWorkerOptions } from './delivery-worker.ts';

export interface DispatcherOptions extends AttemptOptions {
  queue: DeliveryQueue;
  newToken: () => string;
  /** Most attempts in flight in this process. */
  concurrency?: number;
  /** Between two looks for due work when nobody calls `nudge`, ms. */
  pollInterval?: number;
  /** Told of every attempt that ended, for metrics. */
  onAttempt?: (ended: AttemptResult, dueAt: number) => void;
}

export const DEFAULT_CONCURRENCY = 128;
/** Other processes queue work too, and retries fall due: a look costs one index probe per endpoint. */
const DEFAULT_POLL_INTERVAL = SECOND / 2;
/** Looks that follow each other at once would only repeat themselves. */
const LOOK_GAP = 5;
const LOOK_LIMIT = 500;
/** An attempt takes at most ten seconds; two more for writing its end. */
const STOP_PATIENCE = 12 * SECOND;

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #slots: ConcurrencyLimiter;
  readonly #lanes = new Map<string, DeliveryWorker>();
  readonly #laneOptions: DeliveryWorkerOptions;
  readonly #attempts = new Set<Promise<void>>();
  #state: 'idle' | 'running' | 'stopping' = 'idle';
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  /** Where the next look begins, so that endpoints take turns when slots are short. */
  #after: DueEndpoint | null = null;
  /** Endpoints had to be passed over because every slot was taken. */
  #starved = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#slots = new ConcurrencyLimiter(options.concurrency ?? DEFAULT_CONCURRENCY);
    this.#laneOptions = {
      queue: options.queue,
      clock: options.clock,
      newToken: options.newToken,
      limiter: this.#slots,
      begin: (claim, lane) => this.#begin(claim, lane),
      onError: options.onError,
      mayClaim: () => this.#state === 'running',
    };
  }

  /** Attempts in flight. */
  get inFlight(): number {
    return this.#attempts.size;
  }

  start(): void {
    if (this.#state !== 'idle') throw new Error('a dispatcher starts once');
    this.#state = 'running';
    this.#poll();
  }

  /** Something was queued: look now instead of at the next poll. Cheap to call after every commit. */
  wake(): void {
    if (this.#state !== 'running') return;
    if (this.#looking !== null) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = null;
      if (!this.#lookAgain) return;
      this.#lookAgain = false;
      setTimeout(() => this.wake(), LOOK_GAP);
    });
  }

  /** Claims nothing more, waits for what is in flight and writes its ends; at most twelve seconds. */
  async stop(): Promise<void> {
    if (this.#state === 'stopping') return;
    this.#state = 'stopping';
    clearTimeout(this.#timer);
    let patience: NodeJS.Timeout | undefined;
    const outOfPatience = new Promise<void>((resolve) => {
      patience = setTimeout(resolve, STOP_PATIENCE);
    });
    await Promise.race([this.#finish(), outOfPatience]);
    clearTimeout(patience);
  }

  async #finish(): Promise<void> {
    await this.#looking;
    const flushAll = () => Promise.all([...this.#lanes.values()].map((lane) => lane.flush()));
    // A lane that was claiming when the stop came gives its claims back; what was begun before ends by itself.
    await flushAll();
    await Promise.all(this.#attempts);
    await flushAll();
  }

  #poll(): void {
    this.wake();
    for (const [name, lane] of this.#lanes) {
      // A lane that storage failed keeps its ends and tries again here.
      if (lane.isIdle) this.#lanes.delete(name);
      else void lane.flush();
    }
    this.#timer = setTimeout(() => this.#poll(), this.#options.pollInterval ?? DEFAULT_POLL_INTERVAL);
  }

  async #look(): Promise<void> {
    try {
      const after = this.#after;
      let due = await this.#options.queue.dueEndpoints(this.#options.clock(), after, LOOK_LIMIT);
      if (due.length < LOOK_LIMIT && after !== null) {
        due = [...due, ...(await this.#options.queue.dueEndpoints(this.#options.clock(), null, LOOK_LIMIT))];
      }
      this.#grant(due);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** Lets each claim in turn; when the slots run out, the next look begins where this one ended. */
  #grant(due: readonly DueEndpoint[]): void {
    this.#starved = false;
    let last: DueEndpoint | null = null;
    for (const endpoint of due) {
      if (this.#slots.isFull) {
        this.#starved = true;
        break;
      }
      this.#lane(endpoint).requestClaim(endpoint);
      last = endpoint;
    }
    this.#after = this.#starved || due.length >= LOOK_LIMIT ? (last ?? this.#after) : null;
    if (!this.#starved && due.length >= LOOK_LIMIT) this.#lookAgain = true;
  }

  /**
   * Endpoints that keep failing have a lane of their own: the others would wait for their transactions between any two
   * of their own, and a dead one fails faster than a good one answers.
   */
  #lane({ environmentNumber, slow }: Pick<DueEndpoint, 'environmentNumber' | 'slow'>): DeliveryWorker {
    const name = `${environmentNumber}${slow ? ' slow' : ''}`;
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      lane = new DeliveryWorker(environmentNumber, this.#laneOptions);
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  #begin(claim: ClaimedDelivery, lane: DeliveryWorker): void {
    const attempt = runAttempt(claim, this.#options).then((ended) => {
      this.#attempts.delete(attempt);
      this.#slots.release(claim.endpointId, 1);
      lane.complete(ended);
      this.#options.onAttempt?.(ended, claim.dueAt);
      if (this.#state !== 'running') return;
      // The freed slot goes on to the same endpoint, in the transaction that writes this end; when others have waited
      // for a slot, it is their turn.
      if (this.#starved) this.wake();
      else this.#lane({ environmentNumber: lane.environmentNumber, slow: claim.slow }).requestClaim(claim);
    });
    this.#attempts.add(attempt);
  }
}
