// Finds what was let through with the devices and fingerprints of a campaign.
import {
  ATTACK_PATTERNS,
  LET_THROUGH_KEYS,
  type LetThroughEvent,
  type LetThroughKeyKind,
} from '../../records/campaigns.ts';
import type { Environment } from '../../records/tenants.ts';
import { HOUR } from '../../vocabulary/clock.ts';
import { LET_THROUGH_LIMITS } from '../../vocabulary/let-through.ts';
import { KEY_KINDS, type KeyKind } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { isReported } from '../events/reported-events.ts';
import { type EventGroup, keyCounts } from './group-events.ts';
import { MAX_SOURCE_EVENTS } from './link-patterns.ts';

/** Events that one request looks for. */
const MAX_LET_THROUGH = 1_000;
/** How long before and after its stopped events an attack is looked for. */
const AROUND = HOUR;

/**
 * Finds events with the campaign's devices and fingerprints that were let through. A fingerprint that was let through more often than
 * stopped belongs to many people with the same phone: its events are not the attack's. A device is one machine, however often it
 * was let through. Addresses are never looked for, because a whole office shares one, nor are fingerprints that few events of scattered
 * sources have: what these share, many people share.
 */
export async function findLetThrough(
  context: Context,
  environment: Environment,
  group: EventGroup,
  limit = MAX_LET_THROUGH,
): Promise<string[]> {
  const { events } = group;
  const range = { from: (events[0]?.at ?? 0) - AROUND, to: (events.at(-1)?.at ?? 0) + AROUND };
  const { campaigns: reader } = context.store;
  const looked = keysToLookFor(group).map((key) =>
    letThroughWith(key, limit, (credentials, most) =>
      reader.letThrough(environment.number, key, range, credentials, most),
    ),
  );
  const found = (await Promise.all(looked)).flat();
  const ids = [...found.filter(isReported), ...found].map(({ id }) => id);
  return [...new Set(ids)].slice(0, limit).sort();
}

/** A device or fingerprint of a campaign, with the number of its stopped events, and of those that the server reported. */
interface LookedFor {
  kind: LetThroughKeyKind;
  value: string;
  count: number;
  reported: number;
}

/** Reads the first events of one key that were let through. */
type ReadLetThrough = (credentials: readonly KeyKind[], most: number) => Promise<LetThroughEvent[]>;

/**
 * What one device or fingerprint was let through with. Where that is too much, what the server reported is looked at alone: a thousand claimed
 * logins of an attack's device, or more with its fingerprint than were stopped, hid what the attack had been let through with.
 */
async function letThroughWith(
  { kind, count, reported }: LookedFor,
  limit: number,
  read: ReadLetThrough,
): Promise<LetThroughEvent[]> {
  const most = kind === 'device' ? limit : count;
  const events = await read(KEY_KINDS, most + 1);
  if (events.length <= most) return events;
  if (kind === 'device') return [...(await read(['secret'], most)), ...events];
  const ofServer = reported === 0 ? [] : await read(['secret'], reported + 1);
  return ofServer.length <= reported ? ofServer : [];
}

/**
 * The devices and fingerprints of the events that the server reported, then those of the others: with two hundred claims from the address of
 * an attack, as fifty machines, nobody looked for the device that had been let through.
 */
function keysToLookFor({ kind: connection, events }: EventGroup): LookedFor[] {
  const isScattered = ATTACK_PATTERNS.some((pattern) => pattern === connection);
  const isCommon = (kind: string, count: number) => kind === 'fingerprint' && isScattered && count <= MAX_SOURCE_EVENTS;
  const { keys: most, stoppedEvents } = LET_THROUGH_LIMITS;
  // A group of fewer events has no strangers in it. Otherwise, a login seven seconds after a challenge on the same device was not found.
  const isSmall = events.length < stoppedEvents;
  const reportedEvents = events.filter(isReported);
  const keys = LET_THROUGH_KEYS.flatMap((kind) => {
    const reported = keyCounts(reportedEvents, kind);
    return [...keyCounts(events, kind)].map(([value, count]) => ({
      kind,
      value,
      count,
      reported: reported.get(value) ?? 0,
    }));
  })
    .filter(({ kind, count }) => count >= stoppedEvents || (isSmall && kind === 'device'))
    .filter(({ kind, count }) => !isCommon(kind, count))
    .sort((one, other) => other.reported - one.reported || other.count - one.count);
  const claimed = keys.filter(({ reported }) => reported === 0);
  return [...keys.filter(({ reported }) => reported > 0).slice(0, most), ...claimed.slice(0, most)];
}
