// Distributes the tables of a new database over the nodes of a Citus cluster, and verifies where they are.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * The rule of the schema: a table whose primary key begins with the environment grows with events and is distributed by it.
 * Every other table is small, found by a digest or an address, and stays an ordinary table of the coordinator: as a reference
 * table, each write would need two-phase commits and locks on every node, and ten settings saved at once deadlocked; as a local
 * table in the metadata, finding a key took 1.0 ms instead of 0.04.
 */
const TABLES = `SELECT c.relname AS name, coalesce(a.attname = 'environment_id', false) AS "byEnvironment",
    coalesce(p.partmethod::text, '') AS method, coalesce(p.colocationid, 0) AS colocation
  FROM pg_class c LEFT JOIN pg_index x ON x.indrelid = c.oid AND x.indisprimary
  LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
  LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY c.relname <> 'events', c.relname`;

interface TableRow {
  name: string;
  byEnvironment: boolean;
  /** `h` distributed, `n` a reference table or a local one in the metadata, '' unknown to Citus. */
  method: string;
  colocation: number;
}

/** The number is arbitrary and specific to Assay. */
const LOCK_DISTRIBUTION = 'SELECT pg_advisory_xact_lock(7061990731542)';

/** Sessions of this program on the database, other than the caller's. */
const OTHER_SESSIONS = `SELECT count(*)::int AS sessions FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'assay' AND pid <> pg_backend_pid()`;
/** Events enter at the nodes themselves, which is possible only with the metadata. */
const NODES = `SELECT nodename AS host, nodeport AS port, isactive AND metadatasynced AND hasmetadata AS ready,
  shouldhaveshards AS stores FROM pg_dist_node WHERE noderole = 'primary' ORDER BY nodeid`;
const SHARDS_BY_NODE = `SELECT n.nodename || ':' || n.nodeport AS node, count(*)::int AS shards
  FROM pg_dist_shard s JOIN pg_dist_placement p ON p.shardid = s.shardid
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
  WHERE s.logicalrelid = 'events'::regclass GROUP BY 1 ORDER BY 1`;
/**
 * Settings of the database on every node, because ALTER DATABASE is not propagated. Our triggers only reject changes of permanent
 * records, so they are safe on shards; compiling a plan of many shards takes longer than running it.
 */
const NODE_SETTINGS = `SELECT nodeid, success, result FROM run_command_on_all_nodes($command$
  DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET citus.enable_unsafe_triggers = on', current_database());
    EXECUTE format('ALTER DATABASE %I SET jit = off', current_database());
  END $$ $command$)`;

export interface Placement {
  /** Tables that were distributed by this call. */
  distributed: string[];
  /** Shards of `events` by node, for example `10.0.0.5:5432`. */
  shards: Record<string, number>;
}

/**
 * Distributes all tables that are not distributed yet, in one transaction.
 * @param shards how many shards each table gets; more nodes than shards are of no use.
 * @throws Error when the database has events or is in use, its cluster is not ready, or the result is wrong. No table was
 * distributed then, and the nodes' settings, which may have changed, affect distributed tables only. If COMMIT itself fails, the
 * message says that the result is unknown.
 */
export async function distributeTables(client: Client, shards: number): Promise<Placement> {
  await requireReadyNodes(client);
  if ((await pendingTables(client)).includes('events')) await requireUnused(client);
  requireSettings((await client.query<{ success: boolean; result: string }>(NODE_SETTINGS)).rows);
  await client.query('BEGIN');
  const placement = await distributeAndVerify(client, shards).catch(async (error: Error) => {
    // Fails on a lost connection, whose transaction has ended; the first error says more.
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(`no table was distributed: ${error.message}`, { cause: error });
  });
  await client.query('COMMIT').catch((error: Error) => {
    const advice = 'run assay distribute again, which distributes what is not and verifies the rest';
    throw new Error(`whether the tables are distributed is unknown: ${advice} (${error.message})`, { cause: error });
  });
  return placement;
}

/** Verifies before the transaction ends, while a problem can still be rolled back. */
async function distributeAndVerify(client: Client, shards: number): Promise<Placement> {
  await changeShardsInSequence(client);
  const distributed = await distributePending(client, shards);
  const problems = await placementProblems(client);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return { distributed, shards: await shardsByNode(client) };
}

