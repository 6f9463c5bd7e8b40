// Limits the attempts in flight in this process: in total, per endpoint, and for slow endpoints together.
import type { DueEndpoint } from '../records/webhooks.ts';
import { ENDPOINT_CAP, SLOW_ENDPOINT_CAP } from '../vocabulary/endpoint-caps.ts';

interface EndpointPermits {
  inUse: number;
  slow: boolean;
}

/** Permits are acquired before a claim, so that concurrent claims never exceed the limits together. */
export class ConcurrencyLimiter {
  readonly #total: number;
  #inUse = 0;
  #inUseBySlow = 0;
  readonly #byEndpoint = new Map<string, EndpointPermits>();

  /** `total` is the maximum number of attempts in flight in this process. */
  constructor(total: number) {
    this.#total = total;
  }

  get isFull(): boolean {
    return this.#inUse >= this.#total;
  }

  /** Acquires as many permits as the endpoint may have now and returns their number; 0 if none is free for it. */
  acquire({ endpointId, slow }: Pick<DueEndpoint, 'endpointId' | 'slow'>): number {
    const permits = this.#byEndpoint.get(endpointId) ?? { inUse: 0, slow };
    const cap = slow ? SLOW_ENDPOINT_CAP : ENDPOINT_CAP;
    // An endpoint that keeps timing out occupies a permit for ten seconds, so slow endpoints get at most half of all permits.
    const free = slow
      ? Math.min(this.#total - this.#inUse, this.#total / 2 - this.#inUseBySlow)
      : this.#total - this.#inUse;
    const granted = Math.max(0, Math.min(cap - permits.inUse, Math.floor(free)));
    if (granted === 0) return 0;
    this.#add(endpointId, permits, granted);
    return granted;
  }

  /** Releases `count` permits of an endpoint. */
  release(endpointId: string, count: number): void {
    const permits = this.#byEndpoint.get(endpointId);
    if (permits !== undefined) this.#add(endpointId, permits, -count);
  }

  #add(endpointId: string, permits: EndpointPermits, change: number): void {
    permits.inUse += change;
    this.#inUse += change;
    if (permits.slow) this.#inUseBySlow += change;
    if (permits.inUse > 0) this.#byEndpoint.set(endpointId, permits);
    else this.#byEndpoint.delete(endpointId);
  }
}
