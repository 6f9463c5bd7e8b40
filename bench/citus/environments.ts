// Creates environments in a distributed database, finds the node that stores each, and records logins in them.
import type { Context } from '../../src/flows/context.ts';
import type { EventInput } from '../../src/flows/events/event-input.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { DEFAULT_THRESHOLDS } from '../../src/policy/policy.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { connected } from '../../test/citus/cluster.ts';
import { addressOf, signalsOf } from '../simulate/request-bodies.ts';

const OWNER = `SELECT n.nodeport AS port FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid
  WHERE p.shardid = get_shard_id_for_distribution_column('events', $1::bigint)`;

/** Creates organizations with one environment each. */
export async function createEnvironments(context: Context, count: number): Promise<Environment[]> {
  const created: Environment[] = [];
  for (let index = 0; index < count; index++) {
    const now = context.clock();
    const organization = { id: context.newId('organization', now), name: `Bench ${index}`, createdAt: now };
    const settings = { name: 'Live', publicRisk: 'full', allowedOrigins: [], retentionDays: null } as const;
    const id = context.newId('environment', now);
    const environment = { id, organizationId: organization.id, kind: 'live', createdAt: now, ...settings } as const;
    await context.store.tenants.createOrganization(organization, [environment], [], { thresholds: DEFAULT_THRESHOLDS });
    created.push((await context.store.tenants.environment(id)) as Environment);
  }
  return created;
}

/** The port of the node that stores an environment. */
export async function ownerPort(url: string, { number }: Environment): Promise<number> {
  const { rows } = await connected(url, (client) => client.query<{ port: number }>(OWNER, [number]));
  return rows[0]?.port ?? 0;
}

/** A login of one of an environment's devices, with its own account. */
export function login(device: number): EventInput {
  return {
    type: 'login',
    accountId: `account ${device}`,
    signals: signalsOf(device),
    address: addressOf(device),
    userAgent: null,
    occurredAt: null,
    credential: 'secret',
    idempotency: null,
    imported: null,
  };
}

/** Records logins of `devices` devices in turn from `clients` loops until the time is over. Resolves to how many. */
export async function recordLogins(
  context: Context,
  environments: readonly Environment[],
  { devices, clients, ms }: { devices: number; clients: number; ms: number },
): Promise<number> {
  const end = Date.now() + ms;
  let events = 0;
  const loop = async (client: number) => {
    const environment = environments[client % environments.length] as Environment;
    // Each loop has devices of its own, so that no event waits for the lock of another.
    const own = Math.max(1, Math.floor(devices / clients));
    for (let turn = 0; Date.now() < end; turn++) {
      await recordEvent(context, environment, login(client * own + (turn % own)));
      events += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  return events;
}
