// The command line: `npm run --silent assay -- <command> [--json]`. Results go to standard output, the rest to standard error.
import { Command, CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { addAuditCommands } from './audit.ts';
import { addBacktestCommand } from './backtest.ts';
import { addBackupCommand } from './backup.ts';
import { addCompactCommand } from './compact.ts';
import { addDeviceCommands } from './devices.ts';
import { addDistributeCommand } from './distribute.ts';
import { addDoctorCommand } from './doctor.ts';
import { addEnvironmentCommands } from './environments.ts';
import { addEraseCommand } from './erase.ts';
import { addEventCommands } from './events.ts';
import { addImportCommand } from './import.ts';
import { addKeyCommands } from './keys.ts';
import { addMemberCommands } from './members.ts';
import { addMigrateCommand } from './migrate.ts';
import { addOutcomeCommands } from './outcomes.ts';
import { EXIT, explain, isOutputError, printNote, watchOutput } from './output.ts';
import { addPolicyCommands } from './policy.ts';
import { addRestoreCommand } from './restore.ts';
import { addRetentionCommand } from './retention.ts';
import { addRollupCommand } from './rollup.ts';
import { addServeCommand } from './serve.ts';
import { addSessionCommands } from './sessions.ts';
import { addSetupCommand } from './setup.ts';
import { addWebhookCommands } from './webhooks.ts';
import { addWhoamiCommand } from './whoami.ts';

function commandLine(): Command {
  const program = new Command('assay')
    .version(VERSION, '--version', 'print the version')
    .description('Assay: recognizes the device of an event, scores its fraud risk and decides')
    .addHelpText('after', '\nExit codes: 0 success, 1 failure, 2 invalid usage or configuration, 130 interrupted.')
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  addSetupCommand(program);
  addServeCommand(program);
  addMigrateCommand(program);
  addDistributeCommand(program);
  addEnvironmentCommands(program);
  addKeyCommands(program);
  addMemberCommands(program);
  addSessionCommands(program);
  addDeviceCommands(program);
  addAuditCommands(program);
  addImportCommand(program);
  addOutcomeCommands(program);
  addBacktestCommand(program);
  addPolicyCommands(program);
  addWhoamiCommand(program);
  addEventCommands(program);
  addWebhookCommands(program);
  addRollupCommand(program);
  addEraseCommand(program);
  addRetentionCommand(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addCompactCommand(program);
  addDoctorCommand(program);
  return program;
}

/** Runs one command and returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  try {
    await commandLine().parseAsync(args, { from: 'user' });
    return process.exitCode === undefined ? EXIT.done : Number(process.exitCode);
  } catch (error) {
    if (error instanceof CommanderError) {
      // A request for help is not an error.
      if (error.exitCode === 0) return EXIT.done;
      if (error.code !== 'commander.help') printNote(`assay: ${oneLine(error.message)}`);
      return EXIT.usage;
    }
    if (isOutputError(error)) return EXIT.failed;
    const { message, code } = explain(error);
    printNote(`assay: ${message}`);
    return code;
  }
}

/** Removes commander's "error: " prefix and joins its suggestions into one line. */
function oneLine(message: string): string {
  return message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
}

watchOutput();
process.exitCode = await run(process.argv.slice(2));
