// Checks of `assay doctor` for DATA_DIR: whether this account can read it, and whether other accounts can.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DATA_FILES, isDanglingLink } from '../storage/data-folder.ts';
import type { Check } from './doctor-advice.ts';

/** Files in the folder that no other account may read: keys and personal data. */
const PRIVATE = [DATA_FILES.database, `${DATA_FILES.database}-wal`, DATA_FILES.firstRun, DATA_FILES.encryptionKeys];

/**
 * A failed check if nothing else about the folder can be determined, else null: files that cannot be read seem not to exist.
 * `probe` throws like `accessSync`; a parameter because an administrator's account may read everything.
 */
export function unreadableFolder(dataDir: string, probe: (path: string) => void = requireReadable): Check | null {
  const folder = resolve(dataDir);
  const failed = (detail: string): Check => failedCheck(folder, detail);
  try {
    probe(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      return isDanglingLink(folder)
        ? failed('is a link to nothing: mount or create what it names, or set DATA_DIR')
        : null;
    }
    if (code === 'ENOTDIR') return failed('is not a folder: set DATA_DIR to one');
    return failed(`cannot be read by this account (${code}): run doctor with the account of the service`);
  }
  return statSync(folder).isDirectory() ? null : failed('is not a folder: set DATA_DIR to one');
}

/** A failed check if this account cannot write what SQLite must write, or cannot create the folder, else null. */
export function unwritableFolder(dataDir: string, probe: (path: string) => void = requireWritable): Check | null {
  const folder = resolve(dataDir);
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const database = join(folder, DATA_FILES.database);
  for (const path of existing === folder && existsSync(database) ? [folder, database] : [existing]) {
    try {
      probe(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const fix =
        code === 'EROFS'
          ? 'its disk is mounted read-only'
          : 'run doctor with the account of the service, or change its owner';
      const detail = `cannot be written by this account (${code}): ${fix}`;
      return failedCheck(path, existing === folder ? detail : `${detail}; DATA_DIR ${folder} cannot be created`);
    }
  }
  return null;
}

function failedCheck(path: string, detail: string): Check {
  return { name: 'permissions', status: 'failed', detail: `${path} ${detail}` };
}

function requireWritable(path: string): void {
  accessSync(path, constants.R_OK | constants.W_OK | (statSync(path).isDirectory() ? constants.X_OK : 0));
}

function requireReadable(path: string): void {
  accessSync(path, constants.R_OK | (statSync(path).isDirectory() ? constants.X_OK : 0));
}

/** A folder without access for others also protects the files in it. */
export function permissionChecks(dataDir: string): Check[] {
  const folder = resolve(dataDir);
  if (!existsSync(folder)) return [];
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
