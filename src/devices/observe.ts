// One normaliser for all three shapes of client signals: our own, FingerprintJS 5 and ThumbmarkJS.
import { digest } from './digest.ts';
import { fromFingerprintJs } from './fingerprintjs.ts';
import { profileKeys } from './keys.ts';
import { normalize } from './normalize.ts';
import type { Observation, Profile } from './observation.ts';
import { AGENT_NAMES, JOINED, UNSTABLE } from './signal-names.ts';
import { own, readObject } from './signal-values.ts';
import { fromThumbmark } from './thumbmark.ts';

type Signals = Readonly<Record<string, unknown>>;

/** With fewer known signals a fingerprint says nothing (`devices.md` 6.4). */
export const MIN_SIGNALS = 4;

/**
 * What an event shows of its device. Never throws, whatever JSON the signals are: a value of a wrong type or over its
 * limit is unknown and named in `malformed`. Without client signals the header's user agent alone makes a profile,
 * which summarises and never identifies.
 */
export function observe(input: { signals: Signals | null; userAgentHeader: string | null }): Observation {
  const sent = input.signals ?? {};
  const malformed: string[] = [];
  const merged = mergeCollectors(sent, malformed);
  const { profile, persistentId } = normalize(merged, input.userAgentHeader, malformed);
  const identifies = input.signals !== null && knownSignals(profile) >= MIN_SIGNALS;
  const keys = identifies ? profileKeys(profile) : { candidate: [], frequency: [] };
  return {
    profile,
    persistentId: persistentId === null ? null : digest(persistentId),
    keys: keys.candidate,
    frequencyKeys: keys.frequency,
    fingerprint: keys.candidate[0]?.digest ?? null,
    malformed,
    // What a collector's object brings counts by its parts.
    signalCount: Object.keys(merged).length,
  };
}

/** How many independent signals are known: what the user agent tells counts once. */
export function knownSignals(profile: Profile): number {
  let known = 0;
  let agent = 0;
  for (const name of Object.keys(profile)) {
    if (name === UNSTABLE || name === JOINED) continue;
    if ((AGENT_NAMES as readonly string[]).includes(name)) agent = 1;
    else known += 1;
  }
  return known + agent;
}

/** Our own signals win over a collector's, value by value. */
function mergeCollectors(sent: Signals, malformed: string[]): Signals {
  const collected = [
    collector(sent, 'thumbmark', fromThumbmark, malformed),
    collector(sent, 'fingerprintjs', fromFingerprintJs, malformed),
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

function collector(
  sent: Signals,
  key: string,
  map: (components: Signals) => Record<string, unknown>,
  malformed: string[],
): Signals | null {
  const components = readObject(own(sent, key));
  if (components === undefined) return null;
  if (components !== 'malformed') return markHashes(map(components.value), key);
  malformed.push(key);
  return null;
}

/**
 * Each collector draws, plays and computes something else: equal browsers give unequal hashes. The maker's name before
 * the hash keeps them from being compared (`differences.ts`).
 */
function markHashes(signals: Record<string, unknown>, maker: string): Record<string, unknown> {
  for (const [key, value] of Object.entries(signals)) {
    if (key.endsWith('_hash') && typeof value === 'string') signals[key] = `${maker}:${value}`;
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
