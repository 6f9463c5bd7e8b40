// Saves attempt results and claims due deliveries of one environment, both in one transaction at a time.
import type { AttemptResult, ClaimedDelivery, DeliveryQueue, DueEndpoint } from '../records/webhooks.ts';
import { type Clock, SECOND } from '../vocabulary/clock.ts';
import type { IdSource } from '../vocabulary/ids.ts';
import { REQUEST_TIMEOUT } from '../webhooks/retry.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** How long a claim belongs to its process: the time of three attempts. */
export const LEASE = 30 * SECOND;

/**
 * After a process has stood still, or its machine was suspended, while it claimed: a later attempt could outlast the lease, or another process
 * has sent the delivery already.
 */
const LATEST_START = LEASE - REQUEST_TIMEOUT;

/** Maximum number of results saved in one transaction. */
const BATCH = 128;

export interface DeliveryWorkerOptions {
  queue: DeliveryQueue;
  clock: Clock;
  /** Returns a new unguessable token for each lease. */
  newToken: () => string;
  newId: IdSource;
  limiter: ConcurrencyLimiter;
  /** Starts the attempt of a claim; its result is passed to `DeliveryWorker.complete`. */
  startAttempt: (claim: ClaimedDelivery, worker: DeliveryWorker) => void;
  /** Called when storage fails; the dispatcher retries at its next poll. */
  onError: (error: unknown) => void;
  /** False once the service stops: then nothing more is claimed. */
  mayClaim: () => boolean;
}

export class DeliveryWorker {
  readonly environmentNumber: number;
  readonly #options: DeliveryWorkerOptions;
  #results: AttemptResult[] = [];
  /** Endpoints to claim for, with the number of permits already acquired for each. */
  readonly #requested = new Map<string, number>();
  /** Attempts that were started and have no result yet. */
  #inFlight = 0;
  #work: Promise<void> | null = null;

  constructor(environmentNumber: number, options: DeliveryWorkerOptions) {
    this.environmentNumber = environmentNumber;
    this.#options = options;
  }

  /** Whether no attempt is in flight and nothing is left to save or claim. */
  get isIdle(): boolean {
    return this.#work === null && this.#inFlight === 0 && this.#results.length === 0 && this.#requested.size === 0;
  }

  /** Requests a claim for an endpoint. Returns false when no permit is free for it. */
  requestClaim(endpoint: Pick<DueEndpoint, 'endpointId' | 'slow'>): boolean {
    if (this.#requested.has(endpoint.endpointId)) return true;
    const granted = this.#options.limiter.acquire(endpoint);
    if (granted === 0) return false;
    this.#requested.set(endpoint.endpointId, granted);
    void this.flush();
    return true;
  }

  /** Accepts the result of an attempt that this worker started; the next transaction saves it. */
  complete(result: AttemptResult): void {
    this.#inFlight--;
    this.#results.push(result);
    void this.flush();
  }

  /** Saves and claims until nothing is left to do or storage fails. Never rejects. */
  flush(): Promise<void> {
    this.#work ??= this.#drain();
    return this.#work;
  }

  async #drain(): Promise<void> {
    // Defer one microtask so results and claims from the same tick share a transaction.
    await null;
    try {
      while (this.#results.length > 0 || this.#requested.size > 0) await this.#completeAndClaim();
    } catch (error) {
      this.#options.onError(error);
    } finally {
      // Runs in the same tick as the last check of the loop; otherwise a result that arrives in between stays unsaved.
      this.#work = null;
    }
  }

  async #completeAndClaim(): Promise<void> {
    const { queue, clock, newToken, newId, limiter, startAttempt, mayClaim } = this.#options;
    const results = this.#results.splice(0, BATCH);
    const requested = [...this.#requested];
    this.#requested.clear();
    const now = clock();
    const requests = mayClaim() ? requested.map(([endpointId, limit]) => ({ endpointId, limit })) : [];
    let claimed: ClaimedDelivery[] = [];
    try {
      const lease = { token: newToken(), now, until: now + LEASE, newAttemptId: () => newId('attempt', now) };
      claimed = await queue.completeAndClaim(this.environmentNumber, results, requests, lease);
    } catch (error) {
      // Results are idempotent: if the transaction did commit, saving them again changes nothing.
      this.#results.unshift(...results);
      throw error;
    } finally {
      for (const [endpointId, permits] of requested) {
        limiter.release(endpointId, permits - claimed.filter((claim) => claim.endpointId === endpointId).length);
      }
    }
    if (mayClaim() && clock() - now <= LATEST_START) {
      this.#inFlight += claimed.length;
      for (const claim of claimed) startAttempt(claim, this);
      return;
    }
    for (const { endpointId } of claimed) limiter.release(endpointId, 1);
    if (claimed.length > 0) await queue.release(this.environmentNumber, claimed);
  }
}
