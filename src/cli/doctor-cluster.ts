// Checks of `assay doctor` on a Citus cluster: whether the tables are distributed as they should be, and the nodes respond.
import { inspectCluster } from '../storage/citus/inspect.ts';
import type { Check } from './doctor-advice.ts';

/** Nothing where the server has no Citus. */
export async function clusterChecks(databaseUrl: string): Promise<Check[]> {
  const report = await inspectCluster(databaseUrl);
  if (report === null) return [];
  const { version, isDistributed, shards, problems } = report;
  if (!isDistributed) {
    const detail = `Citus ${version}, but every table is on the coordinator: run assay distribute before the first event`;
    return [{ name: 'cluster', status: 'warning', detail }];
  }
  const nodes = Object.entries(shards).map(([node, count]) => `${count} shards on ${node}`);
  const detail = [`Citus ${version}`, ...(problems.length > 0 ? problems : nodes)].join('; ');
  return [{ name: 'cluster', status: problems.length > 0 ? 'failed' : 'ok', detail }];
}
