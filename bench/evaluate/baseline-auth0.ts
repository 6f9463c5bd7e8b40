// A baseline: Auth0's published defaults for brute-force protection and suspicious IP throttling, as of 2026.
import { DAY } from '../../src/vocabulary/clock.ts';
import type { EventLine } from './logins-input.ts';

/** Brute-force protection: ten failed logins from one address on one account block that pair for 30 days. */
const FAILURES = 10;
const BLOCK_DURATION = 30 * DAY;

/**
 * Suspicious IP throttling. Login: 100 failed attempts per address and day, refilled one every 864 seconds. Signup: 50
 * attempts, refilled one every 1.2 seconds. `refill` is in ms.
 */
const LOGIN_BUCKET = { size: 100, refill: 864_000 } as const;
const SIGNUP_BUCKET = { size: 50, refill: 1_200 } as const;

class Buckets {
  readonly #levels = new Map<string, { used: number; at: number }>();
  readonly #size: number;
  readonly #refill: number;

  constructor({ size, refill }: { size: number; refill: number }) {
    this.#size = size;
    this.#refill = refill;
  }

  isEmpty(key: string, at: number): boolean {
    return this.#used(key, at) >= this.#size;
  }

  take(key: string, at: number): void {
    this.#levels.set(key, { used: this.#used(key, at) + 1, at });
  }

  #used(key: string, at: number): number {
    const level = this.#levels.get(key);
    return level === undefined ? 0 : Math.max(0, level.used - (at - level.at) / this.#refill);
  }
}

/** For each event, whether Auth0's defaults would have blocked it. */
export function auth0Like(events: readonly EventLine[]): boolean[] {
  const failures = new Map<string, { count: number; at: number }>();
  const logins = new Buckets(LOGIN_BUCKET);
  const signups = new Buckets(SIGNUP_BUCKET);
  return events.map((event) => {
    const { at } = event;
    const address = event.ip_address ?? '';
    if (event.event === 'signup') {
      const blocked = signups.isEmpty(address, at);
      signups.take(address, at);
      return blocked;
    }
    if (event.event !== 'login' && event.event !== 'login_failed') return false;
    const pair = `${address} ${event.account?.id}`;
    const before = failures.get(pair);
    const count = before === undefined || at - before.at > BLOCK_DURATION ? 0 : before.count;
    const blocked = count >= FAILURES || logins.isEmpty(address, at);
    if (event.event === 'login_failed') {
      failures.set(pair, { count: count + 1, at });
      logins.take(address, at);
    } else if (!blocked) {
      failures.delete(pair);
    }
    return blocked;
  });
}
