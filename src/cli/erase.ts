// Implements `assay erase`: removes the personal data of one account.
import type { Command } from 'commander';
import { eraseAccount } from '../flows/privacy/erase-account.ts';
import { isoTime } from '../vocabulary/clock.ts';
import { formatCount } from '../vocabulary/format-count.ts';
import { chooseEnvironment } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult } from './output.ts';

export function addEraseCommand(program: Command): void {
  program
    .command('erase')
    .description('erase the identifiers, addresses and client signals of an account; this cannot be undone')
    .argument('<account>', "the customer's own account id")
    .requiredOption('--environment <env>', 'id, name, test or live')
    .option('--json', 'print the result as JSON')
    .action(erase);
}

function erase(account: string, options: { environment: string; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const environment = await chooseEnvironment(context, options.environment);
    const actor = operator(environment.organizationId);
    const { erasedEvents, erasedDevices, at } = await eraseAccount(context, actor, environment, account);
    printResult(
      { erased_events: erasedEvents, erased_devices: erasedDevices, at: isoTime(at) },
      options.json,
      () => `erased from ${formatCount(erasedEvents, 'event')} and ${formatCount(erasedDevices, 'device')}`,
    );
  });
}
