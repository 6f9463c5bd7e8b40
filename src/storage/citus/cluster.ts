// Reads the state of Citus from a database: whether the extension exists, whether this is the coordinator, what is distributed.
import type pg from 'pg';

/** A database with the extension. */
export interface Cluster {
  /** For example `13.0.5`. */
  version: string;
  /** Whether the tables of events are distributed: `assay distribute` has run. */
  isDistributed: boolean;
}

type Client = Pick<pg.ClientBase, 'query'>;

const EXTENSION = `SELECT extversion FROM pg_extension WHERE extname = 'citus'`;
const NODE = `SELECT (SELECT groupid FROM pg_dist_local_group) AS node, EXISTS (SELECT 1 FROM pg_dist_partition p
  WHERE p.logicalrelid = to_regclass('events') AND p.partmethod = 'h') AS distributed`;

/**
 * Null without the extension.
 * @throws Error on a worker, which has no organizations or keys.
 */
export async function readCluster(client: Client): Promise<Cluster | null> {
  const extension = (await client.query<{ extversion: string }>(EXTENSION)).rows[0];
  if (extension === undefined) return null;
  const [row] = (await client.query<{ node: number; distributed: boolean }>(NODE)).rows;
  if (row !== undefined && row.node !== 0) {
    throw new Error('DATABASE_URL names a worker of a Citus cluster: use the address of its coordinator');
  }
  return { version: extension.extversion, isDistributed: row?.distributed === true };
}
