// Sends events at a fixed rate over keep-alive connections while a test operates the service, and reports every failure.
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { requestBodies } from '../../bench/simulate/request-bodies.ts';

export interface EventLoad {
  /** Ids of the events that were answered with 201 so far, in the order of their responses. */
  readonly acknowledged: readonly string[];
  /** One sentence for each request without a 201. */
  readonly failures: readonly string[];
  /** Stops sending and waits for the last response. */
  stop(): Promise<void>;
}

/**
 * Sends `perSecond` events to the base URLs that `targets` returns at that moment, in turn, as a load balancer would. An open
 * loop: a slow response delays no other request.
 */
export function startEventLoad(targets: () => readonly string[], key: string, perSecond: number): EventLoad {
  const agent = new Agent({ connections: 16 });
  const bodies = requestBodies({ devices: 200, seed: 7 });
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const requests: Promise<void>[] = [];
  let running = true;
  const send = async (baseUrl: string) => {
    try {
      const { statusCode, body } = await agent.request({
        origin: baseUrl,
        path: '/v1/events',
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: bodies.next().value as string,
      });
      const text = await body.text();
      if (statusCode === 201) acknowledged.push(JSON.parse(text).data.id);
      else failures.push(`${baseUrl}: ${statusCode} ${text}`);
    } catch (error) {
      failures.push(`${baseUrl}: ${(error as Error).message}`);
    }
  };
  const sending = (async () => {
    const start = performance.now();
    for (let sent = 0; running; await pause(2)) {
      for (const due = ((performance.now() - start) * perSecond) / 1_000; sent < due; sent += 1) {
        const urls = targets();
        if (urls.length === 0) failures.push('no target is ready');
        else requests.push(send(urls[sent % urls.length] as string));
      }
    }
  })();
  return {
    acknowledged,
    failures,
    async stop() {
      if (agent.closed || agent.destroyed) return;
      running = false;
      await sending;
      await Promise.all(requests);
      if (!agent.closed) await agent.close();
    },
  };
}
