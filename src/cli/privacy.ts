// assay erase and assay retention: privacy without a browser.
import type { Command } from 'commander';
import { applyRetention } from '../flows/privacy/apply-retention.ts';
import { eraseAccount } from '../flows/privacy/erase-account.ts';
import { isoTime } from '../vocabulary/clock.ts';
import { chooseEnvironment } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, textTable } from './output.ts';

export function addPrivacyCommands(program: Command): void {
  program
    .command('erase')
    .description('erase the identifiers, addresses and client signals of an account; it cannot be undone')
    .argument('<account>', "the customer's own account id")
    .requiredOption('--environment <env>', 'an id, or test or live while there is one organization')
    .option('--json', 'print the result as JSON')
    .action(erase);
  program
    .command('retention')
    .description('remove raw addresses and client signals that are older than their environment keeps them')
    .option('--json', 'print the result as JSON')
    .action(retain);
}

function erase(account: string, options: { environment: string; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const environment = await chooseEnvironment(context, options.environment);
    const author = operator(environment.organizationId);
    const { erasedEvents, erasedDevices, at } = await eraseAccount(context, author, environment, account);
    printResult(
      { erased_events: erasedEvents, erased_devices: erasedDevices, at: isoTime(at) },
      options.json,
      () => `erased from ${erasedEvents} events and ${erasedDevices} devices`,
    );
  });
}

function retain(options: { json?: boolean }): Promise<void> {
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
