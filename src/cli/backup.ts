// Implements `assay backup FILE`: writes one consistent, checked file while the service runs.
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../config/config.ts';
import { DATA_FILES, requireDatabase } from '../storage/data-folder.ts';
import { isoTime } from '../vocabulary/clock.ts';
import { formatCount } from '../vocabulary/format-count.ts';
import { type BackupReport, recordBackup } from './last-backup.ts';
import { printResult } from './output.ts';

interface BackupOptions {
  replace?: boolean;
  json?: boolean;
}

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'the file to write; one SQLite database for both engines')
    .description('write a consistent, checked backup while the service runs; see also restore')
    .option('--replace', 'replace the file if it is an earlier backup')
    .option('--json', 'print the result as JSON')
    .action(backup);
}

async function backup(file: string, options: BackupOptions): Promise<void> {
  const config = loadConfig();
  const path = resolve(file);
  const [
    { backupTargetError, requireBackupTarget },
    { inspectDatabase, publishFile, removeDatabase },
    { writeChecksum },
    { takeBackupLock },
  ] = await Promise.all([
    import('./backup-target.ts'),
    import('../storage/backup/sqlite-file.ts'),
    import('../storage/backup/checksum.ts'),
    import('./backup-lock.ts'),
  ]);
  requireDatabase(config);
  requireBackupTarget(path, config.dataDir, options.replace === true);
  const release = takeBackupLock(path);
  // An interrupted backup leaves this file, and the next one replaces it.
  const unfinished = `${path}.unfinished`;
  try {
    // Another backup may have finished before this one had the lock.
    requireBackupTarget(path, config.dataDir, options.replace === true);
    removeDatabase(unfinished);
    const createdAt = isoTime(Date.now());
    await writeSnapshot(config, unfinished)
      .then(() => writeChecksum(unfinished))
      .catch((error) => {
        throw backupTargetError(path, error);
      });
    const contents = inspectDatabase(unfinished);
    const report: BackupReport = {
      file: path,
      engine: config.databaseUrl === null ? 'sqlite' : 'postgres',
      schema_version: contents.schemaVersion,
      organizations: contents.organizations,
      events: contents.events,
      newest_event_at: contents.newestEventAt === null ? null : isoTime(contents.newestEventAt),
      bytes: statSync(unfinished).size,
      sha256: await sha256(unfinished),
      created_at: createdAt,
      store_separately: [keysLocation(config)],
    };
    publishFile(unfinished, path);
    const unrecorded = recordBackup(config.dataDir, report);
    printResult(report, options.json, () => text(report));
    if (unrecorded !== null) process.stderr.write(`assay: doctor will not know of this backup: ${unrecorded}\n`);
  } finally {
    removeDatabase(unfinished);
    release();
  }
}

async function writeSnapshot({ databaseUrl, dataDir }: Config, target: string): Promise<void> {
  if (databaseUrl !== null) {
    const { exportPostgres } = await import('../storage/backup/postgres-export.ts');
    return exportPostgres(databaseUrl, target);
  }
  const { copyDatabase } = await import('../storage/backup/sqlite-file.ts');
  await copyDatabase(join(dataDir, DATA_FILES.database), target);
}

/** Describes where the encryption keys of this installation are. */
function keysLocation({ encryptionKeys, dataDir }: Config): string {
  return encryptionKeys === null ? resolve(dataDir, DATA_FILES.encryptionKeys) : 'ASSAY_ENCRYPTION_KEYS';
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function text({
  file,
  bytes,
  events,
  newest_event_at: newest,
  schema_version,
  sha256,
  store_separately: separately,
}: BackupReport): string {
  const size = `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  return `${file}: ${size}, ${formatCount(events, 'event')}${newest === null ? '' : `, the newest of ${newest}`}; checked
schema version ${schema_version}, SHA-256 ${sha256}

Store separately: ${separately.join(', ')}
Without these keys, webhook secrets and second factors in the backup cannot be decrypted.`;
}
