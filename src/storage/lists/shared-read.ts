// One read for all who ask the same within one turn of the event loop.

/**
 * Under load dozens of requests of one turn bring the same key. The read begins only when all of the turn have asked, so
 * each of them sees whatever was committed before it asked: nothing is remembered.
 */
export function sharedRead<V>(read: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const waiting = new Map<string, Promise<V>>();
  return (key) => {
    const asked = waiting.get(key);
    if (asked !== undefined) return asked;
    const answer = new Promise((resolve) => setImmediate(resolve)).then(() => {
      waiting.delete(key);
      return read(key);
    });
    waiting.set(key, answer);
    return answer;
  };
}
