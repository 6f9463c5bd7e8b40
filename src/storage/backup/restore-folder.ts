// The temporary folder of a restore into PostgreSQL. Its copy of the backup is personal data, so that nobody else may find it afterwards.
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock, takeOwnerLock } from '../sqlite/owner-lock.ts';

const PREFIX = 'assay-restore-';
const COPY = 'assay.db';
/** Named unlike the copy, whose own lock the migrations take. */
const OWNER = 'restore';

export interface RestoreFolder {
  /** Where the copy belongs. */
  copy: string;
  discard: () => void;
}

/** Creates the folder, and removes those of restores that were killed. @throws Error that names the temporary folder. */
export function createRestoreFolder(): RestoreFolder {
  const folder = createFolder();
  const release = takeOwnerLock(join(folder, OWNER));
  const discard = () => {
    rmSync(folder, { recursive: true, force: true });
    release();
  };
  return { copy: join(folder, COPY), discard };
}

function createFolder(): string {
  try {
    for (const name of readdirSync(tmpdir())) if (name.startsWith(PREFIX)) removeAbandoned(join(tmpdir(), name));
    return mkdtempSync(join(tmpdir(), PREFIX));
  } catch (error) {
    throw new Error(`the temporary folder (TMPDIR) cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** Only with a copy: a restore creates it after it has the lock, which ends with its process. Anyone may create such a folder in /tmp. */
function removeAbandoned(folder: string): void {
  try {
    const { uid } = lstatSync(folder);
    if (uid !== process.getuid?.() || !readdirSync(folder).some((name) => name.startsWith(COPY))) return;
    const release = takeLock(join(folder, OWNER));
    if (release === null) return;
    rmSync(folder, { recursive: true, force: true });
    release();
  } catch {
    // Another restore has just removed it.
  }
}
