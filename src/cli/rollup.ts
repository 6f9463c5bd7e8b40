// `rollup rebuild`: counts the figures of the overview and of the network list anew from the events.
import type { Command } from 'commander';
import { rebuildRollups } from '../flows/overview/apply-rollups.ts';
import { withContext } from './open-context.ts';
import { printResult } from './output.ts';

export function addRollupCommand(program: Command): void {
  program
    .command('rollup')
    .description('Figures kept beside the events')
    .command('rebuild')
    .description('Count the figures of every environment anew from its events')
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: boolean }) =>
      withContext('own', async (context) => {
        const counted: { environment_id: string; events: number }[] = [];
        for (const environment of await context.store.tenants.environments(null)) {
          counted.push({ environment_id: environment.id, events: await rebuildRollups(context, environment) });
        }
        printResult(counted, options.json, () =>
          counted.map((row) => `${row.environment_id}  ${row.events} events`).join('\n'),
        );
      }),
    );
}
