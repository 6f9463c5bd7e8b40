// Builds the context of all flows, for the service and the command line.
import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Context } from '../flows/context.ts';
import type { Policy } from '../policy/policy.ts';
import type { Store } from '../records/store.ts';
import type { Environment, TenantStore } from '../records/tenants.ts';
import { HOUR, MINUTE } from '../vocabulary/clock.ts';
import { boundedPasswords } from './bounded-passwords.ts';
import { idSource } from './id-source.ts';
import { composeNotifier } from './notifier.ts';
import { passwords } from './passwords.ts';
import { subscriberCache, webhookSettings } from './webhook-settings.ts';

/** Number of cached policies; an environment has one active policy, and clearing the cache removes old ones. */
const MAX_CACHED_POLICIES = 10_000;

/** `deliveriesQueued` is called after commits that queued webhooks; see `webhookSettings` for `proof`. */
export function composeContext(
  store: Store,
  config: Config,
  more: Partial<Pick<Context, 'deliveriesQueued'>> & { proof?: string | null } = {},
): Context {
  const webhooks = webhookSettings(config, more.proof ?? null);
  return {
    store,
    clock: Date.now,
    newId: idSource(),
    randomBytes: (size) => randomBytes(size),
    policyOf: policies(store.tenants),
    subscribersOf: subscriberCache(store.webhooks.endpoints),
    webhooks,
    deliveriesQueued: more.deliveriesQueued ?? (() => {}),
    notifier: composeNotifier(config, webhooks),
    passwords: boundedPasswords(passwords),
    limits: { sessionIdle: config.sessionIdleMinutes * MINUTE, sessionAbsolute: config.sessionHours * HOUR },
    inFlight: new Set(),
  };
}

/** A cache of policies. A version never changes, so each is read once. */
function policies(tenants: TenantStore): Context['policyOf'] {
  const cache = new Map<string, Policy>();
  return async ({ number, policyVersion, id }: Environment) => {
    const name = `${number}/${policyVersion}`;
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const policy = await tenants.policy(number, policyVersion);
    if (policy === null) throw new Error(`environment ${id} has no policy version ${policyVersion}`);
    if (cache.size >= MAX_CACHED_POLICIES) cache.clear();
    cache.set(name, policy);
    return policy;
  };
}
