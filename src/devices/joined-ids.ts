// Tracks the ids of a device: its own, and those that matching signals attached, to detect a twin: a second, similar machine.

/** Entries stored for each device. Once its own id is known, every id that is not listed is a twin's. */
const MAX_JOINED_IDS = 4;
/** Prefix of a suspect id: an older id was presented after it joined, so two browser storages are in use. */
const SUSPECT = '+';
/** Prefix of the device's own id; no text follows it if the device has none. It comes last and is never pushed out. */
const OWN = '=';

/** The list of a device created by an event with `id`. */
export function ownIdOnly(id: string): readonly string[] {
  return [OWN + id];
}

/**
 * The list, newest first, after `id` was attached because the event's signals match the device. A suspect is pushed out before an
 * id that has returned: otherwise a browser that has lost the device's own id would be a twin after four private windows.
 */
export function addJoinedId(joined: readonly string[], id: string): readonly string[] {
  const own = joined.filter(isOwn);
  const listed = [id, ...joined.filter((one) => !isOwn(one) && withoutMark(one) !== id)];
  if (listed.length > MAX_JOINED_IDS) {
    // Without an own id, only the list shows which ids are suspect. No suspect: -1, the oldest of all.
    const leaves = own.length === 0 ? -1 : listed.findLastIndex((one) => one.startsWith(SUSPECT));
    listed.splice(leaves, 1);
  }
  return [...listed, ...own];
}

/**
 * The list after a device without an own id was recognized by `id`: an id that was not attached by signals is the one that the device
 * was created with. Devices of earlier versions have no own id in their list. A full list may have lost `id`.
 */
export function learnOwnId(joined: readonly string[], id: string): readonly string[] {
  return isJoinedId(joined, id) || joined.some(isOwn) ? joined : [...joined, OWN + id];
}

/**
 * The list after an account proved a device that none had proven, with `id` or without any: the id is that machine's, and all other
 * ids are twins'. Without this rule, one page view, from anywhere, with an account's name and the fingerprint of a common phone created
 * a device that the owner's next phone joined; the page view's id was then the device's own and paid from anywhere (0, allowed).
 */
export function takeDevice(ids: readonly string[], id: string | null): readonly string[] {
  const own = OWN + (id ?? '');
  const isTaken = ids.length === 0 ? id === null : ids.length === 1 && ids[0] === own;
  return isTaken ? ids : [own];
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

/**
 * Whether `id` leads to the device but belongs to another machine: it is suspect and now returns itself, so that two machines present
 * their ids in turn, or the list of a device with an own id has forgotten it. A planted phone's id was forgotten after the owner had
 * lost four ids or the thief had planted five, and then paid from anywhere (0, allowed).
 */
export function isTwinId(joined: readonly string[], id: string | null): boolean {
  if (id === null) return false;
  if (joined.includes(SUSPECT + id)) return true;
  return joined.some(isOwn) && !joined.some((one) => withoutMark(one) === id);
}

/**
 * Whether `id` was attached to the device by matching signals: true for any but its own. Lists drop ids: after five logins with copied
 * signals, the first of their ids was in no list, counted as the device's own and changed the payout.
 */
export function isJoinedId(joined: readonly string[], id: string | null): boolean {
  if (id === null) return false;
  if (joined.some(isOwn)) return !isOwnId(joined, id);
  return joined.length >= MAX_JOINED_IDS || joined.some((one) => withoutMark(one) === id);
}

/** Whether `id` is the device's own. */
export function isOwnId(joined: readonly string[], id: string): boolean {
  return joined.includes(OWN + id);
}

/** Whether the device is known to have an id of its own. */
export function hasOwnId(joined: readonly string[]): boolean {
  return joined.some((one) => isOwn(one) && one !== OWN);
}

/** Whether any id is known to have come with the device's signals. */
export function hasShownId(joined: readonly string[]): boolean {
  return joined.some((one) => one !== OWN);
}

function isOwn(entry: string): boolean {
  return entry.startsWith(OWN);
}

function withoutMark(entry: string): string {
  return entry.startsWith(SUSPECT) || isOwn(entry) ? entry.slice(1) : entry;
}
