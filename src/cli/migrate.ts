// Implements `assay migrate`: applies pending schema migrations and nothing else.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import { DATA_FILES } from '../storage/data-folder.ts';
import { withContext } from './open-context.ts';
import { printResult } from './output.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('apply pending schema migrations; starting the service does the same')
    .option('--json', 'print the result as JSON')
    .action((options: { json?: boolean }) => {
      const created = newDatabase();
      return withContext('own', async ({ store }) => {
        await store.ready();
        printResult(
          { engine: store.engine, schema: 'current' },
          options.json,
          () => `${store.engine}: ${created === null ? '' : `created ${created}; `}the schema is current`,
        );
      });
    });
}

/** The database file that the command is about to create, or null. */
function newDatabase(): string | null {
  const { databaseUrl, dataDir } = loadConfig();
  const path = resolve(join(dataDir, DATA_FILES.database));
  return databaseUrl === null && !existsSync(path) ? path : null;
}
