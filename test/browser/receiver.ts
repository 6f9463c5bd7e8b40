// Runs an HTTP server in place of the service that can respond late, wrongly or not at all.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: { event: string; account?: { id: string }; signals: Record<string, unknown> };
  text: string;
}

export interface Receiver {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  /** The received events, in order, without preflight requests. */
  events: Received[];
  /** Sets the handler of the next events; `null` restores the default, a complete response. */
  respondWith(handler: ((response: ServerResponse, received: Received) => void) | null): void;
  /** Resolves when this many events have arrived; fails after ten seconds. */
  waitForEvents(count: number): Promise<Received[]>;
  /** Discards the received events. */
  clear(): void;
  close(): Promise<void>;
}

export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-allow-methods': 'POST',
};

/** Sends a status and a JSON body, with CORS headers for any origin. */
export function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...CORS, 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export const FULL_RESPONSE = {
  id: 'evt_01hzzzzzzzzzzzzzzzzzzzzzzz',
  event_type: 'login',
  external_account_id: 'u_1',
  created_at: '2026-03-01T12:00:00.000Z',
  device: { id: 'dev_01hzzzzzzzzzzzzzzzzzzzzzzz', is_trusted: false },
  session: { id: 'ses_01hzzzzzzzzzzzzzzzzzzzzzzz' },
  risk: {
    score: 42,
    level: 'medium',
    decision: 'monitor',
    signals: [{ code: 'NEW_DEVICE', weight: 20, description: 'First seen' }],
    matched_rule: null,
    policy_version: 1,
  },
};

export async function startReceiver(): Promise<Receiver> {
  const events: Received[] = [];
  const respondNormally = (response: ServerResponse) => respondJson(response, 201, { data: FULL_RESPONSE });
  let handler: (response: ServerResponse, received: Received) => void = respondNormally;
  let onEvent = () => {};
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(text),
        text,
      };
      events.push(received);
      handler(response, received);
      onEvent();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    respondWith: (next) => {
      handler = next ?? respondNormally;
    },
    waitForEvents: (count) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${events.length} of ${count} events arrived within 10 s`)),
          10_000,
        );
        onEvent = () => {
          if (events.length < count) return;
          clearTimeout(timer);
          resolve(events);
        };
        onEvent();
      }),
    clear: () => {
      events.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
