// Caches what an environment has at a version: its policy, its subscribers. A version never changes, so each is read once.
import type { Environment } from '../records/tenants.ts';

/** Number of cached versions; an environment has one active version, and clearing the cache removes old ones. */
const MAX_CACHED = 10_000;

/**
 * Returns what `read` returns for the environment, cached by its number and `versionOf`. Everything is read again in another generation of
 * the storage: a standby that took over without the newest commits gives their versions to other changes.
 */
export function versionCache<T>(
  generation: () => number,
  versionOf: (environment: Environment) => number,
  read: (environment: Environment) => Promise<T>,
): (environment: Environment) => Promise<T> {
  const cache = new Map<string, T>();
  let cachedIn = generation();
  return async (environment) => {
    const name = `${environment.number}/${versionOf(environment)}`;
    const before = generation();
    if (before !== cachedIn) {
      cache.clear();
      cachedIn = before;
    }
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const value = await read(environment);
    // Read from a server that was lost meanwhile, it may be the other change.
    if (generation() !== before) return value;
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(name, value);
    return value;
  };
}
