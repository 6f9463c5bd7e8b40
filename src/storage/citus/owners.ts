// Finds the node that stores an environment, and its address.
import type { Reader } from '../engine.ts';
import { first } from '../reads.ts';
import { select } from '../sql.ts';
import { nodeUrl } from './inspect.ts';

/** `groupid` 0 is the coordinator, which stores environments only in a cluster without workers. */
const OWNER = select`n.groupid AS node, n.nodename AS host, n.nodeport AS port FROM pg_dist_placement p
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
  WHERE p.shardid = get_shard_id_for_distribution_column('events', CAST(? AS BIGINT))`;

const ENVIRONMENTS_BY_NODE = select`p.groupid AS node, json_agg(e.number) AS numbers FROM environments e
  JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('events', e.number) GROUP BY p.groupid`;

/** The numbers of all environments, grouped by the node that stores them. */
export async function environmentsByNode(read: Reader): Promise<number[][]> {
  const rows = await read.all<{ numbers: string }>(ENVIRONMENTS_BY_NODE);
  return rows.map(({ numbers }) => JSON.parse(numbers) as number[]);
}

/** How long an owner is assumed to stay. A wrong owner only costs time: every node finds every environment. */
const MAX_AGE_MS = 60_000;
const MAX_ENVIRONMENTS = 10_000;

interface Owner {
  /** The address of the node, with the user, password, database and parameters of the coordinator's. */
  url: string;
  readAt: number;
}

export class Owners {
  readonly #read: Reader;
  readonly coordinatorUrl: string;
  readonly #now: () => number;
  readonly #entry: 'owner' | 'coordinator';
  readonly #owners = new Map<number, Owner>();

  constructor(read: Reader, coordinatorUrl: string, now: () => number, entry: 'owner' | 'coordinator') {
    this.#entry = entry;
    this.#read = read;
    this.coordinatorUrl = coordinatorUrl;
    this.#now = now;
  }

  async urlOf(environmentNumber: number): Promise<string> {
    if (this.#entry === 'coordinator') return this.coordinatorUrl;
    const known = this.#owners.get(environmentNumber);
    if (known !== undefined && this.#now() - known.readAt < MAX_AGE_MS) return known.url;
    const row = await first(this.#read.all<{ node: number; host: string; port: number }>(OWNER, environmentNumber));
    const url = row === null || row.node === 0 ? this.coordinatorUrl : nodeUrl(this.coordinatorUrl, row.host, row.port);
    if (this.#owners.size >= MAX_ENVIRONMENTS) this.#owners.clear();
    this.#owners.set(environmentNumber, { url, readAt: this.#now() });
    return url;
  }

  /** After a failure: the node may have been replaced by its standby. */
  forget(environmentNumber: number): void {
    this.#owners.delete(environmentNumber);
  }
}
