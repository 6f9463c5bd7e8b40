// Traffic of one environment with storage: what ended is written and what is due is claimed, in one transaction at a time.
import type { AttemptResult, ClaimedDelivery, DeliveryQueue, DueEndpoint } from '../records/webhooks.ts';
import { type Clock, SECOND } from '../vocabulary/clock.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** How long a claim belongs to its process: three attempts' worth, so that clocks may differ by some seconds. */
export const LEASE = 30 * SECOND;

/** Most ends written in one transaction. */
const BATCH = 128;

export interface DeliveryWorkerOptions {
  queue: DeliveryQueue;
  clock: Clock;
  /** A fresh unguessable word for each lease. */
  newToken: () => string;
  limiter: ConcurrencyLimiter;
  /** Starts the attempt of a claim; its end comes back through `Lane.ended`. */
  begin: (claim: ClaimedDelivery, lane: DeliveryWorker) => void;
  /** Storage failed; the dispatcher tries again at its next poll. */
  onError: (error: unknown) => void;
  /** False once the service stops: then nothing more is claimed. */
  mayClaim: () => boolean;
}

export class DeliveryWorker {
  readonly environmentNumber: number;
  readonly #options: DeliveryWorkerOptions;
  #ends: AttemptResult[] = [];
  /** Endpoints that want to claim, with the slots already taken for them. */
  readonly #wanted = new Map<string, number>();
  /** Attempts that were begun and have not come back. */
  #underWay = 0;
  #work: Promise<void> | null = null;

  constructor(environmentNumber: number, options: DeliveryWorkerOptions) {
    this.environmentNumber = environmentNumber;
    this.#options = options;
  }

  /** Whether nothing is under way and nothing waits to be written. */
  get isIdle(): boolean {
    return this.#work === null && this.#underWay === 0 && this.#ends.length === 0 && this.#wanted.size === 0;
  }

  /** Wants to claim for an endpoint. Returns false when no slot is free for it. */
  requestClaim(endpoint: Pick<DueEndpoint, 'endpointId' | 'slow'>): boolean {
    if (this.#wanted.has(endpoint.endpointId)) return true;
    const granted = this.#options.limiter.acquire(endpoint);
    if (granted === 0) return false;
    this.#wanted.set(endpoint.endpointId, granted);
    void this.flush();
    return true;
  }

  /** Takes the end of an attempt that was begun by this lane; it is written with the next transaction. */
  complete(end: AttemptResult): void {
    this.#underWay--;
    this.#ends.push(end);
    void this.flush();
  }

  /** Writes and claims until nothing is left to do, or storage fails; never rejects. */
  flush(): Promise<void> {
    this.#work ??= this.#drain();
    return this.#work;
  }

  async #drain(): Promise<void> {
    // A microtask later, so that ends and wishes of one turn share a transaction.
    await null;
    try {
      while (this.#ends.length > 0 || this.#wanted.size > 0) await this.#exchange();
    } catch (error) {
      this.#options.onError(error);
    } finally {
      // In the same turn as the last look at what waits, or what comes just then would be forgotten.
      this.#work = null;
    }
  }

  async #exchange(): Promise<void> {
    const { queue, clock, newToken, limiter, begin, mayClaim } = this.#options;
    const ends = this.#ends.splice(0, BATCH);
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    const now = clock();
    const claims = mayClaim() ? wanted.map(([endpointId, limit]) => ({ endpointId, limit })) : [];
    let claimed: ClaimedDelivery[] = [];
    try {
      const lease = { token: newToken(), now, until: now + LEASE };
      claimed = await queue.completeAndClaim(this.environmentNumber, ends, claims, lease);
    } catch (error) {
      // Ends are idempotent: should the lost answer have been a success, writing them again changes nothing.
      this.#ends.unshift(...ends);
      throw error;
    } finally {
      for (const [endpointId, taken] of wanted) {
        limiter.release(endpointId, taken - claimed.filter((claim) => claim.endpointId === endpointId).length);
      }
    }
    if (mayClaim()) {
      this.#underWay += claimed.length;
      for (const claim of claimed) begin(claim, this);
      return;
    }
    for (const { endpointId } of claimed) limiter.release(endpointId, 1);
    if (claimed.length > 0) await queue.release(this.environmentNumber, claimed);
  }
}