/**
 * Call it before any statement of a transaction that changes distributed tables and distributes others: Citus refuses to distribute
 * after a parallel change, such as a new column or index.
 */
export async function changeShardsInSequence(client: Client): Promise<void> {
  await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
}

/** Call it after a migration of a distributed database: new tables follow the others, whether or not there are events. */
export async function distributeNewTables(client: Client): Promise<void> {
  const pending = await pendingTables(client);
  if (pending.length > 0 && !pending.includes('events')) await distributePending(client, null);
}

/** Runs in a transaction of the caller that changes shards in sequence. Without `shards`, the tables are placed like `events`. */
async function distributePending(client: Client, shards: number | null): Promise<string[]> {
  // Processes that start together after an upgrade distribute one after the other.
  await client.query(LOCK_DISTRIBUTION);
  const pending = await pendingTables(client);
  if (shards !== null) await client.query(`SELECT set_config('citus.shard_count', $1, true)`, [String(shards)]);
  // The setting of the database applies to new sessions only.
  await client.query('SET LOCAL citus.enable_unsafe_triggers = on');
  for (const name of pending) {
    const neighbor = name === 'events' ? 'none' : 'events';
    await client.query(`SELECT create_distributed_table($1, 'environment_id', colocate_with => $2)`, [name, neighbor]);
  }
  return pending;
}

/** The problems of a distributed database, one sentence each. */
export async function placementProblems(client: Client): Promise<string[]> {
  const rows = await tables(client);
  const colocation = rows.find(({ name }) => name === 'events')?.colocation;
  const tableProblems = rows.flatMap(({ name, byEnvironment, method, colocation: own }) => {
    if (!byEnvironment)
      return method === 'n' || method === '' ? [] : [`${name} is distributed, but has no environment`];
    if (method !== 'h') return [`${name} is not distributed: run assay distribute`];
    return own === colocation ? [] : [`${name} is not colocated with events`];
  });
  return [...tableProblems, ...(await nodeProblems(client))];
}

export async function shardsByNode(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ node: string; shards: number }>(SHARDS_BY_NODE);
  return Object.fromEntries(rows.map(({ node, shards }) => [node, shards]));
}

/** Undistributed tables, `events` first: the others are placed beside it. */
async function pendingTables(client: Client): Promise<string[]> {
  return (await tables(client))
    .filter(({ byEnvironment, method }) => byEnvironment && method !== 'h')
    .map(({ name }) => name);
}

async function tables(client: Client): Promise<TableRow[]> {
  return (await client.query<TableRow>(TABLES)).rows;
}

async function nodeProblems(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ host: string; port: number; ready: boolean }>(NODES);
  return rows.flatMap(({ host, port, ready }) =>
    ready ? [] : [`node ${host}:${port} is not active, or its metadata is not synchronized`],
  );
}

async function requireReadyNodes(client: Client): Promise<void> {
  const problems = await nodeProblems(client);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const { rows } = await client.query<{ stores: boolean }>(NODES);
  if (!rows.some(({ stores }) => stores)) {
    throw new Error('no node of the cluster may store shards: add a worker with citus_add_node');
  }
}

async function requireUnused(client: Client): Promise<void> {
  if ((await client.query('SELECT 1 FROM events LIMIT 1')).rows.length > 0) {
    throw new Error(
      'this database has events already, and only a new one can be distributed: create another on the cluster, run ' +
        'distribute there, and import the events',
    );
  }
  // Sessions that have just ended are listed for a moment longer.
  for (let attempt = 0; attempt < 20; attempt++) {
    const { rows } = await client.query<{ sessions: number }>(OTHER_SESSIONS);
    if (rows[0]?.sessions === 0) return;
    await sleep(100);
  }
  throw new Error('the service is running on this database: stop every process first');
}

function requireSettings(results: readonly { success: boolean; result: string }[]): void {
  const failed = results.find(({ success }) => !success);
  if (failed !== undefined) throw new Error(`a node rejected its settings: ${failed.result}`);
}
