// The written form of keys and tokens: made, recognized and told apart from a typing error without a look-up.
import { createHash } from 'node:crypto';
import { encodeBase32 } from '../vocabulary/ids.ts';
import { ENVIRONMENT_KINDS, type EnvironmentKind, KEY_KINDS, type KeyKind } from '../vocabulary/words.ts';

/** Who may be let in by a route: a key of one of the two kinds, or a dashboard session. */
export type CredentialKind = KeyKind | 'session';

/** What a well-formed token says of itself, before anything is looked up. */
export type Credential = { kind: KeyKind; environment: EnvironmentKind } | { kind: 'session' };

/** Bytes of randomness behind a key: 128 bits, which no search exhausts. */
export const KEY_BYTES = 16;
/** Bytes of randomness behind a session token or a webhook secret: 256 bits (contract 2 and 7). */
export const TOKEN_BYTES = 32;

const KEY_WORDS: Readonly<Record<KeyKind, string>> = { public: 'pub', secret: 'sec' };
const KEY_FORM = /^(pub|sec)_(test|live)_[0-9a-hjkmnp-tv-z]{26}[0-9a-hjkmnp-tv-z]{6}$/;
const SESSION_FORM = /^dash_[0-9a-hjkmnp-tv-z]{52}[0-9a-hjkmnp-tv-z]{6}$/;
const CHECKSUM_LENGTH = 6;
/** Longer than any token: what is longer is refused before it is looked at. */
const LONGEST = 80;

/** A new key from `KEY_BYTES` of randomness, such as `sec_live_…`: 26 characters of value and 6 of checksum. */
export function formatKey(kind: KeyKind, environment: EnvironmentKind, randomness: Uint8Array): string {
  return withChecksum(`${KEY_WORDS[kind]}_${environment}_${value(randomness, KEY_BYTES)}`);
}

/** A new dashboard session token from `TOKEN_BYTES` of randomness. */
export function formatSessionToken(randomness: Uint8Array): string {
  return withChecksum(`dash_${value(randomness, TOKEN_BYTES)}`);
}

/** The token of a one-time link by which a member sets a password, from `TOKEN_BYTES` of randomness. */
export function formatLinkToken(randomness: Uint8Array): string {
  return withChecksum(`inv_${value(randomness, TOKEN_BYTES)}`);
}

/** A new webhook signing secret from `TOKEN_BYTES` of randomness. */
export function formatWebhookSecret(randomness: Uint8Array): string {
  return `whsec_${value(randomness, TOKEN_BYTES)}`;
}

/** What `text` claims to be, or null when its form or its checksum is wrong: then no look-up is needed to refuse it. */
export function parseCredential(text: string): Credential | null {
  if (text.length > LONGEST) return null;
  const key = KEY_FORM.exec(text);
  if (key === null && !SESSION_FORM.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (text !== withChecksum(body)) return null;
  if (key === null) return { kind: 'session' };
  const kind = KEY_KINDS.find((word) => KEY_WORDS[word] === key[1]);
  const environment = ENVIRONMENT_KINDS.find((word) => word === key[2]);
  return kind === undefined || environment === undefined ? null : { kind, environment };
}

/** SHA-256 of the whole token, hex: all that is ever stored of it. */
export function credentialDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The last four characters: what a key is shown as after its creation. */
export function lastFour(text: string): string {
  return text.slice(-4);
}

/** 30 bits of a SHA-256: one typing error in a thousand million passes, and the look-up then refuses it. */
function withChecksum(text: string): string {
  const digest = createHash('sha256').update(text).digest().subarray(0, 16);
  return text + encodeBase32(digest).slice(-CHECKSUM_LENGTH);
}

function value(randomness: Uint8Array, size: number): string {
  if (randomness.length !== size) throw new RangeError(`expected ${size} random bytes, got ${randomness.length}`);
  let out = '';
  for (let at = 0; at < size; at += 16) out += encodeBase32(randomness.subarray(at, at + 16));
  return out;
}
