// Sends one attempt of a webhook delivery: the request, signed for its endpoint.
import { deliveryHeaders } from '../webhooks/signature.ts';
import type { ConnectOptions } from './connect.ts';
import { type AttemptReport, post } from './post.ts';

export interface Attempt {
  /** Id of the delivery, `wh_evt_…`. */
  id: string;
  url: string;
  secret: string;
  body: string;
  /** Sent unchanged: this service passes traces on, and records no spans of its own. */
  traceparent?: string | null;
  /** Time of the signature, ms of the service's clock. */
  at: number;
}

/** Sends once. Never throws: failures are part of the report. */
export function send(attempt: Attempt, options: ConnectOptions): Promise<AttemptReport> {
  const { id, url, secret, body, traceparent, at } = attempt;
  const headers = { ...deliveryHeaders(id, secret, at, body), ...(traceparent ? { traceparent } : {}) };
  return post({ url, headers, body, secrets: [secret] }, options);
}
