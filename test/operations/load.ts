// Sends events at a steady rate over keep-alive connections while a test operates the service, and reports every failure.
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

/** Connections to each target, and the most requests in flight in total: on a busy machine none may wait in the client for long. */
const CONNECTIONS = 16;
const MAX_IN_FLIGHT = 24;

/**
 * Sends up to `perSecond` events in turn to the base URLs that `targets` currently returns, as a load balancer would. On a machine
 * that cannot keep up it sends fewer: queued requests would reach a process long after it has stopped.
 */
export function startEventLoad(targets: () => readonly string[], key: string, perSecond: number): EventLoad {
  const agent = new Agent({ connections: CONNECTIONS });
  const bodies = requestBodies({ devices: 200, seed: 7 });
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const requests = new Set<Promise<void>>();
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
    let sent = 0;
    let last = performance.now();
    for (let due = 0; running; await pause(2)) {
      const now = performance.now();
      due = Math.min(due + ((now - last) * perSecond) / 1_000, MAX_IN_FLIGHT);
      last = now;
      for (; due >= 1 && requests.size < MAX_IN_FLIGHT; due -= 1) {
        const urls = targets();
        sent += 1;
        if (urls.length === 0) failures.push('no target is ready');
        else {
          const request = send(urls[sent % urls.length] as string).finally(() => requests.delete(request));
          requests.add(request);
        }
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
