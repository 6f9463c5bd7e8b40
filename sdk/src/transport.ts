// Sends one event in at most two attempts with one idempotency key, so that a retry never creates a second event.
import { errorText } from './error-text.ts';
import type { EventAnswer } from './result.ts';

export interface Envelope {
  /** Sent as `Idempotency-Key`. */
  key: string;
  /** The body as JSON text, identical in both attempts. */
  body: string;
}

export type Delivery =
  | { kind: 'ok'; event: EventAnswer }
  | { kind: 'refused'; error: string }
  | { kind: 'unavailable'; error: string }
  | { kind: 'network'; error: string };

/** Timeout of an attempt, ms; `track` has usually failed open long before. */
const ATTEMPT_MS = 10_000;
/** Browsers limit `keepalive` requests to 64 KiB in total. */
const KEEPALIVE_CHARACTERS = 30_000;

/** Sends an event, and retries once after a failure that may be temporary. Never rejects. */
export async function deliver(url: string, publicKey: string, envelope: Envelope, leaving = false): Promise<Delivery> {
  const first = await attempt(url, publicKey, envelope, true);
  if (leaving || first.kind === 'ok' || first.kind === 'refused') return first;
  // Jitter: clients that failed together must not retry together.
  await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 250));
  return attempt(url, publicKey, envelope, false);
}

async function attempt(url: string, publicKey: string, envelope: Envelope, keepalive: boolean): Promise<Delivery> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ATTEMPT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${publicKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': envelope.key,
      },
      body: envelope.body,
      credentials: 'omit',
      cache: 'no-store',
      // `keepalive` lets the request outlive the page; `sendBeacon` cannot send the Authorization header.
      keepalive: keepalive && envelope.body.length < KEEPALIVE_CHARACTERS,
      signal: abort.signal,
    });
    return await readResponse(response);
  } catch (error) {
    return { kind: 'network', error: errorText(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function readResponse(response: Response): Promise<Delivery> {
  const body = await response.json().catch(() => null);
  if (response.ok && body?.data?.id) return { kind: 'ok', event: body.data };
  const error = [response.status, body?.code, body?.detail].filter(Boolean).join(' ');
  // 409: the first attempt is still being processed. 408, 429 and 5xx may be temporary, and so may a proxy's HTML page.
  const temporary = response.ok || [408, 409, 429].includes(response.status) || response.status >= 500;
  return { kind: temporary ? 'unavailable' : 'refused', error };
}
