// Builds the context of all flows, for the service and the command line.
import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Context } from '../flows/context.ts';
import type { Store } from '../records/store.ts';
import type { Environment } from '../records/tenants.ts';
import { HOUR, MINUTE } from '../vocabulary/clock.ts';
import { Failure } from '../vocabulary/failure.ts';
import { boundedPasswords } from './bounded-passwords.ts';
import { idSource } from './id-source.ts';
import { composeNotifier } from './notifier.ts';
import { passwords } from './passwords.ts';
import { versionCache } from './version-cache.ts';
import { webhookSettings } from './webhook-settings.ts';

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
    policyOf: policies(store),
    // Every change of endpoints increases the version.
    subscribersOf: versionCache(
      store.generation,
      ({ webhooksVersion }) => webhooksVersion,
      ({ number }) => store.webhooks.endpoints.subscribers(number),
    ),
    webhooks,
    deliveriesQueued: more.deliveriesQueued ?? (() => {}),
    notifier: composeNotifier(config, webhooks),
    passwords: boundedPasswords(passwords),
    limits: { sessionIdle: config.sessionIdleMinutes * MINUTE, sessionAbsolute: config.sessionHours * HOUR },
    inFlight: new Set(),
  };
}

function policies({ generation, tenants }: Store): Context['policyOf'] {
  const versionOf = ({ policyVersion }: Environment) => policyVersion;
  return versionCache(generation, versionOf, async ({ number, policyVersion, id }) => {
    const policy = await tenants.policy(number, policyVersion);
    // Policies are never deleted: the environment was read from a server that a standby without its newest commits has replaced since.
    if (policy === null) {
      const detail = `the database has no version ${policyVersion} of the policy of ${id}`;
      throw new Failure('unavailable', 'storage_unavailable', detail, { retryAfter: 1 });
    }
    return policy;
  });
}
