// Lets one process at a time write a backup: a second one would remove the unfinished file of the first.
import { rmSync } from 'node:fs';
import { takeLock } from '../storage/sqlite/owner-lock.ts';
import { backupTargetError } from './backup-target.ts';

/**
 * Returns a function that releases the lock of the backup at `path`.
 * @throws Error when another process writes it, or when its folder cannot be written.
 */
export function takeBackupLock(path: string): () => void {
  const name = `${path}.writing`;
  let release: (() => void) | null;
  try {
    release = takeLock(name);
  } catch (error) {
    throw backupTargetError(path, error);
  }
  if (release === null) {
    throw new Error(`another process is writing a backup to ${path}: wait for it, or choose another name`);
  }
  return () => {
    rmSync(`${name}.lock`, { force: true });
    release();
  };
}
