// Gives a command the storage of the configuration and the context that flows ask for.
import { randomBytes } from 'node:crypto';
import { uuidv7obj } from 'uuidv7';
import { type Config, loadConfig } from '../config.ts';
import type { Context } from '../flows/context.ts';
import type { Policy } from '../policy/policy.ts';
import type { Environment, TenantStore } from '../records/tenants.ts';
import { openStore } from '../storage/open.ts';
import { HOUR, MINUTE } from '../vocabulary/clock.ts';
import { encodeBase32, ID_PREFIXES } from '../vocabulary/ids.ts';

/**
 * Runs `work` with an open store and closes it. `control` works beside a running service, but takes no events;
 * `own` needs an SQLite database for itself and applies migrations.
 */
export async function withContext<T>(
  access: 'own' | 'control',
  work: (context: Context, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  const store = await openStore({ ...config, access });
  const context: Context = {
    store,
    clock: Date.now,
    newId: (kind) => `${ID_PREFIXES[kind]}_${encodeBase32(uuidv7obj().bytes)}`,
    randomBytes: (size) => randomBytes(size),
    policyOf: policies(store.tenants),
    subscribersOf: async () => [],
    deliveriesQueued: () => {},
    limits: { sessionIdle: config.sessionIdleMinutes * MINUTE, sessionAbsolute: config.sessionHours * HOUR },
    inFlight: new Set(),
  };
  try {
    return await work(context, config);
  } finally {
    await store.close();
  }
}

/** Versions of a policy never change, so each is read once. */
function policies(tenants: TenantStore): Context['policyOf'] {
  const known = new Map<string, Policy>();
  return async ({ number, policyVersion, id }: Environment) => {
    const name = `${number}/${policyVersion}`;
    const policy = known.get(name) ?? (await tenants.policy(number, policyVersion));
    if (policy === null) throw new Error(`environment ${id} has no policy of version ${policyVersion}`);
    known.set(name, policy);
    return policy;
  };
}
