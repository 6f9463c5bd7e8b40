// The command line: `npm run --silent assay -- <command> [--json]`. Results go to standard output, all else to standard error.
import { Command, CommanderError } from 'commander';
import { addAuditCommands } from './audit.ts';
import { addBacktestCommand } from './backtest.ts';
import { addCompactCommand } from './compact.ts';
import { addDeviceCommands } from './devices.ts';
import { addDoctorCommand } from './doctor.ts';
import { addEnvironmentCommands } from './environments.ts';
import { addImportCommand } from './import/import-command.ts';
import { addOutcomeCommands } from './import/outcomes-command.ts';
import { addKeyCommands } from './keys.ts';
import { addMemberAccessCommands } from './member-access.ts';
import { addMemberCommands } from './members.ts';
import { addMigrateCommand } from './migrate.ts';
import { EXIT, explain } from './output.ts';
import { addPrivacyCommands } from './privacy.ts';
import { addRollupCommand } from './rollup.ts';
import { addServeCommand } from './serve.ts';
import { addSetupCommand } from './setup.ts';
import { addWebhookCommands } from './webhooks-listen.ts';

function commandLine(): Command {
  const program = new Command('assay')
    .description('Assay: which device is this, how risky is it, what to do')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong usage or configuration, 130 interrupted.')
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  addSetupCommand(program);
  addServeCommand(program);
  addMigrateCommand(program);
  addEnvironmentCommands(program);
  addKeyCommands(program);
  addMemberAccessCommands(program, addMemberCommands(program));
  addDeviceCommands(program);
  addAuditCommands(program);
  addImportCommand(program);
  addOutcomeCommands(program);
  addBacktestCommand(program);
  addWebhookCommands(program);
  addRollupCommand(program);
  addPrivacyCommands(program);
  addCompactCommand(program);
  addDoctorCommand(program);
  return program;
}

/** Runs one command; resolves to the exit code. */
async function run(args: readonly string[]): Promise<number> {
  try {
    await commandLine().parseAsync(args, { from: 'user' });
    return process.exitCode === undefined ? EXIT.done : Number(process.exitCode);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Asking for help is no mistake.
      if (error.exitCode === 0) return EXIT.done;
      if (error.code !== 'commander.help') process.stderr.write(`assay: ${oneLine(error.message)}\n`);
      return EXIT.usage;
    }
    const { message, code } = explain(error);
    process.stderr.write(`assay: ${message}\n`);
    return code;
  }
}

/** Without commander's word for errors and its line of suggestions. */
function oneLine(message: string): string {
  return message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
}

process.exitCode = await run(process.argv.slice(2));
