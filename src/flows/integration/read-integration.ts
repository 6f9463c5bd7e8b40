// GET …/integration: how an environment is connected: what was refused, how events arrive, and which steps are done.
import type { RejectionCount } from '../../records/alerts.ts';
import type { SampledEvent } from '../../records/integration.ts';
import type { Environment, Key } from '../../records/tenants.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../vocabulary/clock.ts';
import { EVENT_TYPES, type EventType, readEventType } from '../../vocabulary/event-types.ts';
import { groupBy } from '../../vocabulary/group-by.ts';
import type { KeyKind } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { applyPendingRollups } from '../overview/apply-rollups.ts';
import { MAX_ENDPOINTS } from '../webhooks/create-endpoint.ts';

/** Days that the page covers. */
export const INTEGRATION_DAYS = 7;
/** Newest events that are examined individually: 10 ms with SQLite. */
export const MAX_SAMPLED = 500;
/** Rows of each table. */
const MAX_ROWS = 50;
/** Characters of an SDK version: anyone can send one. */
const MAX_VERSION_LENGTH = 40;
/** A key that nobody has used for this long: its next user may be a thief. */
const UNUSED_FOR = 30 * DAY;
/** A new key is given this long before it counts as never used. */
const NEW_KEY_FOR = DAY;
/** Networks and queues delay events by less. */
const LATE = 5 * MINUTE;
/** Below this, the clock of the sender and ours agree. */
const AHEAD = SECOND;

/** Refused events of one reason: an origin, the code of an error, or the code and the position of an issue in the body. */
export interface RejectionTotal {
  word: string;
  count: number;
  /** Start of the last span of five minutes, ms. */
  lastAt: number;
}

/** The sampled events of one kind of key. */
export interface SampleOfKey {
  events: number;
  fewSignals: number;
  /** The address that most of them have, probably of a server or a proxy if different accounts share it. */
  busiestAddress: { events: number; accounts: number };
}

export interface Integration {
  from: number;
  /** Refused events by the code of their error. */
  refused: RejectionTotal[];
  origins: RejectionTotal[];
  issues: RejectionTotal[];
  /** Event types outside the catalog, and the type that each is read as, or null. */
  eventTypes: { type: string; readAs: EventType | null; count: number }[];
  sample: {
    events: number;
    /** When the oldest and the newest of them were received, ms. */
    firstAt: number | null;
    lastAt: number | null;
    byKey: Record<KeyKind, SampleOfKey>;
  };
  sdkVersions: { version: string; count: number }[];
  clock: { dated: number; ahead: number; late: number; maxAhead: number; medianDelay: number };
  unusedKeys: Key[];
  /** Whether alerts can be sent by email. */
  mailServer: boolean;
  steps: { sdkSeen: boolean; originsSet: boolean; webhookVerified: boolean };
}

/** What was counted and sampled during the last seven days. */
export async function readIntegration(context: Context, environment: Environment): Promise<Integration> {
  await applyPendingRollups(context, environment);
  const { integration, rejections, rollups, tenants, webhooks } = context.store;
  const now = context.clock();
  const from = now - INTEGRATION_DAYS * DAY;
  const [counts, types, sample, keys, endpoints] = await Promise.all([
    rejections.since(environment.number, from),
    rollups.eventTypes(environment.number, Math.floor(from / HOUR), Math.floor(now / HOUR)),
    integration.newestEvents(environment.number, from, MAX_SAMPLED),
    tenants.keys(environment.id),
    webhooks.endpoints.list(environment.number, { from: null, limit: MAX_ENDPOINTS }),
  ]);
  return {
    from,
    refused: rejectionTotals(counts, 'event'),
    origins: rejectionTotals(counts, 'origin'),
    issues: rejectionTotals(counts, 'issue'),
    eventTypes: foreignTypes(types),
    sample: sampled(sample),
    sdkVersions: sdkVersions(sample),
    clock: clockOf(sample),
    unusedKeys: keys.filter((key) => isUnused(key, now)),
    mailServer: context.notifier.mail !== null,
    steps: {
      sdkSeen: sample.some(({ sdkVersion }) => sdkVersion !== null),
      originsSet: environment.allowedOrigins.length > 0,
      webhookVerified: endpoints.some(({ lastSuccessAt }) => lastSuccessAt !== null),
    },
  };
}

