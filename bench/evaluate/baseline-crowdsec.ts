// A baseline: CrowdSec's published brute-force scenarios (crowdsecurity/hub), leaky buckets whose overflow bans an address, as of 2026.
import { HOUR, SECOND } from '../../src/vocabulary/clock.ts';
import type { EventLine } from './logins-input.ts';

/** `http-generic-bf`: capacity 5, one leaks every 10 s. The sixth in a bucket overflows. */
const FAST = { capacity: 5, leak: 10 * SECOND, distinct: false } as const;
/** `ssh-slow-bf`, and its user enumeration that counts distinct names: capacity 10, one leaks every 60 s. */
const SLOW = { capacity: 10, leak: 60 * SECOND, distinct: false } as const;
const SLOW_NAMES = { ...SLOW, distinct: true } as const;
/** The default profile bans an address for four hours. */
const BAN = 4 * HOUR;

type Scenario = typeof FAST | typeof SLOW | typeof SLOW_NAMES;

/** A leaky bucket per address. A bucket that has emptied forgets its names. */
class LeakyBuckets {
  readonly #scenario: Scenario;
  readonly #levels = new Map<string, { level: number; at: number; names: Set<string> }>();

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  /** Pours one event; true when the bucket overflows, which empties it. */
  pour(address: string, name: string, at: number): boolean {
    const { capacity, leak, distinct } = this.#scenario;
    const before = this.#levels.get(address);
    const level = before === undefined ? 0 : Math.max(0, before.level - (at - before.at) / leak);
    const names = level > 0 && before !== undefined ? before.names : new Set<string>();
    const counts = !distinct || !names.has(name);
    names.add(name);
    const poured = level + (counts ? 1 : 0);
    if (poured > capacity) {
      this.#levels.delete(address);
      return true;
    }
    this.#levels.set(address, { level: poured, at, names });
    return false;
  }
}

/** For each event, whether its address is banned. */
export function crowdsecLike(events: readonly EventLine[]): boolean[] {
  const buckets = [FAST, SLOW, SLOW_NAMES].map((scenario) => new LeakyBuckets(scenario));
  const bannedUntil = new Map<string, number>();
  return events.map(({ event, at, ip_address, account }) => {
    const address = ip_address ?? '';
    if (at < (bannedUntil.get(address) ?? 0)) return true;
    if (event !== 'login_failed') return false;
    const overflows = buckets.map((bucket) => bucket.pour(address, account?.id ?? '', at)).includes(true);
    if (overflows) bannedUntil.set(address, at + BAN);
    return overflows;
  });
}
