// Limits the attempts in flight in this process: in total, per endpoint, and for slow and tardy endpoints together.

import type { DueEndpoint } from '../records/webhooks.ts';
import { MINUTE, SECOND } from '../vocabulary/clock.ts';
import { ENDPOINT_CAP, SLOW_ENDPOINT_CAP } from '../vocabulary/endpoint-caps.ts';

interface EndpointPermits {
  inUse: number;
  /** Whether they count toward the share of slow endpoints. */
  slow: boolean;
}

/** An endpoint whose attempt takes as long is tardy for a minute, whatever the result is. */
const TARDY_MS = 2 * SECOND;
const TARDY_FOR_MS = MINUTE;
/** Above, endpoints that are tardy no more are forgotten. */
const MAX_TARDY = 1_000;

/** Permits are acquired before a claim, so that concurrent claims never exceed the limits together. */
export class ConcurrencyLimiter {
  readonly #total: number;
  #inUse = 0;
  #inUseBySlow = 0;
  readonly #byEndpoint = new Map<string, EndpointPermits>();
  /** Until when each is tardy. */
  readonly #tardy = new Map<string, number>();
  readonly #now: () => number;

  /** `total` is the maximum number of attempts in flight in this process; `now` in milliseconds, from a clock that nobody can set. */
  constructor(total: number, now: () => number = () => performance.now()) {
    this.#total = total;
    this.#now = now;
  }

  get isFull(): boolean {
    return this.#inUse >= this.#total;
  }

  /** Whether no permit is free for endpoints like this one, however many it has itself. */
  isFullFor(endpoint: Pick<DueEndpoint, 'endpointId' | 'slow'>): boolean {
    return this.isFull || (this.countsAsSlow(endpoint) && this.#total / 2 - this.#inUseBySlow < 1);
  }

  /** Whether it shares half of the permits with the slow endpoints. */
  countsAsSlow({ endpointId, slow }: Pick<DueEndpoint, 'endpointId' | 'slow'>): boolean {
    return slow || (this.#tardy.get(endpointId) ?? 0) > this.#now();
  }

  /** Acquires as many permits as the endpoint may have now and returns their number; 0 if none is free for it. */
  acquire({ endpointId, slow }: Pick<DueEndpoint, 'endpointId' | 'slow'>): number {
    const permits = this.#byEndpoint.get(endpointId) ?? { inUse: 0, slow };
    this.#countAs(permits, this.countsAsSlow({ endpointId, slow }));
    const cap = slow ? SLOW_ENDPOINT_CAP : ENDPOINT_CAP;
    // One that keeps timing out, or that responds just in time, occupies a permit for ten seconds, so they get at most half of all: without
    // this, fifty endpoints that responded after nine seconds delayed those of another environment by 31 s in the median.
    const free = permits.slow
      ? Math.min(this.#total - this.#inUse, this.#total / 2 - this.#inUseBySlow)
      : this.#total - this.#inUse;
    const granted = Math.max(0, Math.min(cap - permits.inUse, Math.floor(free)));
    if (granted === 0) return 0;
    this.#add(endpointId, permits, granted);
    return granted;
  }

  /** Releases `count` permits of an endpoint, after an attempt that took `durationMs`. */
  release(endpointId: string, count: number, durationMs = 0): void {
    if (durationMs >= TARDY_MS) this.#noteTardy(endpointId);
    const permits = this.#byEndpoint.get(endpointId);
    if (permits === undefined) return;
    if (durationMs >= TARDY_MS) this.#countAs(permits, true);
    this.#add(endpointId, permits, -count);
  }

  #noteTardy(endpointId: string): void {
    const now = this.#now();
    if (this.#tardy.size >= MAX_TARDY) {
      for (const [id, until] of this.#tardy) if (until <= now) this.#tardy.delete(id);
    }
    this.#tardy.set(endpointId, now + TARDY_FOR_MS);
  }

  #countAs(permits: EndpointPermits, slow: boolean): void {
    if (permits.slow !== slow) this.#inUseBySlow += slow ? permits.inUse : -permits.inUse;
    permits.slow = slow;
  }

  #add(endpointId: string, permits: EndpointPermits, change: number): void {
    permits.inUse += change;
    this.#inUse += change;
    if (permits.slow) this.#inUseBySlow += change;
    if (permits.inUse > 0) this.#byEndpoint.set(endpointId, permits);
    else this.#byEndpoint.delete(endpointId);
  }
}
