// A dispatcher whose clock the test sets, and what its receivers got.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Dispatcher, type DispatcherOptions } from '../../src/delivery/dispatcher.ts';
import { hostResolver } from '../../src/delivery/resolve-host.ts';
import type { Store } from '../../src/records/store.ts';
import { parseRange, type TargetRules } from '../../src/webhooks/target.ts';
import { KEYS, NOON, newId } from './engines.ts';
import type { Receiver } from './receivers.ts';

const RULES: TargetRules = { allowed: [parseRange('127.0.0.0/8')], own: [] };

/** A dispatcher on this store whose clock the test sets. */
export function dispatcherOn(store: Store, more: Partial<DispatcherOptions> = {}) {
  const troubles: unknown[] = [];
  const time = { now: NOON };
  const dispatcher = new Dispatcher({
    queue: store.webhooks.queue,
    clock: () => time.now,
    newId,
    newToken: () => randomBytes(12).toString('base64url'),
    keys: KEYS,
    connect: { rules: RULES, resolve: hostResolver([], RULES) },
    onError: (error) => troubles.push(error),
    pollInterval: 20,
    ...more,
  });
  return {
    dispatcher,
    time,
    troubles,
    async [Symbol.asyncDispose]() {
      await dispatcher.stop();
    },
  };
}

/** Waits until `isSo`; the test's own limit ends a wait in vain. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
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

/** The ids a receiver has got, in order. */
export const idsAt = (receiver: Receiver) =>
  receiver.requests.map((request) => parse(request).headers['service-webhook-id']);
