// Records events of a distributed database at the node that owns their environment.
import type pg from 'pg';
import type { IngestStore } from '../../records/ingest.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { closePool } from '../postgres/pool.ts';
import type { PostgresTransactions } from '../postgres/transactions.ts';
import type { Owners } from './owners.ts';

export interface Entry {
  pool: pg.Pool;
  transactions: PostgresTransactions;
}

/**
 * A pool for each node, opened when its first event arrives, so that connections waiting for a dead node do not delay the events
 * of other nodes. Without keys (an import), events enter at the coordinator, and Citus finds the node.
 */
export class OwnerIngestion {
  readonly #owners: Owners;
  readonly #open: (url: string) => Entry;
  readonly #entries = new Map<string, Entry>();

  constructor(owners: Owners, open: (url: string) => Entry) {
    this.#owners = owners;
    this.#open = open;
  }

  ingest: IngestStore['ingest'] = async (work, eventKeys, _reads, withinMs) => {
    if (eventKeys === undefined) return this.#entryAt(this.#owners.coordinatorUrl).transactions.ingest(work);
    const { transactions } = this.#entryAt(await this.#owners.urlOf(eventKeys.environmentNumber));
    try {
      return await transactions.ingest(work, eventKeys, undefined, withinMs);
    } catch (error) {
      if (error instanceof Failure && error.kind === 'unavailable') this.#owners.forget(eventKeys.environmentNumber);
      throw error;
    }
  };

  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ pool }) => closePool(pool)));
  }

  #entryAt(url: string): Entry {
    const entry = this.#entries.get(url) ?? this.#open(url);
    this.#entries.set(url, entry);
    return entry;
  }
}