/** The sums over the range by word, the most frequent first. */
function rejectionTotals(counts: readonly RejectionCount[], kind: RejectionCount['kind']): RejectionTotal[] {
  const sums = new Map<string, RejectionTotal>();
  for (const { kind: counted, word, count, at } of counts) {
    if (counted !== kind) continue;
    const known = sums.get(word) ?? { word, count: 0, lastAt: 0 };
    sums.set(word, { word, count: known.count + count, lastAt: Math.max(known.lastAt, at) });
  }
  return [...sums.values()].sort((one, other) => other.count - one.count).slice(0, MAX_ROWS);
}

/** Types outside the catalog, starting with those close to one of its words. */
function foreignTypes(types: readonly { type: string; count: number }[]): Integration['eventTypes'] {
  return types
    .filter(({ type }) => !Object.hasOwn(EVENT_TYPES, type))
    .map(({ type, count }) => ({ type, readAs: readEventType(type), count }))
    .sort(
      (one, other) =>
        Number(one.readAs === null) - Number(other.readAs === null) ||
        other.count - one.count ||
        (one.type < other.type ? -1 : 1),
    )
    .slice(0, MAX_ROWS);
}

function sampled(events: readonly SampledEvent[]): Integration['sample'] {
  const of = (kind: KeyKind) => {
    const own = events.filter(({ credential }) => credential === kind);
    const fewSignals = own.filter(({ hasFingerprint }) => !hasFingerprint).length;
    return { events: own.length, fewSignals, busiestAddress: busiestAddress(own) };
  };
  return {
    events: events.length,
    firstAt: events.at(-1)?.createdAt ?? null,
    lastAt: events[0]?.createdAt ?? null,
    byKey: { public: of('public'), secret: of('secret') },
  };
}

function busiestAddress(events: readonly SampledEvent[]): SampleOfKey['busiestAddress'] {
  const byAddress = groupBy(
    events.filter(({ address }) => address !== null),
    ({ address }) => address,
  );
  const [busiest = []] = [...byAddress.values()].sort((one, other) => other.length - one.length);
  const accounts = new Set(busiest.map(({ accountKey }) => accountKey));
  accounts.delete(null);
  return { events: busiest.length, accounts: accounts.size };
}

function sdkVersions(events: readonly SampledEvent[]): Integration['sdkVersions'] {
  const counts = new Map<string, number>();
  for (const { sdkVersion } of events) {
    if (sdkVersion === null) continue;
    const version = sdkVersion.slice(0, MAX_VERSION_LENGTH);
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return [...counts]
    .map(([version, count]) => ({ version, count }))
    .sort((one, other) => other.count - one.count || (one.version < other.version ? -1 : 1))
    .slice(0, MAX_ROWS);
}

/** The clock difference of the events whose backend sent their own time. */
function clockOf(events: readonly SampledEvent[]): Integration['clock'] {
  const delays = events
    .filter(({ at, createdAt, credential }) => credential === 'secret' && at !== createdAt)
    .map(({ at, createdAt }) => createdAt - at)
    .sort((one, other) => one - other);
  return {
    dated: delays.length,
    ahead: delays.filter((delay) => delay < -AHEAD).length,
    late: delays.filter((delay) => delay > LATE).length,
    maxAhead: Math.max(0, -(delays[0] ?? 0)),
    medianDelay: delays[Math.floor(delays.length / 2)] ?? 0,
  };
}

function isUnused({ createdAt, lastUsedAt, revokedAt }: Key, now: number): boolean {
  if (revokedAt !== null) return false;
  return lastUsedAt === null ? createdAt < now - NEW_KEY_FOR : lastUsedAt < now - UNUSED_FOR;
}
