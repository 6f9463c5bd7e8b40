// A bounded cache for pure functions of text: user agents and renderers repeat from event to event.

/** Caches up to `limit` results of the pure function `make`; when full, the cache is cleared. */
export function memo<T>(limit: number, make: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const found = cache.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    // Clearing everything is cheap. Against an attacker who sends only new texts, the cache is no worse than none.
    if (cache.size >= limit) cache.clear();
    cache.set(text, made);
    return made;
  };
}
