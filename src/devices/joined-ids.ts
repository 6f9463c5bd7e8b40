// Ids that joined a device by its likeness, and the evidence that one of them belongs to a twin: a second machine alike.

/** A device keeps this many; who loses ids more often is no twin. */
const KEPT = 4;
/** Stands before an id after whose joining an older one was shown: two storages are alive. */
const DOUBTED = '+';

/** The list, newest first, after `id` was attached because the event looked like the device. */
export function joinedWith(joined: readonly string[], id: string): readonly string[] {
  return [id, ...joined.filter((one) => bare(one) !== id)].slice(0, KEPT);
}

/**
 * The list after `id` was presented. A browser that lost an id never shows it again: an id that returns doubts all that
 * joined after it. Returns the same list when nothing changed.
 */
export function joinedAfter(joined: readonly string[], id: string): readonly string[] {
  const own = joined.findIndex((one) => bare(one) === id);
  const newer = own === -1 ? joined.length : own;
  if (!joined.some((one, index) => index < newer && !one.startsWith(DOUBTED))) return joined;
  return joined.map((one, index) => (index < newer ? `${DOUBTED}${bare(one)}` : one));
}

/** Whether `id` joined later than an id that has come back since, and now comes back itself: two machines in turn. */
export function isTwinId(joined: readonly string[] | undefined, id: string | null): boolean {
  return id !== null && joined?.includes(`${DOUBTED}${id}`) === true;
}

function bare(entry: string): string {
  return entry.startsWith(DOUBTED) ? entry.slice(1) : entry;
}
