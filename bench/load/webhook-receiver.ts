// A receiver for measurements: notes when each delivery arrives, and answers at once or never.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Arrival {
  /** ms of `performance.now()`. */
  at: number;
  id: string;
  /** The event it speaks of, or ''. */
  eventId: string;
}

export interface Receiver {
  url: string;
  arrivals: Arrival[];
  /** Waits until so many have arrived, or nothing has for a minute: then it throws. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

const EVENT_ID = /"event_id":"(\w+)"/;
const PATIENCE = 60_000;

export async function startReceiver(answers: boolean): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const at = performance.now();
      const eventId = EVENT_ID.exec(Buffer.concat(chunks).toString())?.[1] ?? '';
      arrivals.push({ at, id: String(request.headers['service-webhook-id']), eventId });
      if (answers) response.end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals,
    async until(count) {
      const begun = performance.now();
      while (arrivals.length < count) {
        const last = Math.max(begun, arrivals.at(-1)?.at ?? 0);
        if (performance.now() - last > PATIENCE) throw new Error(`${arrivals.length} of ${count} deliveries arrived`);
        await sleep(20);
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
