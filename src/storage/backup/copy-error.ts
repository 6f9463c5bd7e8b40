// Names the folder that has no room for the copy of a backup.
import { FILE_TOO_LARGE } from '../sqlite/connection.ts';
import { isDiskFull, isFileTooLarge } from '../sqlite/disk-full.ts';

/** The error to throw when copying the backup at `path` to `folder`, or updating the copy, fails: the system's names a temporary file. */
export function copyError(path: string, folder: string, error: unknown): unknown {
  // SQLite's is wrapped in one that names the temporary file, too.
  const errors = [error, (error as { cause?: unknown } | null)?.cause];
  if (errors.some(isFileTooLarge)) {
    return new Error(`${folder} cannot take a copy of ${path}: ${FILE_TOO_LARGE}`, { cause: error });
  }
  if (!errors.some(isDiskFull)) return error;
  return new Error(`${folder} has no room for a copy of ${path}: free space, or choose another folder`, {
    cause: error,
  });
}
