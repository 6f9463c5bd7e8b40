// Tracks the ids of a device: its own, and those that matching signals attached, to detect a twin: a second, similar machine.

/** Entries stored for each device; a browser that loses ids more often is not a twin. */
const MAX_JOINED_IDS = 4;
/** Prefix of a suspect id: an older id was presented after it joined, so two browser storages are in use. */
const SUSPECT = '+';
/** Prefix of the id that the device was created with. It comes last and is never pushed out. */
const OWN = '=';

/** The list of a device that an event with `id` creates. */
export function ownIdOnly(id: string): readonly string[] {
  return [OWN + id];
}

/** The list, newest first, after `id` was attached because the event's signals match the device. */
export function addJoinedId(joined: readonly string[], id: string): readonly string[] {
  const others = joined.filter((one) => !isOwn(one) && withoutMark(one) !== id);
  return [...[id, ...others].slice(0, MAX_JOINED_IDS), ...joined.filter(isOwn)];
}

/**
 * The list after a device without an own id was recognized by `id`: an id that no signals attached is the one that it was created
 * with. Devices of earlier versions have no own id in their list. A full list may have lost `id`.
 */
export function learnOwnId(joined: readonly string[], id: string): readonly string[] {
  return isJoinedId(joined, id) || joined.some(isOwn) ? joined : [...joined, OWN + id];
}

/**
 * The list after somebody proved a device that nobody had proven, with `id` or without any: it is that machine's, and all other ids
 * are suspect. One page view that named an account, with the fingerprint of a common phone and from anywhere, created a device
 * that the owner's next phone joined; the id of the page view was then the device's own and paid from anywhere (0, allowed).
 */
export function takeDevice(ids: readonly string[], id: string | null): readonly string[] {
  const others = ids.map(withoutMark).filter((one) => one !== id);
  const suspects = others.map((one) => SUSPECT + one).slice(0, MAX_JOINED_IDS);
  const taken = id === null ? suspects : [...suspects, OWN + id];
  return taken.length === ids.length && taken.every((one, index) => one === ids[index]) ? ids : taken;
}

/**
 * The list after `id` was presented. A browser that lost an id never presents it again, so an id that returns makes all
 * ids that joined after it suspect. Returns the same list when nothing changed.
 */
export function suspectLaterIds(joined: readonly string[], id: string): readonly string[] {
  const own = joined.findIndex((one) => withoutMark(one) === id);
  const newer = own === -1 ? joined.length : own;
  const becomesSuspect = (one: string, index: number) => index < newer && !isOwn(one) && !one.startsWith(SUSPECT);
  if (!joined.some(becomesSuspect)) return joined;
  return joined.map((one, index) => (becomesSuspect(one, index) ? SUSPECT + one : one));
}

/** Whether `id` is suspect and now returns itself: two machines present their ids in turn. */
export function isTwinId(joined: readonly string[] | undefined, id: string | null): boolean {
  return id !== null && joined?.includes(`${SUSPECT}${id}`) === true;
}

/**
 * Whether `id` was attached to the device by matching signals: any but its own. The list forgets: after five logins with copied
 * signals, the first of their ids was in no list, counted as the device's own and changed the payout.
 */
export function isJoinedId(joined: readonly string[] | undefined, id: string | null): boolean {
  if (id === null || joined === undefined) return false;
  if (joined.some(isOwn)) return !joined.includes(OWN + id);
  return joined.length >= MAX_JOINED_IDS || joined.some((one) => withoutMark(one) === id);
}

function isOwn(entry: string): boolean {
  return entry.startsWith(OWN);
}

function withoutMark(entry: string): string {
  return entry.startsWith(SUSPECT) || isOwn(entry) ? entry.slice(1) : entry;
}
