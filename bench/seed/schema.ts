// Creates an empty database with the service's tables by running the `migrate` command.
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import type { DatabaseLocation } from './tables.ts';

const CLI = new URL('../../src/cli/main.ts', import.meta.url).pathname;

/**
 * Runs in a separate process: a store that was closed in this one keeps the SQLite file open until its statements are
 * garbage-collected, and the journal of an open file cannot be turned off. The file must be named `assay.db`.
 */
export function createSchema(location: DatabaseLocation): void {
  const storage = location.engine === 'sqlite' ? { DATA_DIR: dirname(location.path) } : { DATABASE_URL: location.url };
  const env = { ...process.env, ...storage };
  execFileSync(process.execPath, ['--import', 'tsx', CLI, 'migrate', '--json'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
