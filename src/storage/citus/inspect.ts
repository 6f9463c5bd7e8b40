// Inspects the cluster of a database for `assay distribute` and `assay doctor`: placement, nodes, and whether they respond.
import pg from 'pg';
import { doctorQuery } from '../postgres/doctor-query.ts';
import { type Cluster, readCluster } from './cluster.ts';
import { distributeTables, type Placement, placementProblems, shardsByNode } from './placement.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const NODES = `SELECT nodename AS host, nodeport AS port FROM pg_dist_node
  WHERE noderole = 'primary' AND groupid <> 0 AND shouldhaveshards ORDER BY nodeid`;

export interface ClusterReport extends Cluster {
  /** Shards of `events` by node; empty before the tables are distributed. */
  shards: Record<string, number>;
  /** What keeps the service from working, one sentence each. */
  problems: string[];
}

/** Returns null where the server does not have the extension. */
export function inspectCluster(url: string): Promise<ClusterReport | null> {
  return connected(url, async (client) => {
    const cluster = await readCluster(client);
    if (cluster === null) return null;
    if (!cluster.isDistributed) return { ...cluster, shards: {}, problems: [] };
    const problems = [...(await placementProblems(client)), ...(await unreachableNodes(client, url))];
    return { ...cluster, shards: await shardsByNode(client), problems };
  });
}

/**
 * Distributes the tables; see `distributeTables`.
 * @throws Error also without the extension, and when a node, where events will enter, cannot be reached from here.
 */
export function distribute(url: string, shards: number): Promise<Placement> {
  return connected(url, async (client) => {
    if ((await readCluster(client)) === null) {
      throw new Error(
        'this database has no Citus: run CREATE EXTENSION citus in it on every node, and add the workers',
      );
    }
    const problems = await unreachableNodes(client, url);
    if (problems.length > 0) throw new Error(problems.join('; '));
    return distributeTables(client, shards);
  });
}

/** The address of a node: the coordinator's, with another host and port. */
export function nodeUrl(coordinatorUrl: string, host: string, port: number): string {
  const url = new URL(coordinatorUrl);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  return url.href;
}

async function unreachableNodes(client: pg.Client, url: string): Promise<string[]> {
  const { rows } = await client.query<{ host: string; port: number }>(NODES);
  const problems = rows.map(async ({ host, port }) => {
    try {
      await doctorQuery(nodeUrl(url, host, port), 'SELECT 1');
      return [];
    } catch (error) {
      return [`node ${host}:${port} cannot be reached from here: ${(error as Error).message}`];
    }
  });
  return (await Promise.all(problems)).flat();
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'assay distribute',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that breaks off rejects its query and also emits an error, which would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
