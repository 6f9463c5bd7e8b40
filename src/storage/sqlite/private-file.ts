// Creates a file that only its owner may read, whatever the folder allows.
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

/** SQLite gives the log of a database the mode of the database. */
export function createPrivately(path: string): void {
  // An existing file is not opened: closing it would release every lock that this process has on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // A file of another account, on a shared volume: its owner decides. `doctor` reports its mode.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
