// A webhook receiver for measurements: records when each delivery arrives, and responds at once or never.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Arrival {
  /** Milliseconds of `performance.now()`. */
  at: number;
  id: string;
  /** The event the delivery is about, or ''. */
  eventId: string;
}

export interface Receiver {
  url: string;
  arrivals: Arrival[];
  /** Resolves when `count` deliveries have arrived. @throws Error when none has arrived for a minute. */
  waitFor(count: number): Promise<void>;
  close(): Promise<void>;
}

const EVENT_ID = /"event_id":"(\w+)"/;
const IDLE_TIMEOUT = 60_000;

/** Starts a receiver on a free port. Without `responds` it leaves every request hanging. */
export async function startReceiver(responds: boolean): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const at = performance.now();
      const eventId = EVENT_ID.exec(Buffer.concat(chunks).toString())?.[1] ?? '';
      arrivals.push({ at, id: String(request.headers['service-webhook-id']), eventId });
      if (responds) response.end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals,
    async waitFor(count) {
      const started = performance.now();
      while (arrivals.length < count) {
        const last = Math.max(started, arrivals.at(-1)?.at ?? 0);
        if (performance.now() - last > IDLE_TIMEOUT)
          throw new Error(`${arrivals.length} of ${count} deliveries arrived`);
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
