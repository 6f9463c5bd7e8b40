// Creates databases on a Citus cluster, migrated and distributed, as `test/postgres.ts` does on one server.
import pg from 'pg';
import { distributeTables } from '../src/storage/citus/placement.ts';
import { openPostgres } from '../src/storage/postgres/open.ts';

/** Enough for both workers to own some; each shard is a table with its indexes, so more would only take longer. */
const SHARDS = 8;

/** Runs `work` on a connection. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The addresses of the cluster's nodes, the coordinator first. */
export async function nodesOf(url: string): Promise<string[]> {
  const { rows } = await connected(url, (client) =>
    client.query<{ groupid: number; nodename: string; nodeport: number }>(
      `SELECT groupid, nodename, nodeport FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid`,
    ),
  );
  return rows.map(({ groupid, nodename, nodeport }) => {
    const node = new URL(url);
    if (groupid !== 0) {
      node.hostname = nodename;
      node.port = String(nodeport);
    }
    return node.href;
  });
}

function onDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** An empty database with the extension on all nodes of the cluster, whose coordinator knows the workers. */
export async function createOnCluster(cluster: string, name: string): Promise<string> {
  const nodes = await nodesOf(cluster);
  for (const node of nodes) {
    await connected(node, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`));
    await connected(onDatabase(node, name), (client) => client.query('CREATE EXTENSION citus'));
  }
  const url = onDatabase(cluster, name);
  await connected(url, async (client) => {
    const [coordinator, ...workers] = nodes.map((node) => new URL(node));
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [coordinator?.hostname, Number(coordinator?.port)]);
    for (const { hostname, port } of workers)
      await client.query('SELECT citus_add_node($1, $2)', [hostname, Number(port)]);
  });
  return url;
}

export async function dropOnCluster(cluster: string, name: string): Promise<void> {
  for (const node of await nodesOf(cluster)) {
    await connected(node, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }
}

/** Like `createOnCluster`, with the service's tables distributed. */
export async function createDistributed(cluster: string, name: string): Promise<string> {
  const url = await createOnCluster(cluster, name);
  await (await openPostgres({ url })).close();
  await connected(url, (client) => distributeTables(client, SHARDS));
  return url;
}
