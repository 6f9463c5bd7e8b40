// assay serve: the service itself, without building anything first.
import type { Command } from 'commander';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service until it is told to stop; npm start builds first and then does the same')
    .action(async () => {
      // The service starts by being imported, and ends the process itself.
      await import('../main.ts');
    });
}
