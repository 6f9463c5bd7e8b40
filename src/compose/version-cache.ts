// Caches what an environment has at a version: its policy, its subscribers. A version never changes, so each is read once.
import type { Environment } from '../records/tenants.ts';

/** Number of cached versions; an environment has one active version, and clearing the cache removes old ones. */
const MAX_CACHED = 10_000;

/**
 * Returns what `read` returns for the environment, cached by its number and `versionOf`. Everything is read again in another generation of
 * the storage: a standby that took over without the newest commits gives their versions to other changes. Calls share a read in progress:
 * with one read for each event, a lock on policies right after the start occupied every connection for requests.
 */
export function versionCache<T>(
  generation: () => number,
  versionOf: (environment: Environment) => number,
  read: (environment: Environment) => Promise<T>,
): (environment: Environment) => Promise<T> {
  const cache = new Map<string, T>();
  const reading = new Map<string, Promise<T>>();
  let cachedIn = generation();

  async function readOnce(name: string, environment: Environment): Promise<T> {
    const before = generation();
    const value = await read(environment);
    // Read from a server that was lost meanwhile, it may be the other change.
    if (generation() !== before) return value;
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(name, value);
    return value;
  }

  return async (environment) => {
    const name = `${environment.number}/${versionOf(environment)}`;
    for (let hasFailed = false; ; ) {
      if (generation() !== cachedIn) {
        cache.clear();
        cachedIn = generation();
      }
      const cached = cache.get(name);
      if (cached !== undefined) return cached;
      const running = reading.get(name);
      const reads = running ?? readOnce(name, environment).finally(() => reading.delete(name));
      if (running === undefined) reading.set(name, reads);
      try {
        const value = await reads;
        // For others, the value may be of an earlier generation; otherwise it is cached now.
        if (running === undefined) return value;
      } catch (error) {
        // The read of another call may have begun long ago, or on a connection that was lost.
        if (running === undefined || hasFailed) throw error;
        hasFailed = true;
      }
    }
  };
}
