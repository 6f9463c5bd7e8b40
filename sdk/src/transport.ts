// Sends one event: at most two attempts under one idempotency key, so that a retry never makes a second event.
import { errorText } from './error-text.ts';
import type { EventAnswer } from './result.ts';

export interface Envelope {
  /** Sent as `Idempotency-Key`. */
  key: string;
  /** The body as JSON text. Both attempts send the very same. */
  body: string;
}

export type Delivery =
  | { kind: 'answer'; event: EventAnswer }
  | { kind: 'refused'; error: string }
  | { kind: 'unavailable'; error: string }
  | { kind: 'network'; error: string };

/** After this an attempt is given up for good, ms; `track` has long failed open by then. */
const ATTEMPT_MS = 10_000;
/** Browsers refuse to keep alive more than 64 KiB in all beyond the life of a page. */
const KEEPALIVE_CHARACTERS = 30_000;

/** Sends an event, and once more after a failure that may pass. Never rejects. */
export async function deliver(url: string, publicKey: string, envelope: Envelope, leaving = false): Promise<Delivery> {
  const first = await attempt(url, publicKey, envelope, true);
  if (leaving || first.kind === 'answer' || first.kind === 'refused') return first;
  // Clients that failed together should not return together.
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
      // `sendBeacon` cannot carry Authorization; this outlives the page as well.
      keepalive: keepalive && envelope.body.length < KEEPALIVE_CHARACTERS,
      signal: abort.signal,
    });
    return await readAnswer(response);
  } catch (error) {
    return { kind: 'network', error: errorText(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function readAnswer(response: Response): Promise<Delivery> {
  const body = await response.json().catch(() => null);
  if (response.ok && body?.data?.id) return { kind: 'answer', event: body.data };
  const error = `${response.status} ${body?.code} ${body?.detail}`;
  // 409: the first attempt is still at work there. 408, 429 and 5xx pass. An answer that is no JSON is a proxy's page.
  const mayPass = response.ok || [408, 409, 429].includes(response.status) || response.status >= 500;
  return { kind: mayPass ? 'unavailable' : 'refused', error };
}
