// Computes how many connections fit below the system's limit of open files.
import { readFileSync } from 'node:fs';

/** Files besides connections of clients: the database or its connections, the log, attempts of webhooks. */
const OTHER_FILES = 256;

/**
 * At most `requested` connections, fewer under a low limit of open files. Beyond that limit the system drops every new connection, and
 * no connection that waits for its client is ended to make room: 90 idle ones locked everybody out at a limit of 120.
 */
export function connectionsWithin(requested: number, openFiles: number | null): number {
  if (openFiles === null) return requested;
  return Math.min(requested, Math.max(openFiles - OTHER_FILES, Math.floor(openFiles / 2)));
}

/** The limit of this process; null if there is none, or if the system is not Linux. */
export function openFileLimit(path = '/proc/self/limits'): number | null {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync(path, 'utf8')) ?? [];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}
