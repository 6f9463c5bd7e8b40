// Implements `assay migrate`: applies pending schema migrations and nothing else.
import type { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import { missingDatabase } from '../storage/data-folder.ts';
import { withContext } from './open-context.ts';
import { printResult } from './output.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('apply pending schema migrations; starting the service does the same')
    .option('--json', 'print the result as JSON')
    .action((options: { json?: boolean }) => {
      const created = missingDatabase(loadConfig());
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
