// Puts together what every action is given, for the service and for the command line alike.
import { randomBytes } from 'node:crypto';
import { V7Generator } from 'uuidv7';
import type { Config } from '../config/config.ts';
import type { Context } from '../flows/context.ts';
import type { Policy } from '../policy/policy.ts';
import type { Store } from '../records/store.ts';
import type { Environment, TenantStore } from '../records/tenants.ts';
import { HOUR, MINUTE, SECOND } from '../vocabulary/clock.ts';
import { encodeBase32, ID_PREFIXES, type IdSource } from '../vocabulary/ids.ts';
import { passwords } from './passwords.ts';
import { subscriberCache, webhookSettings } from './webhooks.ts';

/** How far an id may run ahead of its time to stay in order within this process. */
const ROLLBACK = 10 * SECOND;
/** Policies remembered; an environment has one version in force, and old ones fall out. */
const REMEMBERED = 10_000;

/** `deliveriesQueued` is called after commits that queued webhooks. */
export function composeContext(
  store: Store,
  config: Config,
  more: Partial<Pick<Context, 'deliveriesQueued'>> = {},
): Context {
  return {
    store,
    clock: Date.now,
    newId: idSource(),
    randomBytes: (size) => randomBytes(size),
    policyOf: policies(store.tenants),
    subscribersOf: subscriberCache(store.webhooks.endpoints),
    webhooks: webhookSettings(config),
    deliveriesQueued: more.deliveriesQueued ?? (() => {}),
    passwords,
    limits: { sessionIdle: config.sessionIdleMinutes * MINUTE, sessionAbsolute: config.sessionHours * HOUR },
    inFlight: new Set(),
  };
}

/** UUIDv7 (RFC 9562) in Crockford base32, in order of making within a process even inside one millisecond. */
function idSource(): IdSource {
  const generator = new V7Generator();
  return (kind, at) => `${ID_PREFIXES[kind]}_${encodeBase32(generator.generateOrResetCore(at, ROLLBACK).bytes)}`;
}

/** Versions of a policy never change, so each is read once. */
function policies(tenants: TenantStore): Context['policyOf'] {
  const known = new Map<string, Policy>();
  return async ({ number, policyVersion, id }: Environment) => {
    const name = `${number}/${policyVersion}`;
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const policy = await tenants.policy(number, policyVersion);
    if (policy === null) throw new Error(`environment ${id} has no policy of version ${policyVersion}`);
    if (known.size >= REMEMBERED) known.clear();
    known.set(name, policy);
    return policy;
  };
}
