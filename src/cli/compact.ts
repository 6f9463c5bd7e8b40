// Implements `assay compact`: rewrites the database so that erased data is removed from its files, too.
import type { Command } from 'commander';
import { withContext } from './open-context.ts';
import { printResult } from './output.ts';

export function addCompactCommand(program: Command): void {
  program
    .command('compact')
    .description('rewrite the database so that no erased data remains in its files; stop the service first')
    .option('--json', 'print the result as JSON')
    .action((options: { json?: boolean }) =>
      withContext('existing', async ({ store }) => {
        await store.compact();
        printResult(
          { engine: store.engine, compacted: true },
          options.json,
          () => `${store.engine}: rewritten; its files no longer contain erased data. Earlier backups still do`,
        );
      }),
    );
}
