// Formats and parses keys and tokens. A checksum detects typing errors without a database lookup.
import { hash } from 'node:crypto';
import { encodeBase32 } from '../vocabulary/ids.ts';
import { ENVIRONMENT_KINDS, type EnvironmentKind, KEY_KINDS, type KeyKind } from '../vocabulary/words.ts';

/** What a route may accept: a key of one of the two kinds, or a dashboard session. */
export type CredentialKind = KeyKind | 'session';

/** What a well-formed token claims to be, before any lookup. */
export type Credential = { kind: KeyKind; environment: EnvironmentKind } | { kind: 'session' };

/** Bytes of randomness in a key: 128 bits, too many to search. */
export const KEY_BYTES = 16;
/** Bytes of randomness in a session token, link token or webhook secret: 256 bits. */
export const TOKEN_BYTES = 32;

const KEY_WORDS: Readonly<Record<KeyKind, string>> = { public: 'pub', secret: 'sec' };
const KEY_PATTERN = /^(pub|sec)_(test|live)_[0-9a-hjkmnp-tv-z]{26}[0-9a-hjkmnp-tv-z]{6}$/;
const SESSION_PATTERN = /^dash_[0-9a-hjkmnp-tv-z]{52}[0-9a-hjkmnp-tv-z]{6}$/;
const CHECKSUM_LENGTH = 6;
/** More characters than any token has. Longer text is rejected before it is parsed. */
const MAX_TOKEN_LENGTH = 80;

/** A new key from `KEY_BYTES` of randomness, such as `sec_live_…`: 26 characters of value and 6 of checksum. */
export function formatKey(kind: KeyKind, environment: EnvironmentKind, randomness: Uint8Array): string {
  return withChecksum(`${KEY_WORDS[kind]}_${environment}_${value(randomness, KEY_BYTES)}`);
}

/** A new dashboard session token from `TOKEN_BYTES` of randomness. */
export function formatSessionToken(randomness: Uint8Array): string {
  return withChecksum(`dash_${value(randomness, TOKEN_BYTES)}`);
}

/** The token of a one-time link for setting a member's password, from `TOKEN_BYTES` of randomness. */
export function formatLinkToken(randomness: Uint8Array): string {
  return withChecksum(`inv_${value(randomness, TOKEN_BYTES)}`);
}

/** A new webhook signing secret from `TOKEN_BYTES` of randomness. */
export function formatWebhookSecret(randomness: Uint8Array): string {
  return `whsec_${value(randomness, TOKEN_BYTES)}`;
}

/** Whether `text` has the form of a webhook signing secret. */
export function isWebhookSecret(text: string): boolean {
  return /^whsec_[0-9a-hjkmnp-tv-z]{52}$/.test(text);
}

/** What `text` claims to be, or null if its form or checksum is wrong; it is then rejected without a lookup. */
export function parseCredential(text: string): Credential | null {
  if (text.length > MAX_TOKEN_LENGTH) return null;
  const key = KEY_PATTERN.exec(text);
  if (key === null && !SESSION_PATTERN.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (text !== withChecksum(body)) return null;
  if (key === null) return { kind: 'session' };
  const kind = KEY_KINDS.find((word) => KEY_WORDS[word] === key[1]);
  const environment = ENVIRONMENT_KINDS.find((word) => word === key[2]);
  return kind === undefined || environment === undefined ? null : { kind, environment };
}

/** SHA-256 of the whole token, in hex. No other part of the token is stored. */
export function credentialDigest(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The last four characters, which identify a key in the dashboard after its creation. */
export function lastFour(text: string): string {
  return text.slice(-4);
}

/** Appends 30 bits of SHA-256. One typing error in a billion passes, and the lookup then rejects it. */
function withChecksum(text: string): string {
  const digest = hash('sha256', text, 'buffer').subarray(0, 16);
  return text + encodeBase32(digest).slice(-CHECKSUM_LENGTH);
}

function value(randomness: Uint8Array, size: number): string {
  if (randomness.length !== size) throw new RangeError(`expected ${size} random bytes, got ${randomness.length}`);
  let out = '';
  for (let at = 0; at < size; at += 16) out += encodeBase32(randomness.subarray(at, at + 16));
  return out;
}
