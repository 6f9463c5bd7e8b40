// Checks of `assay doctor` beyond one server: the state of a Citus cluster, and whether a replica follows.
import { formatCount } from '../vocabulary/format-count.ts';
import type { Check } from './doctor-advice.ts';

/** No checks if the server has no Citus. */
export async function clusterChecks(databaseUrl: string): Promise<Check[]> {
  const { inspectCluster } = await import('../storage/citus/inspect.ts');
  const report = await inspectCluster(databaseUrl);
  if (report === null) return [];
  const { version, isDistributed, shards, problems } = report;
  if (!isDistributed) {
    const detail = `Citus ${version}, but every table is on the coordinator: run assay distribute before the first event`;
    return [{ name: 'cluster', status: 'warning', detail }];
  }
  const nodes = Object.entries(shards).map(([node, count]) => `${formatCount(count, 'shard')} on ${node}`);
  const detail = [`Citus ${version}`, ...(problems.length > 0 ? problems : nodes)].join('; ');
  return [{ name: 'cluster', status: problems.length > 0 ? 'failed' : 'ok', detail }];
}

/** Beyond this lag (s), people notice that the lists of a replica are out of date. */
const MAX_LAG = 60;

/** No checks without ASSAY_READ_DATABASE_URL. */
export async function replicaChecks(databaseUrl: string, readDatabaseUrl: string | null): Promise<Check[]> {
  if (readDatabaseUrl === null) return [];
  const name = 'read replica';
  const { inspectReplica } = await import('../storage/postgres/replica.ts');
  try {
    const { isReplica, followsDatabase, bytesBehind, secondsBehind } = await inspectReplica(
      databaseUrl,
      readDatabaseUrl,
    );
    if (!followsDatabase || !isReplica) {
      const detail = 'ASSAY_READ_DATABASE_URL does not name a streaming replica of DATABASE_URL';
      return [{ name, status: 'failed', detail }];
    }
    const detail = `${bytesBehind} bytes and ${secondsBehind.toFixed(1)} s behind`;
    return [{ name, status: secondsBehind > MAX_LAG ? 'warning' : 'ok', detail }];
  } catch (error) {
    const detail = `lists, exports, the overview and backtests answer 503: ${(error as Error).message}`;
    return [{ name, status: 'failed', detail }];
  }
}
