// Rate limiting with token buckets in bounded memory. Each process counts separately; see `LoginLimiter` for limits that processes share.
import { type Clock, SECOND } from '../../vocabulary/clock.ts';
import type { ErrorCode } from '../../vocabulary/error-codes.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { evictOldest } from './evict-oldest.ts';

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

/** The least recently used bucket is evicted first; if its key returns, it starts full, which it nearly was. */
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

  /** Takes `cost` tokens of `key`. Returns 0, or the seconds until they are available; then it takes none. */
  take(key: string, cost = 1, reserve = 0): number {
    const now = this.#clock();
    const known = this.#buckets.get(key);
    const bucket = known ?? { tokens: 0, at: now };
    bucket.tokens = this.#tokens(known, now);
    bucket.at = now;
    if (known !== undefined) this.#buckets.delete(key);
    else evictOldest(this.#buckets, this.#maxBuckets);
    this.#buckets.set(key, bucket);
    const wait = this.#waitFor(bucket.tokens, cost, reserve);
    if (wait === 0) bucket.tokens -= cost;
    return wait;
  }

  /**
   * The seconds until `cost` tokens of `key` are available, without taking them; 0 if they are. `reserve` tokens are left for
   * others.
   */
  wait(key: string, cost = 1, reserve = 0): number {
    return this.#waitFor(this.#tokens(this.#buckets.get(key), this.#clock()), cost, reserve);
  }

  #waitFor(tokens: number, cost: number, reserve: number): number {
    const missing = cost + reserve - tokens;
    return missing > 0 ? missing / this.#rate.perSecond : 0;
  }

  #tokens(bucket: Bucket | undefined, now: number): number {
    const { perSecond, burst } = this.#rate;
    if (bucket === undefined) return burst;
    // A clock that was set back must neither drain a bucket nor stop it from filling until the clock reaches the old time again.
    bucket.at = Math.min(bucket.at, now);
    return Math.min(burst, bucket.tokens + ((now - bucket.at) / SECOND) * perSecond);
  }

  /** Buckets in memory, at most `maxBuckets`. */
  get size(): number {
    return this.#buckets.size;
  }
}

/** @throws Failure `too_many` when `wait` seconds, as `take` returned them, are above 0. */
export function checkRate(wait: number, detail: string, code: ErrorCode = 'rate_limited'): void {
  if (wait > 0) throw new Failure('too_many', code, detail, { retryAfter: wait });
}
