// `npm run bench:citus -- URL`: the cost of an event for the servers of a cluster on this machine, by the node of entry, and how
// the throughput grows from one worker to two, each limited to half a core. The limit needs root.
import { randomBytes } from 'node:crypto';
import type { Context } from '../../src/flows/context.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { connected, createDistributed, dropOnCluster } from '../../test/citus/cluster.ts';
import { contextOver } from '../../test/context.ts';
import { cpuOf, type LocalServer, limitCpu } from '../service/local-server.ts';
import { describeMachine } from '../service/machine.ts';
import { createEnvironments, ownerPort, recordLogins } from './environments.ts';
import { localNodes } from './nodes.ts';

const DEVICES = 240;
const CLIENTS = 12;
const WARMUP_MS = 4_000;
const MEASURED_MS = 8_000;
const SHARE = 0.5;

const [cluster] = process.argv.slice(2);
if (cluster === undefined) throw new Error('pass the URL of the coordinator of a cluster on this machine');
const nodes = await localNodes(cluster);
const [coordinator, ...workers] = nodes as [LocalServer, ...LocalServer[]];
console.log(`${describeMachine()}\n`);
console.log('| Set-up | events/s | coordinator ms/event | workers ms/event |\n|---|---|---|---|');
await plain();
await onDistributed('coordinator');
await onDistributed('owner');

/** The same server without the extension. */
async function plain(): Promise<void> {
  const name = `assay_bench_${randomBytes(4).toString('hex')}`;
  await connected(coordinator.url, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`),
  );
  const store = await openPostgres({ url: coordinator.url.replace(/[^/]*$/, name) });
  try {
    const context = contextOver(store);
    await measure('plain PostgreSQL', context, await createEnvironments(context, 1));
  } finally {
    await store.close();
    await connected(coordinator.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  }
}

async function onDistributed(entry: 'owner' | 'coordinator'): Promise<void> {
  const name = `assay_bench_${randomBytes(4).toString('hex')}`;
  const url = await createDistributed(cluster as string, name);
  const store = await openPostgres({ url, entry });
  try {
    const context = contextOver(store);
    const byWorker = await environmentsByWorker(context, url);
    const all = byWorker.flat();
    await measure(entry === 'owner' ? 'Citus, at the owner' : 'Citus, through the coordinator', context, all);
    if (entry === 'owner') await limited(context, byWorker);
  } finally {
    await store.close();
    await dropOnCluster(cluster as string, name);
  }
}

/** Two environments on each of two workers. */
async function environmentsByWorker(context: Context, url: string): Promise<Environment[][]> {
  const found = new Map<number, Environment[]>();
  for (let attempt = 0; attempt < 40; attempt++) {
    const [environment] = (await createEnvironments(context, 1)) as [Environment];
    const port = await ownerPort(url, environment);
    found.set(port, [...(found.get(port) ?? []), environment]);
    const filled = [...found.values()].filter((own) => own.length >= 2);
    if (filled.length >= 2) return filled.slice(0, 2).map((own) => own.slice(0, 2));
  }
  throw new Error('the environments are not on two workers');
}

async function limited(context: Context, [first = [], second = []]: Environment[][]): Promise<void> {
  const release = workers.map((worker) => limitCpu(worker, SHARE));
  try {
    await measure('one worker of half a core', context, first);
    await measure('two workers of half a core each', context, [...first, ...second]);
  } finally {
    for (const restore of release) restore();
  }
}

async function measure(label: string, context: Context, environments: readonly Environment[]): Promise<void> {
  await recordLogins(context, environments, { devices: DEVICES, clients: CLIENTS, ms: WARMUP_MS });
  const before = nodes.map(cpuOf);
  const started = performance.now();
  const events = await recordLogins(context, environments, { devices: DEVICES, clients: CLIENTS, ms: MEASURED_MS });
  const seconds = (performance.now() - started) / 1000;
  const cost = nodes.map((node, index) => cpuOf(node) - (before[index] ?? 0));
  const others = cost.slice(1).reduce((sum, ms) => sum + ms, 0);
  const perEvent = (ms: number) => (ms / events).toFixed(2);
  console.log(`| ${label} | ${(events / seconds).toFixed(0)} | ${perEvent(cost[0] ?? 0)} | ${perEvent(others)} |`);
}
