// Tracks ids that were attached to a device by matching signals, to detect a twin: a second, similar machine.

/** Entries stored for each device; a browser that loses ids more often is not a twin. */
const MAX_JOINED_IDS = 4;
/** Prefix of a suspect id: an older id was presented after it joined, so two browser storages are in use. */
const SUSPECT = '+';

/** The list, newest first, after `id` was attached because the event's signals match the device. */
export function addJoinedId(joined: readonly string[], id: string): readonly string[] {
  return [id, ...joined.filter((one) => withoutMark(one) !== id)].slice(0, MAX_JOINED_IDS);
}

/**
 * The list after `id` was presented. A browser that lost an id never presents it again, so an id that returns makes all
 * ids that joined after it suspect. Returns the same list when nothing changed.
 */
export function suspectLaterIds(joined: readonly string[], id: string): readonly string[] {
  const own = joined.findIndex((one) => withoutMark(one) === id);
  const newer = own === -1 ? joined.length : own;
  if (!joined.some((one, index) => index < newer && !one.startsWith(SUSPECT))) return joined;
  return joined.map((one, index) => (index < newer ? `${SUSPECT}${withoutMark(one)}` : one));
}

/** Whether `id` is suspect and now returns itself: two machines present their ids in turn. */
export function isTwinId(joined: readonly string[] | undefined, id: string | null): boolean {
  return id !== null && joined?.includes(`${SUSPECT}${id}`) === true;
}

/** Whether `id` was attached to the device by matching signals. */
export function isJoinedId(joined: readonly string[] | undefined, id: string | null): boolean {
  return id !== null && joined?.some((one) => withoutMark(one) === id) === true;
}

function withoutMark(entry: string): string {
  return entry.startsWith(SUSPECT) ? entry.slice(1) : entry;
}
