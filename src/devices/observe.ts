// Builds an observation from client signals in any of three formats: the SDK's, FingerprintJS 5 and ThumbmarkJS.
import { digest } from './digest.ts';
import { fromFingerprintJs } from './fingerprintjs.ts';
import { fingerprintOf, type ProfileKeys, profileKeys } from './keys.ts';
import { normalize } from './normalize.ts';
import type { Observation, Profile } from './observation.ts';
import { AGENT_NAMES, isSignalKey } from './signal-names.ts';
import { ownValue, readObject } from './signal-values.ts';
import { fromThumbmark } from './thumbmark.ts';
import { malformedUncompared } from './uncompared-signals.ts';

type Signals = Readonly<Record<string, unknown>>;

/** With fewer known signals, a fingerprint does not distinguish devices. */
export const MIN_SIGNALS = 4;

const NO_KEYS: ProfileKeys = Object.freeze({ candidate: Object.freeze([]), frequency: Object.freeze([]) });

/**
 * What an event reveals about its device. Never throws for any JSON: a value of the wrong type or over its limit is unknown
 * and listed in `malformed`. Without client signals, the profile contains only the header's user agent, which describes
 * the device but never identifies it.
 */
export function observe(input: { signals: Signals | null; userAgentHeader: string | null }): Observation {
  const sent = input.signals ?? {};
  const malformed = malformedUncompared(sent);
  const merged = mergeCollectors(sent, malformed);
  const { profile, persistentId } = normalize(merged, input.userAgentHeader, malformed);
  const identifies = input.signals !== null && countKnownSignals(profile) >= MIN_SIGNALS;
  const fingerprint = identifies ? fingerprintOf(profile) : null;
  let known: ProfileKeys | null = null;
  // Computed when first read: most devices return with an id that decides and never need the nine digests.
  const keys = () => {
    known ??= fingerprint === null ? NO_KEYS : profileKeys(profile, fingerprint);
    return known;
  };
  return {
    profile,
    persistentId: persistentId === null ? null : digest(persistentId),
    get keys() {
      return keys().candidate;
    },
    get frequencyKeys() {
      return keys().frequency;
    },
    fingerprint,
    malformed,
    // Each part of a collector's object counts separately.
    signalCount: Object.keys(merged).length,
  };
}

/** The number of independent known signals; everything derived from the user agent counts once. */
export function countKnownSignals(profile: Profile): number {
  let known = 0;
  let agent = 0;
  for (const name of Object.keys(profile)) {
    if (!isSignalKey(name)) continue;
    if ((AGENT_NAMES as readonly string[]).includes(name)) agent = 1;
    else known += 1;
  }
  return known + agent;
}

/** The SDK's signals take precedence over a collector's, value by value. */
function mergeCollectors(sent: Signals, malformed: string[]): Signals {
  const collected = [
    readCollector(sent, 'thumbmark', fromThumbmark, malformed),
    readCollector(sent, 'fingerprintjs', fromFingerprintJs, malformed),
  ].filter((signals) => signals !== null);
  if (collected.length === 0) return sent;
  const merged: Record<string, unknown> = {};
  for (const signals of [...collected, sent]) {
    for (const [key, value] of Object.entries(signals)) {
      if (value === undefined || value === null || key === '__proto__') continue;
      merged[key] = isPlain(value) && isPlain(merged[key]) ? mergeObjects(merged[key], value) : value;
    }
  }
  return merged;
}

function readCollector(
  sent: Signals,
  key: string,
  map: (components: Signals) => Record<string, unknown>,
  malformed: string[],
): Signals | null {
  const components = readObject(ownValue(sent, key));
  if (components === undefined) return null;
  if (components !== 'malformed') return prefixHashes(map(components.value), key);
  malformed.push(key);
  return null;
}

/**
 * Each collector draws, plays and computes different content, so equal browsers give unequal hashes. The collector's name
 * before the hash prevents their comparison (`differences.ts`).
 */
function prefixHashes(signals: Record<string, unknown>, collector: string): Record<string, unknown> {
  for (const [key, value] of Object.entries(signals)) {
    if (key.endsWith('_hash') && typeof value === 'string') signals[key] = `${collector}:${value}`;
  }
  return signals;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function mergeObjects(under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    if (value !== undefined && value !== null && key !== '__proto__') merged[key] = value;
  }
  return merged;
}
