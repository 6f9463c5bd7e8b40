// What of the client's signals is stored, in two texts: what stays from visit to visit, and what changes each time.
import { digest as shortDigest } from './digest.ts';

export interface StoredSignals {
  /** JSON of the signals that rarely change, keys sorted, or null when there are none. */
  stable: string | null;
  stableDigest: string | null;
  /** JSON of the signals of this event alone, or null when there are none. */
  volatile: string | null;
}

// Behavior, window and network time differ on every visit; automation may, and must not multiply the stable texts.
const VOLATILE: ReadonlySet<string> = new Set(['session_token', 'behavior', 'window', 'connection_rtt', 'automation']);
/** Opaque secrets of the client: whoever reads the database must not be able to present them. */
const SECRETS: ReadonlySet<string> = new Set(['persistent_id', 'session_token']);
/** Names under which collectors repeat such an identifier. */
const LEFT_OUT: ReadonlySet<string> = new Set(['visitorId', 'visitor_id', 'requestId']);
const COLLECTORS: ReadonlySet<string> = new Set(['fingerprintjs', 'thumbmark']);
/** A collector's longer texts are drawings; kept as they are, each device would cost 50 KB. */
const LONGEST_COLLECTOR_TEXT = 4_096;
/** Time and duration of each reading would make every text of a collector unique. */
const COLLECTOR_NOISE: ReadonlySet<string> = new Set(['duration', 'timestamp']);

/** SHA-256 of an opaque text, its first 128 bits as 22 characters of base64url. */
export function hashOpaque(text: string): string {
  return shortDigest(text);
}

/**
 * Splits `signals` into stable and volatile JSON. `digest` hashes secrets and the stable text; equal stable signals give
 * equal text whatever order their keys came in. The persistent id is left out of the stable text, or cleared storage
 * would store every fingerprint again; the event's resolution knows it by its hash.
 */
export function splitSignals(
  signals: Readonly<Record<string, unknown>> | null,
  digest: (text: string) => string,
): StoredSignals {
  if (signals === null) return { stable: null, stableDigest: null, volatile: null };
  const stable: Record<string, unknown> = Object.create(null);
  const volatile: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(signals).sort()) {
    const value = signals[key];
    if (SECRETS.has(key)) {
      if (typeof value === 'string') volatile[key] = digest(value);
    } else if (VOLATILE.has(key)) {
      volatile[key] = clean(value, digest, false);
    } else {
      stable[key] = clean(value, digest, COLLECTORS.has(key));
    }
  }
  const text = textOf(stable);
  return { stable: text, stableDigest: text === null ? null : digest(text), volatile: textOf(volatile) };
}

function textOf(object: Record<string, unknown>): string | null {
  return Object.keys(object).length === 0 ? null : JSON.stringify(object);
}

/** A copy with sorted keys and without secrets at any depth; ingestion has limited the depth to 16. */
function clean(value: unknown, digest: (text: string) => string, collector: boolean): unknown {
  if (collector && typeof value === 'string' && value.length > LONGEST_COLLECTOR_TEXT) return digest(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => clean(item, digest, collector));
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) {
    if (collector && (COLLECTOR_NOISE.has(key) || LEFT_OUT.has(key))) continue;
    const inner = (value as Record<string, unknown>)[key];
    if (!SECRETS.has(key)) copy[key] = clean(inner, digest, collector);
    else if (typeof inner === 'string') copy[key] = digest(inner);
  }
  return copy;
}
