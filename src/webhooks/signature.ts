// Signs deliveries twice, with our own headers and those of Standard Webhooks, and verifies signatures as a receiver should.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const ID_HEADER = 'Service-Webhook-Id';
export const TIMESTAMP_HEADER = 'Service-Webhook-Timestamp';
export const SIGNATURE_HEADER = 'Service-Webhook-Signature';

/** Seconds by which the timestamp may differ from the receiver's clock. */
export const RECOMMENDED_TOLERANCE = 300;

/**
 * Hex HMAC-SHA256 of `timestamp.body`. The key is the whole secret as displayed, including `whsec_`, as UTF-8 bytes.
 * `timestamp` is Unix time in seconds, `body` the exact text sent as UTF-8.
 */
export function signature(secret: string, timestamp: number | string, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

const SECRET_PREFIX = 'whsec_';

/**
 * The signature of Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. The key is the secret without its
 * prefix, decoded as base64: 45 bytes, because a secret has 60 characters of an alphabet within base64's.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function standardSignature(secret: string, id: string, timestamp: number | string, body: string): string {
  const key = Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** The headers of one attempt, signed at `at` (milliseconds since the epoch). */
export function deliveryHeaders(id: string, secret: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  return {
    'Content-Type': 'application/json',
    [ID_HEADER]: id,
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signature(secret, timestamp, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignature(secret, id, timestamp, body),
  };
}

export type Verdict = 'valid' | 'bad_signature' | 'stale_timestamp';

/**
 * The first two checks of a receiver; `now` is its clock in seconds. The third, deduplication by id, needs the receiver's
 * own storage.
 */
export function verify(
  secret: string,
  received: { timestamp: string; signature: string; body: Uint8Array },
  now: number,
  tolerance: number = RECOMMENDED_TOLERANCE,
): Verdict {
  const expected = Buffer.from(signature(secret, received.timestamp, received.body));
  const given = Buffer.from(received.signature);
  // timingSafeEqual throws on unequal lengths; the length of a hex digest is not secret.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'bad_signature';
  const sentAt = /^\d{1,12}$/.test(received.timestamp) ? Number(received.timestamp) : Number.NaN;
  return Math.abs(now - sentAt) <= tolerance ? 'valid' : 'stale_timestamp';
}
