// Splits client signals into two texts to store: the stable ones, shared by many visits, and the volatile ones.
import { digest } from './digest.ts';
import { SIGNAL_NAMES } from './signal-names.ts';

export interface StoredSignals {
  /** JSON of the signals that rarely change, keys sorted, or null when there are none. */
  stable: string | null;
  stableDigest: string | null;
  /** JSON of the signals that belong to this event only, or null when there are none. */
  volatile: string | null;
  /** Names of the keys that were not stored because the rest fills `MAX_STORED_BYTES`; shortened, at most 50. */
  dropped: readonly string[];
}

/**
 * Bytes of JSON stored for one event. The SDK sends 2 to 4 KB. Anyone can send events with a public key: with 245 KB of junk
 * keys each, one address stored 434 GB a day.
 */
export const MAX_STORED_BYTES = 16 * 1024;
const MAX_DROPPED_NAMES = 50;
const MAX_DROPPED_NAME_LENGTH = 64;
const KNOWN_KEYS: ReadonlySet<string> = new Set(SIGNAL_NAMES);

/** These differ on every visit. Signs of automation do not: in the stable text they do not cost 95 bytes again for each event. */
const VOLATILE: ReadonlySet<string> = new Set(['behavior', 'window', 'connection_rtt']);
/** Opaque client secrets, stored as hashes: a reader of the database must not be able to present them. */
const SECRETS: ReadonlySet<string> = new Set(['persistent_id', 'session_token']);
/** Names under which collectors repeat such an identifier; not stored. */
const COLLECTOR_IDENTIFIERS: ReadonlySet<string> = new Set(['visitorId', 'visitor_id', 'requestId']);
const COLLECTORS: ReadonlySet<string> = new Set(['fingerprintjs', 'thumbmark']);
/** Longer collector texts are drawings and are hashed; stored in full, they would cost 50 KB for each device. */
const MAX_COLLECTOR_TEXT_LENGTH = 4_096;
/** Times and durations of readings would make every collector text unique. */
const COLLECTOR_NOISE: ReadonlySet<string> = new Set(['duration', 'timestamp']);

/**
 * Splits `signals` into stable and volatile JSON, and hashes the secrets in them. Equal stable signals give equal text
 * regardless of key order. The stable text excludes the persistent id; otherwise every cleared browser storage
 * would store its fingerprint again. The event's resolution identifies the id by its hash.
 */
export function splitSignals(signals: Readonly<Record<string, unknown>> | null): StoredSignals {
  if (signals === null) return { stable: null, stableDigest: null, volatile: null, dropped: [] };
  const stable: Record<string, unknown> = Object.create(null);
  const volatile: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(signals).sort()) {
    const value = signals[key];
    // The event's row has its hash.
    if (key === 'session_token') continue;
    if (SECRETS.has(key)) {
      if (typeof value === 'string') volatile[key] = digest(value);
    } else if (VOLATILE.has(key)) {
      volatile[key] = sanitize(value, false);
    } else {
      stable[key] = sanitize(value, COLLECTORS.has(key));
    }
  }
  const texts = [textOf(stable), textOf(volatile)] as const;
  const dropped = storedBytes(...texts) <= MAX_STORED_BYTES ? [] : dropExcess(stable, volatile);
  const [text, rest] = dropped.length === 0 ? texts : ([textOf(stable), textOf(volatile)] as const);
  return {
    stable: text,
    stableDigest: text === null ? null : digest(text),
    volatile: rest,
    dropped: dropped.slice(0, MAX_DROPPED_NAMES).map(shortName),
  };
}

function storedBytes(...texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0);
}

/** Removes keys until the rest fits: first unknown keys, then collectors' objects, then others; the largest first. */
function dropExcess(...objects: readonly Record<string, unknown>[]): string[] {
  const entries = objects.flatMap((object) =>
    Object.entries(object).map(([key, value]) => ({
      object,
      key,
      rank: KNOWN_KEYS.has(key) ? (COLLECTORS.has(key) ? 1 : 2) : 0,
      // With the colon and the comma.
      bytes: storedBytes(JSON.stringify(key), JSON.stringify(value)) + 2,
    })),
  );
  let total = entries.reduce((sum, { bytes }) => sum + bytes, 2 * objects.length);
  const dropped: string[] = [];
  // Ties are broken by name, so that equal signals leave equal text.
  entries.sort((a, b) => a.rank - b.rank || b.bytes - a.bytes || (a.key < b.key ? -1 : 1));
  for (const { object, key, bytes } of entries) {
    if (total <= MAX_STORED_BYTES) break;
    delete object[key];
    total -= bytes;
    dropped.push(key);
  }
  return dropped;
}

function shortName(name: string): string {
  return name.length <= MAX_DROPPED_NAME_LENGTH ? name : `${[...name].slice(0, MAX_DROPPED_NAME_LENGTH).join('')}…`;
}

function textOf(object: Record<string, unknown>): string | null {
  return Object.keys(object).length === 0 ? null : JSON.stringify(object);
}

/** A copy with sorted keys and hashed secrets at any depth; ingestion limits the depth to 16. */
function sanitize(value: unknown, collector: boolean): unknown {
  if (collector && typeof value === 'string' && value.length > MAX_COLLECTOR_TEXT_LENGTH) return digest(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => sanitize(item, collector));
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) {
    if (collector && (COLLECTOR_NOISE.has(key) || COLLECTOR_IDENTIFIERS.has(key))) continue;
    const inner = (value as Record<string, unknown>)[key];
    if (!SECRETS.has(key)) copy[key] = sanitize(inner, collector);
    else if (typeof inner === 'string') copy[key] = digest(inner);
  }
  return copy;
}
