// Puts the webhook part together: where it may send, who subscribes, the dispatcher and the maintenance of its log.
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { Dispatcher } from '../delivery/dispatcher.ts';
import { deliveryMetrics } from '../delivery/metrics.ts';
import { hostResolver } from '../delivery/resolve-host.ts';
import type { Context } from '../flows/context.ts';
import { pruneDeliveries } from '../flows/webhooks/prune-deliveries.ts';
import type { EndpointStore } from '../records/webhooks.ts';
import { DAY, HOUR } from '../vocabulary/clock.ts';
import type { Subscriber } from '../webhooks/announce.ts';
import type { KeyRing } from '../webhooks/secret-encryption.ts';
import { parseRange, type TargetRules } from '../webhooks/target.ts';
import { loadEncryptionKeys } from './encryption-keys.ts';

/** Lists of subscribers remembered; a version never changes, and old ones fall out. */
const REMEMBERED = 10_000;

type WebhookSettings = Context['webhooks'];

/** Keys are read when they are first needed: a command that touches no secret makes no key file. */
export function webhookSettings(config: Config): WebhookSettings {
  const targetRules: TargetRules = {
    allowed: config.webhookAllowCidrs.map(parseRange),
    own: ownAddresses(config.host).map((address) => ({ range: parseRange(address), port: config.port })),
  };
  let keys: KeyRing | undefined;
  return {
    targetRules,
    resolveHost: hostResolver(config.dnsServers, targetRules),
    get keys() {
      keys ??= loadEncryptionKeys(config);
      return keys;
    },
  };
}

/** Adds the port that was really taken, when the configuration left it open: the service never sends to itself. */
export function noteOwnPort(settings: WebhookSettings, config: Config, port: number): void {
  const own = ownAddresses(config.host).map((address) => ({ range: parseRange(address), port }));
  settings.targetRules.own = own;
}

function ownAddresses(host: string): string[] {
  const loopback = ['127.0.0.0/8', '::1'];
  if (host === '0.0.0.0' || host === '::') {
    const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    return [...loopback, ...all.map(({ address }) => address.split('%')[0] as string)];
  }
  return isIP(host) === 0 ? loopback : [host];
}

/** Every change of endpoints raises the environment's version, so each list is read once. */
export function subscriberCache(endpoints: EndpointStore): Context['subscribersOf'] {
  const known = new Map<string, readonly Subscriber[]>();
  return async ({ number, webhooksVersion }) => {
    const name = `${number}/${webhooksVersion}`;
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const subscribers = await endpoints.subscribers(number);
    if (known.size >= REMEMBERED) known.clear();
    known.set(name, subscribers);
    return subscribers;
  };
}

export interface WebhookService {
  start(): Promise<void>;
  nudge(): void;
  /** Waits up to twelve seconds for what is in flight. */
  stop(): Promise<void>;
}

/** `onError` is told what an operator must see: storage that fails, a secret that cannot be opened. */
export function composeWebhooks(
  context: Context,
  config: Pick<Config, 'webhookConcurrency' | 'webhookLogDays'>,
  registry: Registry,
  onError: (error: unknown) => void,
): WebhookService {
  const { queue } = context.store.webhooks;
  const { keys, targetRules, resolveHost } = context.webhooks;
  const metrics = deliveryMetrics(registry, queue, context.clock, () => dispatcher.inFlight);
  const dispatcher = new Dispatcher({
    queue,
    clock: context.clock,
    newId: context.newId,
    newToken: () => randomBytes(16).toString('base64url'),
    keys,
    connect: { rules: targetRules, resolve: resolveHost },
    concurrency: config.webhookConcurrency,
    onError,
    onAttempt: metrics.recordAttempt,
  });
  let maintenance: NodeJS.Timeout | undefined;
  const prune = () => void pruneDeliveries(context, config.webhookLogDays * DAY).catch(onError);
  return {
    async start() {
      await queue.recover();
      dispatcher.start();
      prune();
      maintenance = setInterval(prune, HOUR);
      maintenance.unref();
    },
    nudge: () => dispatcher.wake(),
    stop() {
      clearInterval(maintenance);
      return dispatcher.stop();
    },
  };
}
