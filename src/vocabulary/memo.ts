// A bounded memory for pure functions of text: user agents and renderers repeat from event to event.

/** Remembers up to `limit` results of the pure function `make`; when full, it forgets all and starts again. */
export function memo<T>(limit: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    // Dropping everything costs nothing until an attacker sends ever new texts, and then no more than no memory at all.
    if (known.size >= limit) known.clear();
    known.set(text, made);
    return made;
  };
}
