// Reads a file of JSON that a command or the first start left in DATA_DIR.
import { readFileSync } from 'node:fs';

/** Said of a file for which `readStoredRecord` returns null. */
export const DAMAGED = 'is damaged or cannot be read';

/** What the file contains; null if it is damaged or cannot be read. `isComplete` may throw a TypeError. */
export function readStoredRecord<T>(path: string, isComplete: (record: T) => boolean): T | null {
  try {
    const record: T = JSON.parse(readFileSync(path, 'utf8'));
    return isComplete(record) ? record : null;
  } catch {
    return null;
  }
}
