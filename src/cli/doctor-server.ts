// Checks of `assay doctor` of a PostgreSQL server: whether it flushes and confirms commits, and what would slow it down or stop it.
import type { Config } from '../config/config.ts';
import type { Check } from './doctor-advice.ts';
import { clusterChecks, replicaChecks } from './doctor-cluster.ts';

/** No checks with SQLite. */
export async function serverChecks({
  databaseUrl,
  readDatabaseUrl,
}: Pick<Config, 'databaseUrl' | 'readDatabaseUrl'>): Promise<Check[]> {
  if (databaseUrl === null) return [];
  return [
    ...(await durabilityChecks(databaseUrl)),
    ...(await commitChecks(databaseUrl)),
    ...(await indexChecks(databaseUrl)),
    ...(await idChecks(databaseUrl)),
    ...(await clusterChecks(databaseUrl)),
    ...(await replicaChecks(databaseUrl, readDatabaseUrl)),
  ];
}

/** No check if the server flushes what it commits. */
async function durabilityChecks(databaseUrl: string): Promise<Check[]> {
  const { unsafeSettings } = await import('../storage/postgres/unflushed.ts');
  const names = await unsafeSettings(databaseUrl);
  if (names.length === 0) return [];
  const detail = `PostgreSQL has ${names.join(' and ')} off, so a power failure can lose acknowledged events or damage the database`;
  return [{ name: 'durability', status: 'warning', detail }];
}

/** No check if the server confirms commits. */
async function commitChecks(databaseUrl: string): Promise<Check[]> {
  const { unconfirmedCommits } = await import('../storage/postgres/unconfirmed-commits.ts');
  const reason = await unconfirmedCommits(databaseUrl);
  if (reason === null) return [];
  const fix = 'start the standby, or remove it from synchronous_standby_names';
  return [{ name: 'commits', status: 'failed', detail: `${reason}, so events get 503: ${fix}` }];
}

/**
 * No check if all indexes are complete. The next start builds those of its own migrations again, but a program that has been rolled
 * back does not know them.
 */
async function indexChecks(databaseUrl: string): Promise<Check[]> {
  const { incompleteIndexes } = await import('../storage/postgres/incomplete-indexes.ts');
  const names = await incompleteIndexes(databaseUrl);
  if (names.length === 0) return [];
  const fix = 'start the version that builds them, or drop them with DROP INDEX CONCURRENTLY';
  const detail = `an interrupted build has left ${names.join(', ')}, which slow down every write and serve no read: ${fix}`;
  return [{ name: 'indexes', status: 'warning', detail }];
}

/** No check if VACUUM makes transaction ids reusable in time. */
async function idChecks(databaseUrl: string): Promise<Check[]> {
  const { oldTransactionIds } = await import('../storage/postgres/transaction-ids.ts');
  const oldest = await oldTransactionIds(databaseUrl);
  if (oldest === null) return [];
  const { database, age, heldBy } = oldest;
  const count = new Intl.NumberFormat('en-US').format(age);
  const end = 'at 2,144 million, the server rejects every write';
  const fix =
    heldBy === null ? 'let autovacuum run, or run VACUUM there' : `${heldBy} holds them: end it, then run VACUUM there`;
  const detail = `the oldest ids of transactions in database ${database} are ${count} transactions old, and ${end}: ${fix}`;
  return [{ name: 'transaction ids', status: 'warning', detail }];
}
