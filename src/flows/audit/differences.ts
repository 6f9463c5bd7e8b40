// What an audit entry says of a changed thing: both sides of what differs, and nothing else.
import type { JsonObject } from '../../records/audit.ts';

/** `before` and `after` with the names that differ alone; two empty objects when nothing changed. */
export function changedFields(before: JsonObject, after: JsonObject): [before: JsonObject, after: JsonObject] {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (side: JsonObject) => Object.fromEntries(names.map((name) => [name, side[name]]));
  return [pick(before), pick(after)];
}
