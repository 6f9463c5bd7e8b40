// Reads for `assay doctor` how far a PostgreSQL server is from the end of its transaction ids, and what keeps it from reusing them.
import { doctorQuery } from './doctor-query.ts';

export interface OldestIds {
  database: string;
  /** Of transaction or multixact ids, whichever are older. */
  age: number;
  /** What has kept VACUUM from making them reusable for as long; null if there is none, or this role may not see it. */
  heldBy: string | null;
}

/**
 * At twice the age at which autovacuum begins to freeze rows even if it is off, something keeps it from doing so. PostgreSQL itself begins to
 * warn at 2,107 million, and only in its log.
 */
const OLDEST = `SELECT datname AS database, greatest(age(datfrozenxid), mxid_age(datminmxid))::float8 AS age
  FROM pg_database, (SELECT current_setting('autovacuum_freeze_max_age')::float8 AS ids,
    current_setting('autovacuum_multixact_freeze_max_age')::float8 AS multixacts) AS allowed
  WHERE age(datfrozenxid) > least(2 * ids, 1.9e9) OR mxid_age(datminmxid) > least(2 * multixacts, 1.9e9)
  ORDER BY age DESC LIMIT 1`;

const HELD_BY = `SELECT name FROM (
    SELECT 'the session of process ' || pid AS name, greatest(age(backend_xid), age(backend_xmin)) AS age FROM pg_stat_activity
    UNION ALL SELECT 'the prepared transaction ' || gid, age(transaction) FROM pg_prepared_xacts
    UNION ALL SELECT 'the replication slot ' || slot_name, greatest(age(xmin), age(catalog_xmin)) FROM pg_replication_slots) AS held
  WHERE age > current_setting('autovacuum_freeze_max_age')::float8 ORDER BY age DESC LIMIT 1`;

/** The database with the oldest ids, if they are too old; otherwise null. @throws Error when the server cannot be reached. */
export async function oldTransactionIds(url: string): Promise<OldestIds | null> {
  const [oldest] = await doctorQuery<{ database: string; age: number }>(url, OLDEST);
  if (oldest === undefined) return null;
  const [held] = await doctorQuery<{ name: string }>(url, HELD_BY);
  return { ...oldest, heldBy: held?.name ?? null };
}
