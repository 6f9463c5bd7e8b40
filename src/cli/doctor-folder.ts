// Checks of `assay doctor` for DATA_DIR: whether this account can read it, and whether other accounts can.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DATA_FILES } from '../storage/data-folder.ts';
import type { Check } from './doctor-advice.ts';

/** What in the folder no other account may read: keys and personal data. */
const PRIVATE = [DATA_FILES.database, `${DATA_FILES.database}-wal`, DATA_FILES.firstRun, DATA_FILES.encryptionKeys];

/**
 * A failed check when nothing else about the folder can be known, else null: what cannot be read seems not to exist.
 * `probe` throws as `accessSync` does; an administrator's account, which may read everything, cannot show it.
 */
export function unreadableFolder(dataDir: string, probe: (path: string) => void = requireReadable): Check | null {
  const folder = resolve(dataDir);
  const failed = (detail: string): Check => ({ name: 'permissions', status: 'failed', detail: `${folder} ${detail}` });
  try {
    probe(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ENOTDIR') return failed('is not a folder: set DATA_DIR to one');
    return failed(`cannot be read by this account (${code}): run doctor with the account of the service`);
  }
  return statSync(folder).isDirectory() ? null : failed('is not a folder: set DATA_DIR to one');
}

function requireReadable(path: string): void {
  accessSync(path, constants.R_OK | (statSync(path).isDirectory() ? constants.X_OK : 0));
}

/** A folder without access for others also protects the files in it. */
export function permissionChecks(dataDir: string): Check[] {
  const folder = resolve(dataDir);
  const open = [folder, ...PRIVATE.map((name) => join(folder, name))].filter(
    (path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0,
  );
  if (!open.includes(folder)) {
    return [{ name: 'permissions', status: 'ok', detail: `only the owner can access ${dataDir}` }];
  }
  return open.map((path) => {
    const mode = (statSync(path).mode & 0o777).toString(8).padStart(4, '0');
    const detail = `${path} has mode ${mode}, so other accounts can access it: run chmod go= ${path}`;
    return { name: 'permissions', status: 'warning', detail };
  });
}
