// Implements `assay outcomes import FILE`: records chargebacks and other outcomes from a file.
import { type Command, Option } from 'commander';
import type { Context } from '../flows/context.ts';
import type { OutcomeEffect, OutcomeImportSummary } from '../flows/imports/import-outcomes.ts';
import { formatCount } from '../vocabulary/format-count.ts';
import { EVALUATIONS, LABELS, type Label } from '../vocabulary/words.ts';
import { chooseEnvironment, ENVIRONMENT_OPTION } from './choose-environment.ts';
import { BadLines } from './import/bad-lines.ts';
import { fileBytes, type Line } from './import/line-reader.ts';
import { showProgress } from './import/progress.ts';
import { advised, CONTINUE, WAITING } from './import/unavailable.ts';
import { requireInputFile } from './input-file.ts';
import { withContext } from './open-context.ts';
import { systemAccount } from './operator.ts';
import { EXIT, printResult, UsageError } from './output.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** Changes listed in the result; all of them are counted. */
const MAX_LISTED = 100;
const MAX_WITHIN_SECONDS = 86_400;

interface OutcomesCommand {
  environment: string;
  format?: 'csv' | 'ndjson';
  label?: Label;
  within: string;
  dryRun?: boolean;
  strict?: boolean;
  json?: boolean;
}

export function addOutcomeCommands(program: Command): void {
  program
    .command('outcomes')
    .description('record the outcomes of events')
    .command('import')
    .description(
      'record outcomes from a file (CSV or newline-delimited JSON, optionally gzip), with the rules of the API',
    )
    .argument('<file>', 'file to import, or - for standard input')
    .option(...ENVIRONMENT_OPTION)
    .addOption(new Option('--format <format>', 'default: detected from the first character').choices(['csv', 'ndjson']))
    .addOption(new Option('--label <label>', 'label for lines without one').choices(LABELS))
    .option('--within <seconds>', 'maximum distance between a given time and the event of an account', '1')
    .option('--dry-run', 'report what would change without recording anything')
    .option('--strict', 'stop at the first invalid line instead of skipping it')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nRepeating the import of a file changes nothing. Exit code 1: some lines were invalid.')
    .action((file: string, options: OutcomesCommand) => {
      requireInputFile(file);
      return withContext('control', (context) => importFile(context, file, options));
    });
}

async function importFile(context: Context, file: string, options: OutcomesCommand): Promise<void> {
  const within = readSeconds(options.within);
  const [{ importOutcomes }, { readOutcomeLine }, { outcomeFileLines }] = await Promise.all([
    import('../flows/imports/import-outcomes.ts'),
    import('./import/outcome-line.ts'),
    import('./import/outcome-file.ts'),
  ]);
  const environment = await chooseEnvironment(context, options.environment);
  const progress = showProgress(file, process.stderr.isTTY === true && !options.json);
  const badLines = new BadLines();
  const effects = new Effects();
  const stop = stopOnSignals();
  try {
    const summary = await importOutcomes<Line>(context, {
      environment,
      lines: outcomeFileLines(fileBytes(file, progress.bytes), options.format ?? null),
      read: ({ bytes }) => readOutcomeLine(bytes, options.label ?? null),
      within: within * 1_000,
      importedBy: `outcomes import by ${systemAccount()}`,
      dryRun: options.dryRun ?? false,
      strict: options.strict ?? false,
      onEffect: (effect) => effects.add(effect),
      onBadLine: (line, errors) => badLines.report(line, errors),
      onProgress: ({ lines, bad }) => progress.rows(lines, bad),
      stopped: stop.requested,
      ...WAITING,
    });
    progress.end();
    show(summary, environment.id, effects, badLines, options);
  } catch (error) {
    progress.end();
    throw advised(error);
  } finally {
    stop.dispose();
    progress.end();
  }
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && seconds <= MAX_WITHIN_SECONDS) return seconds;
  throw new UsageError(`--within must be a number of seconds from 0 to ${MAX_WITHIN_SECONDS}`);
}

/** Collects the first changes, and counts all changes by evaluation. */
class Effects {
  readonly listed: object[] = [];
  readonly evaluations = Object.fromEntries(EVALUATIONS.map((word) => [word, 0]));

  add({ line, eventId, effect, before, after, evaluation }: OutcomeEffect): void {
    if (effect !== 'created' && effect !== 'updated') return;
    this.evaluations[evaluation] = (this.evaluations[evaluation] ?? 0) + 1;
    if (this.listed.length < MAX_LISTED) {
      const change = { before: labelsBody(before), after: labelsBody(after) };
      this.listed.push({ line, event_id: eventId, effect, ...change, evaluation });
    }
  }
}

function labelsBody(labels: OutcomeEffect['before']): object | null {
  return labels === null ? null : { label: labels.label, authentication_outcome: labels.authenticationOutcome };
}

function show(
  summary: OutcomeImportSummary,
  environmentId: string,
  effects: Effects,
  badLines: BadLines,
  options: OutcomesCommand,
) {
  const { complete, lines, created, updated, standing, repeated } = summary;
  const dry = options.dryRun === true;
  if (summary.bad > 0) process.exitCode = EXIT.failed;
  if (!complete) {
    process.stderr.write(`assay: interrupted after line ${lines}; ${CONTINUE}\n`);
    process.exitCode = EXIT.interrupted;
  }
  const counts = { created, updated, standing, repeated, bad: summary.bad };
  const { evaluations, listed: changes } = effects;
  const result = { environment_id: environmentId, dry_run: dry, complete, lines, ...counts, evaluations, changes };
  printResult({ ...result, bad_lines: badLines.listed }, options.json, () =>
    [
      `${formatCount(created + updated, 'outcome')} ${dry ? 'would be ' : ''}recorded in ${environmentId}: ${created} new, ${updated} revised`,
      ...Object.entries(evaluations).flatMap(([word, count]) => (count > 0 ? [`  ${count} ${word}`] : [])),
      ...(standing > 0 ? [`already recorded: ${formatCount(standing, 'outcome')}`] : []),
      ...(repeated > 0 ? [`imported before, and revised since: ${formatCount(repeated, 'outcome')}`] : []),
      ...(summary.bad > 0 ? [`skipped: ${formatCount(summary.bad, 'invalid line')}`] : []),
    ].join('\n'),
  );
}
