// Rate limiting with token buckets in bounded memory. Each process counts separately.
import { type Clock, SECOND } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';

export interface Rate {
  /** Requests that become available each second. */
  perSecond: number;
  /** Requests that may arrive at once after a pause. */
  burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** The least recently used bucket is evicted first; if its key returns it is full again, which it nearly was. */
const MAX_BUCKETS = 100_000;

export class RateLimiter {
  readonly #rate: Rate;
  readonly #clock: Clock;
  readonly #maxBuckets: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, clock: Clock, maxBuckets: number = MAX_BUCKETS) {
    this.#rate = rate;
    this.#clock = clock;
    this.#maxBuckets = maxBuckets;
  }

  /** Takes one token of `key`. Returns 0, or the seconds until one is available. */
  take(key: string): number {
    const now = this.#clock();
    const { perSecond, burst } = this.#rate;
    const known = this.#buckets.get(key);
    const bucket = known ?? { tokens: burst, at: now };
    // A clock that was set back must not drain a bucket.
    const elapsed = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(burst, bucket.tokens + (elapsed / SECOND) * perSecond);
    bucket.at = now;
    if (known !== undefined) this.#buckets.delete(key);
    else if (this.#buckets.size >= this.#maxBuckets) this.#evictOldest();
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return (1 - bucket.tokens) / perSecond;
    bucket.tokens -= 1;
    return 0;
  }

  /** Buckets in memory, at most `maxBuckets`. */
  get size(): number {
    return this.#buckets.size;
  }

  #evictOldest(): void {
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest);
      return;
    }
  }
}

/** @throws Failure `too_many` when `wait` seconds, as `take` returned them, are above 0. */
export function checkRate(wait: number, detail: string): void {
  if (wait > 0) throw new Failure('too_many', 'rate_limited', detail, { retryAfter: wait });
}
