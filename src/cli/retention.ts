// Implements `assay retention`: removes addresses and client signals after the retention period of their environment.
import type { Command } from 'commander';
import { applyRetention } from '../flows/privacy/apply-retention.ts';
import { withContext } from './open-context.ts';
import { printResult, textTable } from './output.ts';

export function addRetentionCommand(program: Command): void {
  program
    .command('retention')
    .description(
      'remove raw addresses and client signals older than the retention period of their environment, old idempotency keys and counts of failures, and expired sessions',
    )
    .option('--json', 'print the result as JSON')
    .action(retention);
}

function retention(options: { json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const reports = await applyRetention(context);
    const rows = reports.map(({ environmentId, cleanedEvents }) => ({
      environment_id: environmentId,
      cleaned_events: cleanedEvents,
    }));
    printResult({ environments: rows }, options.json, () =>
      textTable(
        ['ENVIRONMENT', 'CLEANED EVENTS'],
        rows.map((row) => [row.environment_id, String(row.cleaned_events)]),
      ),
    );
  });
}
