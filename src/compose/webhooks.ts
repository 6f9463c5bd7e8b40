// Composes the webhook service: target rules, subscribers, the dispatcher and the maintenance of the delivery log.
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
import { DAY } from '../vocabulary/clock.ts';
import type { KeyRing } from '../vocabulary/key-ring.ts';
import type { Subscriber } from '../webhooks/announce.ts';
import { parseRange, type TargetRules } from '../webhooks/target.ts';
import { loadEncryptionKeys, loadMatchingKeys } from './encryption-keys.ts';
import { type Job, startHourlyJob } from './hourly-job.ts';

/** Number of cached subscriber lists; a version never changes, and clearing the cache removes old ones. */
const MAX_CACHED_LISTS = 10_000;

type WebhookSettings = Context['webhooks'];

/**
 * Keys are loaded on first use, so that a command that uses no secret needs none and creates no key file. `proof` is that of
 * the database, which a command must match; the service checks it itself.
 */
export function webhookSettings(config: Config, proof: string | null): WebhookSettings {
  const targetRules: TargetRules = {
    allowed: config.webhookAllowCidrs.map(parseRange),
    own: ownAddresses(config.host).map((address) => ({ range: parseRange(address), port: config.port })),
  };
  let keys: KeyRing | undefined;
  return {
    targetRules,
    resolveHost: hostResolver(config.dnsServers, targetRules),
    get keys() {
      keys ??= proof === null ? loadEncryptionKeys(config) : loadMatchingKeys(config, proof);
      return keys;
    },
  };
}

/** Sets the port that the service listens on, which the configuration may leave open: the service never sends to itself. */
export function setOwnPort(settings: WebhookSettings, config: Config, port: number): void {
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

/** A cache of subscriber lists. Every change of endpoints increases the environment's version, so each is read once. */
export function subscriberCache(endpoints: EndpointStore): Context['subscribersOf'] {
  const cache = new Map<string, readonly Subscriber[]>();
  return async ({ number, webhooksVersion }) => {
    const name = `${number}/${webhooksVersion}`;
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const subscribers = await endpoints.subscribers(number);
    if (cache.size >= MAX_CACHED_LISTS) cache.clear();
    cache.set(name, subscribers);
    return subscribers;
  };
}

/** `stop` waits up to twelve seconds for attempts in flight. */
export interface WebhookService extends Job {
  start(): Promise<void>;
  wake(): void;
}

/** `onError` is called with errors that an operator must see: storage failures, a secret that cannot be decrypted. */
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
  let maintenance: Job | null = null;
  return {
    async start() {
      await queue.recover();
      dispatcher.start();
      const retention = config.webhookLogDays * DAY;
      maintenance = startHourlyJob((stopping) => pruneDeliveries(context, retention, stopping), onError);
    },
    wake: () => dispatcher.wake(),
    async stop() {
      await Promise.all([maintenance?.stop(), dispatcher.stop()]);
    },
  };
}
