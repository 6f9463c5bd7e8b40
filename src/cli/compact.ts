// assay compact: rewrites the database, so that what was erased is gone from its files too.
import type { Command } from 'commander';
import { withContext } from './open-context.ts';
import { printResult } from './output.ts';

export function addCompactCommand(program: Command): void {
  program
    .command('compact')
    .description('rewrite the database, so that nothing that was erased is left in its files; stop the service first')
    .option('--json', 'print the result as JSON')
    .action((options: { json?: boolean }) =>
      withContext('own', async ({ store }) => {
        await store.compact();
        printResult(
          { engine: store.engine, compacted: true },
          options.json,
          () => `${store.engine}: rewritten; what was erased is gone from its files. Backups made before still hold it`,
        );
      }),
    );
}
