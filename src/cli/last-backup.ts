// Records the last backup in the data folder, where `assay doctor` finds it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder } from '../storage/data-folder.ts';

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

export function recordBackup(dataDir: string, report: BackupReport): void {
  createDataFolder(dataDir);
  writeFileSync(join(dataDir, LAST_BACKUP), `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
}
