// Records the last backup in the data folder, where `assay doctor` finds it.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishFile } from '../storage/backup/sqlite-file.ts';
import { createDataFolder, DATA_FILES } from '../storage/data-folder.ts';

/** What `assay backup` prints with `--json` and stores in `DATA_DIR/last-backup.json` for `doctor`. */
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

/** Returns why it could not be recorded, or null. The backup is still complete: this disk may be full or read-only. */
export function recordBackup(dataDir: string, report: BackupReport): string | null {
  const file = join(dataDir, DATA_FILES.lastBackup);
  const unfinished = `${file}.unfinished`;
  try {
    createDataFolder(dataDir);
    // Not over the earlier record, which a full disk would leave empty.
    writeFileSync(unfinished, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
    publishFile(unfinished, file);
    return null;
  } catch (error) {
    rmSync(unfinished, { force: true });
    return (error as Error).message;
  }
}
