// Implements `assay backup FILE`: writes one consistent, checked file while the service runs.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../config/config.ts';
import { isoTime } from '../vocabulary/clock.ts';
import { printResult, UsageError } from './output.ts';

/** What `assay backup` prints with `--json`, and what `DATA_DIR/last-backup.json` holds for `doctor`. */
export interface BackupReport {
  file: string;
  engine: 'sqlite' | 'postgres';
  schema_version: number;
  organizations: number;
  events: number;
  newest_event_at: string | null;
  bytes: number;
  sha256: string;
  /** When the snapshot was taken. */
  created_at: string;
  /** What a restore needs besides the file. */
  store_separately: string[];
}

/** Where the last backup is recorded, in the data folder. */
export const LAST_BACKUP = 'last-backup.json';

interface BackupOptions {
  replace?: boolean;
  json?: boolean;
}

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'the file to write; one SQLite database for both engines')
    .description('write a consistent, checked backup while the service runs; see also restore')
    .option('--replace', 'replace the file if it exists')
    .option('--json', 'print the result as JSON')
    .action(backup);
}

async function backup(file: string, options: BackupOptions): Promise<void> {
  const config = loadConfig();
  const path = resolve(file);
  if (existsSync(path) && options.replace !== true) {
    throw new UsageError(`${path} exists: choose another name, or replace it with --replace`);
  }
  if (!existsSync(dirname(path))) throw new UsageError(`the folder ${dirname(path)} does not exist`);
  const { inspectDatabase, publishFile, removeDatabase } = await import('../storage/backup/sqlite-file.ts');
  // A backup that was interrupted leaves this file, and the next one replaces it.
  const unfinished = `${path}.unfinished`;
  removeDatabase(unfinished);
  try {
    const createdAt = isoTime(Date.now());
    await writeSnapshot(config, unfinished);
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
    record(config, report);
    printResult(report, options.json, () => text(report));
  } finally {
    removeDatabase(unfinished);
  }
}

async function writeSnapshot({ databaseUrl, dataDir }: Config, target: string): Promise<void> {
  if (databaseUrl !== null) {
    const { exportPostgres } = await import('../storage/backup/postgres-export.ts');
    return exportPostgres(databaseUrl, target);
  }
  const source = join(dataDir, 'assay.db');
  if (!existsSync(source)) throw new UsageError(`${source} does not exist: there is nothing to back up yet`);
  const { copyDatabase } = await import('../storage/backup/sqlite-file.ts');
  copyDatabase(source, target);
}

/** Where the encryption keys of this installation are. */
function keysLocation({ encryptionKeys, dataDir }: Config): string {
  return encryptionKeys === null ? resolve(dataDir, 'encryption-keys') : 'ASSAY_ENCRYPTION_KEYS';
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function record({ dataDir }: Config, report: BackupReport): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, LAST_BACKUP), `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
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
  return `${file}: ${size}, ${events} events${newest === null ? '' : `, the newest of ${newest}`}; checked
schema version ${schema_version}, SHA-256 ${sha256}

Store separately: ${separately.join(', ')}
Without these keys, webhook secrets and second factors in the backup cannot be decrypted.`;
}
