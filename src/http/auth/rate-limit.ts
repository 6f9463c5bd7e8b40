// Token buckets in bounded memory: how often somebody may ask. Each process counts for itself.
import { type Clock, SECOND } from '../../vocabulary/clock.ts';

export interface Rate {
  /** Requests that come back each second. */
  perSecond: number;
  /** Requests that may come at once after a pause. */
  burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** A bucket that was not asked for longest is forgotten first; a forgotten one is full again, as it nearly was. */
const MOST_BUCKETS = 100_000;

export class RateLimiter {
  readonly #rate: Rate;
  readonly #clock: Clock;
  readonly #most: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, clock: Clock, most: number = MOST_BUCKETS) {
    this.#rate = rate;
    this.#clock = clock;
    this.#most = most;
  }

  /** Takes one token of `key`. Returns 0, or the seconds after which one will be there again. */
  take(key: string): number {
    const now = this.#clock();
    const { perSecond, burst } = this.#rate;
    const known = this.#buckets.get(key);
    const bucket = known ?? { tokens: burst, at: now };
    // A clock that was set back must not drain a bucket.
    const passed = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(burst, bucket.tokens + (passed / SECOND) * perSecond);
    bucket.at = now;
    if (known !== undefined) this.#buckets.delete(key);
    else if (this.#buckets.size >= this.#most) this.#forgetOldest();
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return (1 - bucket.tokens) / perSecond;
    bucket.tokens -= 1;
    return 0;
  }

  /** Buckets held now; never more than was allowed. */
  get size(): number {
    return this.#buckets.size;
  }

  #forgetOldest(): void {
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest);
      return;
    }
  }
}
