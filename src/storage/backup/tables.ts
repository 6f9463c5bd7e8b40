// The tables of a database file and their columns, read from the file itself: both engines have the same.
import type { SqliteConnection } from '../sqlite/connection.ts';

export interface Table {
  name: string;
  columns: readonly string[];
}

/** Lists what `applyMigrations` recorded; valid on both engines. */
export const APPLIED_MIGRATIONS = 'SELECT version, checksum FROM schema_migrations ORDER BY version';

/** All tables with data, in the order in which migrations created them: a table comes after those it references. */
export function dataTables(file: SqliteConnection): Table[] {
  const names = file
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'schema\\_%' ESCAPE '\\'
       ORDER BY rowid`,
    )
    .all() as { name: string }[];
  return names.map(({ name }) => {
    const columns = file.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid').all(name) as { name: string }[];
    return { name, columns: columns.map((column) => column.name) };
  });
}
