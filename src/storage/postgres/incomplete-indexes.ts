// Reads which indexes an interrupted build has left on a PostgreSQL server, for `assay doctor`.
import { doctorQuery } from './doctor-query.ts';

/**
 * Without those that are being built. If another role builds one, such as the owner who migrates, its name is hidden (null): then none
 * is known to be left, because an operator who follows the advice would drop it.
 */
const INCOMPLETE = `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_stat_progress_create_index p
      WHERE p.datname = current_database() AND coalesce(p.index_relid, i.indexrelid) = i.indexrelid) ORDER BY c.relname`;

/** Their names. @throws Error when the server cannot be reached. */
export async function incompleteIndexes(url: string): Promise<string[]> {
  return (await doctorQuery<{ name: string }>(url, INCOMPLETE)).map(({ name }) => name);
}
