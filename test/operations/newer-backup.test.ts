// Tests restoring a backup that a newer version made, into PostgreSQL: it is refused before anything is created.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { importPostgres } from '../../src/storage/backup/postgres-import.ts';
import { migrateFile } from '../../src/storage/backup/sqlite-file.ts';
import { MissingDatabase } from '../../src/storage/data-folder.ts';
import { loadMigrations, MIGRATIONS_DIR } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';

test('PostgreSQL: a backup of a newer version is refused with both versions', async () => {
  const database = await freshDatabase();
  await withFolder(async (folder) => {
    const [file, older] = [join(folder, 'backup.db'), join(folder, 'older')];
    await migrateFile(file);
    cpSync(MIGRATIONS_DIR, older, { recursive: true });
    const { length } = loadMigrations(older);
    rmSync(join(older, readdirSync(older).sort().at(-1) ?? ''));
    const reason = `the backup is at schema version ${length} and this program at ${length - 1}: restore it with`;
    await assert.rejects(importPostgres(file, database.url, older), { message: new RegExp(`^${reason}`) });
    await assert.rejects(openPostgres({ url: database.url, access: 'existing' }), MissingDatabase);
  }).finally(() => database.drop());
});
