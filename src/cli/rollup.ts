// Implements `assay rollup rebuild`: recomputes the rollups of the overview and of networks from the events.
import type { Command } from 'commander';
import { rebuildRollups } from '../flows/overview/apply-rollups.ts';
import { formatCount } from '../vocabulary/format-count.ts';
import { withContext } from './open-context.ts';
import { printResult } from './output.ts';

export function addRollupCommand(program: Command): void {
  program
    .command('rollup')
    .description('manage the rollups of the overview and of networks')
    .command('rebuild')
    .description('recompute the rollups of every environment from its events; with SQLite, stop the service first')
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: boolean }) =>
      withContext('existing', async (context) => {
        const rebuilt: { environment_id: string; events: number }[] = [];
        for (const environment of await context.store.tenants.environments(null)) {
          rebuilt.push({ environment_id: environment.id, events: await rebuildRollups(context, environment) });
        }
        printResult(rebuilt, options.json, () =>
          rebuilt.map((row) => `${row.environment_id}  ${formatCount(row.events, 'event')}`).join('\n'),
        );
      }),
    );
}
