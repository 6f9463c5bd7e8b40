// Records for a while which addresses have used something, so that a flood from new addresses cannot crowd them out.
import { type Clock, MINUTE } from '../../vocabulary/clock.ts';
import { addressPrefixes } from './client-address.ts';
import { evictOldest } from './evict-oldest.ts';

/** An address is known when it returns this long after its first use: a flood that starts now has no known addresses. */
const KNOWN_AFTER = 10 * MINUTE;
const MAX_ENTRIES = 50_000;

/** In memory, so a restarted process knows no address at first. The least recently used entries are evicted first. */
export class KnownAddresses {
  readonly #clock: Clock;
  /** First uses. New addresses evict only each other. */
  readonly #new = new Map<string, number>();
  readonly #known = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(scope: string, address: string): boolean {
    return this.#known.has(keyOf(scope, address));
  }

  /** Records an accepted use. */
  add(scope: string, address: string): void {
    const key = keyOf(scope, address);
    if (this.#known.delete(key)) {
      this.#known.add(key);
      return;
    }
    const first = this.#new.get(key);
    if (first === undefined) {
      evictOldest(this.#new, MAX_ENTRIES);
      this.#new.set(key, this.#clock());
    } else if (this.#clock() - first >= KNOWN_AFTER) {
      this.#new.delete(key);
      evictOldest(this.#known, MAX_ENTRIES);
      this.#known.add(key);
    }
  }
}

function keyOf(scope: string, address: string): string {
  return `${scope} ${addressPrefixes(address)[0]}`;
}
