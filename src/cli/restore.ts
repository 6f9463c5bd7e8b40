// Implements `assay restore FILE`: checks a backup and puts it in place of a database that does not exist yet.
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadMatchingKeys } from '../compose/encryption-keys.ts';
import { loadConfig } from '../config/config.ts';
import { createDataFolder, DATA_FILES } from '../storage/data-folder.ts';
import { isoTime } from '../vocabulary/clock.ts';
import { formatCount } from '../vocabulary/format-count.ts';
import { requireInputFile } from './input-file.ts';
import { EXIT, printResult, UsageError } from './output.ts';

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .argument('<file>', 'a file that backup wrote, from either engine')
    .description('check a backup and restore it into an empty DATA_DIR, or into the empty database of DATABASE_URL')
    .option('--json', 'print the result as JSON')
    .action(restore);
}

async function restore(file: string, options: { json?: boolean }): Promise<void> {
  const config = loadConfig();
  const path = resolve(file);
  requireInputFile(path);
  // SQLite would wait for the writer of a pipe.
  if (!statSync(path).isFile()) throw new UsageError(`${path} is not a file`);
  const target = join(config.dataDir, DATA_FILES.database);
  if (config.databaseUrl === null) requireNoDatabase(target);
  const { inspectDatabase } = await import('../storage/backup/sqlite-file.ts');
  const contents = inspectDatabase(path);
  // Restoring without the keys would leave a service that cannot start, so it is refused before anything is written.
  if (contents.keyProof !== null) loadMatchingKeys(config, contents.keyProof);
  if (config.databaseUrl === null) await restoreFile(path, config.dataDir, target);
  else await restoreToPostgres(path, config.databaseUrl);
  const result = {
    restored: config.databaseUrl === null ? resolve(target) : 'DATABASE_URL',
    organizations: contents.organizations,
    events: contents.events,
    newest_event_at: contents.newestEventAt === null ? null : isoTime(contents.newestEventAt),
  };
  printResult(result, options.json, () => {
    const newest = result.newest_event_at === null ? '' : `, the newest of ${result.newest_event_at}`;
    return `restored ${formatCount(result.events, 'event')}${newest} to ${result.restored}
Start the service, run doctor --verify-audit, and repeat erasures that were made after the backup.`;
  });
}

/** A log without its database counts, too: SQLite would apply it to the restored file. */
function requireNoDatabase(target: string): void {
  const found = [target, `${target}-wal`].find((path) => existsSync(path));
  if (found === undefined) return;
  throw new UsageError(
    `${resolve(found)} exists, and restore never overwrites a database: move it away, or choose another DATA_DIR`,
  );
}

/**
 * Copies the file, updates its schema, and only then renames it: a failure leaves no database behind. The lock of the database keeps
 * a service or another restore from creating it meanwhile.
 */
async function restoreFile(path: string, dataDir: string, target: string): Promise<void> {
  createDataFolder(dataDir);
  const unfinished = `${target}.restoring`;
  const [{ publishFile, removeDatabase }, { takeOwnerLock }] = await Promise.all([
    import('../storage/backup/sqlite-file.ts'),
    import('../storage/sqlite/owner-lock.ts'),
  ]);
  const release = takeOwnerLock(target);
  try {
    requireNoDatabase(target);
    removeDatabase(unfinished);
    await migratedCopy(path, unfinished, `the folder ${dirname(resolve(target))} (DATA_DIR)`);
    publishFile(unfinished, target);
  } finally {
    removeDatabase(unfinished);
    rmSync(`${target}.lock`, { force: true });
    release();
  }
}

async function restoreToPostgres(path: string, url: string): Promise<void> {
  const { createRestoreFolder } = await import('../storage/backup/restore-folder.ts');
  const { copy, discard } = createRestoreFolder();
  // The server rolls back a restore whose connection ends.
  const onSignal = () => {
    discard();
    process.exit(EXIT.interrupted);
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    await migratedCopy(path, copy, 'the temporary folder (TMPDIR)');
    const { importPostgres } = await import('../storage/backup/postgres-import.ts');
    await importPostgres(copy, url);
  } finally {
    discard();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

/** @throws Error when the backup is newer than this program, or that names `folder` when it has no room for the copy. */
async function migratedCopy(path: string, copy: string, folder: string): Promise<void> {
  const [{ migrateFile }, { copyError }] = await Promise.all([
    import('../storage/backup/sqlite-file.ts'),
    import('../storage/backup/copy-error.ts'),
  ]);
  try {
    copyFileSync(path, copy);
    await migrateFile(copy);
  } catch (error) {
    throw copyError(path, folder, error);
  }
}
