// Implements `assay serve`: runs the service without building it first.
import type { Command } from 'commander';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service until it is stopped; npm start does the same after a build')
    .action(async () => {
      // Importing the module starts the service, which ends the process itself.
      await import('../main.ts');
    });
}
