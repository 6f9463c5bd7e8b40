// An empty database with the service's tables, made by the service's own command.
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import type { Place } from './tables.ts';

const CLI = new URL('../../src/cli/main.ts', import.meta.url).pathname;

/**
 * In a process of its own: a store that was closed in this one keeps SQLite's file open until its statements are collected, and the
 * log of a file that is open cannot be turned off. The file must be called `assay.db`.
 */
export function makeSchema(place: Place): void {
  const where = place.engine === 'sqlite' ? { DATA_DIR: dirname(place.path) } : { DATABASE_URL: place.url };
  const env = { ...process.env, ...where };
  execFileSync(process.execPath, ['--import', 'tsx', CLI, 'migrate', '--json'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
