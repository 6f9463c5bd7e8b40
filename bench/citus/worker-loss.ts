// `npm run chaos:citus -- URL`: one worker of a cluster on this machine is killed under load and started again. Its environments
// answer 503 meanwhile, others keep working, and every acknowledged event is there afterwards. Takes about 30 seconds.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../src/records/tenants.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { createDistributed, dropOnCluster } from '../../test/citus/cluster.ts';
import { startTestServer } from '../../test/http/test-server.ts';
import type { LocalServer } from '../service/local-server.ts';
import { addressOf, signalsOf } from '../simulate/request-bodies.ts';
import { ownerPort } from './environments.ts';
import { crash, localNodes, restart } from './nodes.ts';

const CALM_MS = 3_000;
const OUTAGE_MS = 5_000;
const RECOVERY_MS = 6_000;
const LOOPS_PER_ENVIRONMENT = 2;

interface Tenant {
  environment: Environment;
  key: string;
  port: number;
  statuses: Map<string, number>;
  acknowledged: string[];
  slowestMs: number;
}

type Phase = 'calm' | 'outage' | 'recovery';

const [cluster] = process.argv.slice(2);
if (cluster === undefined) throw new Error('pass the URL of the coordinator of a cluster on this machine');
const nodes = await localNodes(cluster);
const name = `assay_chaos_${randomBytes(4).toString('hex')}`;
const url = await createDistributed(cluster, name);
const server = await startTestServer({ store: await openPostgres({ url }), options: {} });
let phase: Phase = 'calm';
let isOver = false;

try {
  const tenants = await tenantsOf();
  const ports = [...new Set(tenants.map(({ port }) => port))];
  if (ports.length < 2) throw new Error('the four environments are on one worker: run the command again');
  const victim = nodes.find(({ url: address }) => new URL(address).port === String(ports[0])) as LocalServer;
  const loops = tenants.flatMap((tenant) =>
    Array.from({ length: LOOPS_PER_ENVIRONMENT }, (_, index) => load(tenant, index)),
  );
  await sleep(CALM_MS);
  phase = 'outage';
  await crash(victim);
  await sleep(OUTAGE_MS / 2);
  await reportSharedParts(tenants.find(({ port }) => port !== ports[0]) as Tenant);
  await sleep(OUTAGE_MS / 2);
  await restart(victim);
  // Requests that were sent during the outage may still be answered.
  await sleep(1_000);
  phase = 'recovery';
  await sleep(RECOVERY_MS);
  isOver = true;
  await Promise.all(loops);
  const problems = [];
  for (const tenant of tenants) problems.push(...(await problemsOf(tenant, tenant.port === ports[0])));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
  console.log(
    problems.length === 0 ? 'nothing lost; no other environment was affected' : `${problems.length} problems`,
  );
} finally {
  await server.close();
  await dropOnCluster(cluster, name);
}
process.exit();

async function tenantsOf(): Promise<Tenant[]> {
  const { context } = server;
  const environments = await context.store.tenants.environments(null);
  const keys = [server.keys.test, server.keys.live, server.foreign.test, server.foreign.live].map(
    ({ secret }) => secret,
  );
  const tenants: Tenant[] = [];
  for (const key of keys) {
    const response = await send(key, 'first', 0);
    const { id } = JSON.parse(response.body).data as { id: string };
    const found = [];
    for (const environment of environments) {
      if ((await context.store.events.event(environment.number, id)) !== null) found.push(environment);
    }
    const environment = found[0] as Environment;
    const port = await ownerPort(url, environment);
    tenants.push({ environment, key, port, statuses: new Map(), acknowledged: [id], slowestMs: 0 });
  }
  return tenants;
}

function send(key: string, account: string, device: number) {
  const body = { event: 'login', account: { id: account }, ip_address: addressOf(device), signals: signalsOf(device) };
  return server.event(key, body);
}

async function load(tenant: Tenant, index: number): Promise<void> {
  for (let turn = 0; !isOver; turn++) {
    const during = phase;
    const started = performance.now();
    const response = await send(tenant.key, `account ${index}`, index * 1_000 + (turn % 20));
    tenant.slowestMs = Math.max(tenant.slowestMs, performance.now() - started);
    const counted = `${during} ${response.statusCode}`;
    tenant.statuses.set(counted, (tenant.statuses.get(counted) ?? 0) + 1);
    if (response.statusCode === 201) tenant.acknowledged.push(JSON.parse(response.body).data.id as string);
    else await sleep(50);
  }
}

/** Reports the answers that need every worker, requested by an environment on a running worker. */
async function reportSharedParts({ key }: Tenant): Promise<void> {
  const url = `/v1/events/${server.context.newId('event', Date.now())}`;
  const { statusCode } = await server.request({ url, headers: { authorization: `Bearer ${key}` } });
  const due = server.context.store.webhooks.queue.dueEndpoints(Date.now(), null, 10);
  const deliveries = await due.then(
    () => 'are found',
    ({ message }: Error) => `wait (${message})`,
  );
  console.log(`during the outage an unknown id answers ${statusCode}, and due deliveries ${deliveries}`);
}

async function problemsOf(tenant: Tenant, isVictim: boolean): Promise<string[]> {
  const { environment, acknowledged, statuses, slowestMs } = tenant;
  const label = `environment ${environment.number} (${isVictim ? 'killed worker' : 'other worker'})`;
  const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
  let missing = 0;
  for (const id of acknowledged) {
    if ((await server.context.store.events.event(environment.number, id)) === null) missing += 1;
  }
  console.log(
    `${label}: ${counts}; ${acknowledged.length} acknowledged, ${missing} missing; slowest ${slowestMs.toFixed(0)} ms`,
  );
  const allowed = isVictim
    ? ['calm 201', 'calm 503', 'outage 201', 'outage 503', 'recovery 201']
    : ['calm 201', 'outage 201', 'recovery 201'];
  const unexpected = [...statuses.keys()].filter((status) => !allowed.includes(status));
  return [
    ...(missing > 0 ? [`${label} lost ${missing} acknowledged events`] : []),
    ...unexpected.map((status) => `${label} answered ${status}`),
    ...(isVictim && !statuses.has('outage 503') ? [`${label} never answered 503`] : []),
    ...(statuses.has('recovery 201') ? [] : [`${label} did not recover`]),
  ];
}
