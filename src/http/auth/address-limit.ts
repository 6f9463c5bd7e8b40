// Rate limits by address. For IPv6 the limits nest: a caller owns a /64, often a /56, and sometimes a /48.
import type { Clock } from '../../vocabulary/clock.ts';
import { addressPrefixes } from './client-address.ts';
import { type Rate, RateLimiter } from './rate-limit.ts';

/**
 * Multiples of the rate for a /64 or an IPv4 address, a /56 and a /48. Providers assign a /56 or a /48 to a site
 * (RFC 6177), while a mobile network may have thousands of customers in a /48.
 */
export const ADDRESS_SHARES = [1, 4, 16] as const;
/** Fewer buckets for wider ranges, because there are fewer such ranges. */
const MAX_BUCKETS = [100_000, 50_000, 25_000] as const;

export class AddressLimiter {
  readonly #limiters: readonly RateLimiter[];

  constructor({ perSecond, burst }: Rate, clock: Clock) {
    this.#limiters = ADDRESS_SHARES.map(
      (share, level) =>
        new RateLimiter({ perSecond: perSecond * share, burst: burst * share }, clock, MAX_BUCKETS[level]),
    );
  }

  /** Like `RateLimiter.take`, for the address and the ranges around it; `scope` separates, for example, keys. */
  take(address: string, scope = '', cost = 1): number {
    const limits = addressPrefixes(address).map((prefix, level) => ({
      limiter: this.#limiters[level] as RateLimiter,
      key: `${scope} ${prefix}`,
    }));
    // Takes nothing unless all levels have enough: a rejected caller uses up nobody else's share.
    const wait = Math.max(...limits.map(({ limiter, key }) => limiter.wait(key, cost)));
    if (wait > 0) return wait;
    for (const { limiter, key } of limits) limiter.take(key, cost);
    return 0;
  }
}
