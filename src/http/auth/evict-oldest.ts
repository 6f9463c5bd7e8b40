// Bounds what is kept in memory for addresses and keys, so that a flood of new ones cannot fill it.

/** Makes room for one more entry: removes the first one if there are `limit`. */
export function evictOldest(entries: Map<string, unknown> | Set<string>, limit: number): void {
  if (entries.size < limit) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}
