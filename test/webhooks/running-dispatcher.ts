// Runs a dispatcher on a clock that the test sets, and parses the requests that its receivers got.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Dispatcher, type DispatcherOptions } from '../../src/delivery/dispatcher.ts';
import { hostResolver } from '../../src/delivery/resolve-host.ts';
import type { Store } from '../../src/records/store.ts';
import type { Delivery } from '../../src/records/webhooks.ts';
import { parseRange, type TargetRules } from '../../src/webhooks/target.ts';
import { KEYS, NOON, newId } from './fixture.ts';
import type { Receiver } from './receivers.ts';

const RULES: TargetRules = { allowed: [parseRange('127.0.0.0/8')], own: [] };

/** Creates a dispatcher on this store; the test sets `time.now`. */
export function dispatcherOn(store: Store, more: Partial<DispatcherOptions> = {}) {
  const errors: unknown[] = [];
  const time = { now: NOON };
  const dispatcher = new Dispatcher({
    queue: store.webhooks.queue,
    clock: () => time.now,
    newId,
    newToken: () => randomBytes(12).toString('base64url'),
    keys: KEYS,
    connect: { rules: RULES, resolve: hostResolver([], RULES) },
    onError: (error) => errors.push(error),
    pollInterval: 20,
    ...more,
  });
  return {
    dispatcher,
    time,
    errors,
    async [Symbol.asyncDispose]() {
      await dispatcher.stop();
    },
  };
}

/** Polls until the condition holds; only the timeout of the test ends it otherwise. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(5);
}

/** The number of attempts that have a result. */
export function completedAttempts(delivery: Delivery | null): number {
  return delivery?.attempts.filter(({ durationMs }) => durationMs !== null).length ?? 0;
}

const HEAD = /^([^:]+): (.*)$/;

export function parse(request: string): { headers: Record<string, string>; body: string } {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const headers = head.split('\r\n').flatMap((line) => {
    const found = HEAD.exec(line);
    return found === null ? [] : [[(found[1] ?? '').toLowerCase(), found[2] ?? '']];
  });
  return { headers: Object.fromEntries(headers), body };
}

/** The delivery ids a receiver got, in order. */
export const deliveryIdsOf = (receiver: Receiver) =>
  receiver.requests.map((request) => parse(request).headers['service-webhook-id']);
