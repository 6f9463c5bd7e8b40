// Creates databases on a Citus cluster, migrated and distributed, as `test/postgres.ts` does on one server.
import assert from 'node:assert/strict';
import pg from 'pg';
import { STATEMENTS_OF_ALL_SHARDS } from '../../src/storage/citus/all-shards.ts';
import { distributeTables } from '../../src/storage/citus/placement.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { single } from '../../src/storage/postgres/statements.ts';
import { explain, recordStatements, takeStatements } from './statements.ts';

/** Enough for both workers to own some; more would only take longer, because each shard is a table with its indexes. */
const SHARDS = 4;

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

/**
 * Runs `work` exclusively among all processes of the tests. Adding a node alters roles, which all databases of the node share,
 * and one of two transactions that do so at once fails: 4 of 24 databases, created two at a time.
 */
async function aloneOnCluster<T>(cluster: string, work: () => Promise<T>): Promise<T> {
  return connected(cluster, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('assay tests: databases of the cluster'))`);
    return work();
  });
}

/** An empty database with the extension on all nodes of the cluster, whose coordinator knows the workers. */
export async function createOnCluster(cluster: string, name: string): Promise<string> {
  return aloneOnCluster(cluster, () => createAlone(cluster, name));
}

async function createAlone(cluster: string, name: string): Promise<string> {
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
  await aloneOnCluster(cluster, async () => {
    for (const node of await nodesOf(cluster)) {
      await connected(node, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    }
  });
}

/** Like `createOnCluster`, with the service's tables distributed. */
export async function createDistributed(cluster: string, name: string): Promise<string> {
  const url = await createOnCluster(cluster, name);
  await (await openPostgres({ url })).close();
  await connected(url, (client) => distributeTables(client, SHARDS));
  return url;
}

/** A distributed database whose `drop` rejects if this process has queried all shards with a statement that is not listed. */
export async function distributedDatabase(
  cluster: string,
  name: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const url = await createDistributed(cluster, name);
  recordStatements();
  return {
    url,
    async drop() {
      try {
        await assertRouted(url);
      } finally {
        await dropOnCluster(cluster, name);
      }
    },
  };
}

async function assertRouted(url: string): Promise<void> {
  const listed = new Set(STATEMENTS_OF_ALL_SHARDS.map(({ statement }) => withoutCounts(single(statement).text)));
  const routings = await connected(url, (client) => explain(client, takeStatements()));
  const unlisted = routings.filter(({ text, tasks }) => tasks > 1 && !listed.has(withoutCounts(text)));
  assert.deepEqual(
    unlisted.map(({ text }) => text),
    [],
    'these statements ask all shards: see src/storage/citus/all-shards.ts',
  );
}

/** Lists of placeholders of any length are one statement. */
function withoutCounts(text: string): string {
  return text.replace(/IN \([$\d, ]+\).*$/s, 'IN (…)');
}
