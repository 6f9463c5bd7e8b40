// assay outcomes import FILE: charge-backs and other verdicts, which come as files.
import { type Command, Option } from 'commander';
import type { Context } from '../../flows/context.ts';
import type { OutcomeEffect, OutcomeImportSummary } from '../../flows/imports/import-outcomes.ts';
import { EVALUATIONS, LABELS, type Label } from '../../vocabulary/words.ts';
import { chooseEnvironment } from '../choose-environment.ts';
import { withContext } from '../open-context.ts';
import { systemAccount } from '../operator.ts';
import { EXIT, printResult, UsageError } from '../output.ts';
import { stopOnSignals } from '../stop-on-signals.ts';
import { BadLines } from './bad-lines.ts';
import { fileBytes, type Line } from './line-reader.ts';
import { showProgress } from './progress.ts';

/** Changes that the result names; all of them are counted. */
const NAMED = 100;
const LONGEST_SPREAD = 86_400;

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
    .description('record what really happened')
    .command('import')
    .description('record the outcomes of a file (CSV or newline JSON, gzip or not) as the API would')
    .argument('<file>', 'the file, or - for standard input')
    .option('--environment <env>', 'an id, or test or live while there is one organization', 'test')
    .addOption(new Option('--format <format>', 'default: by the first character').choices(['csv', 'ndjson']))
    .addOption(new Option('--label <label>', 'of lines that have none').choices(LABELS))
    .option('--within <seconds>', 'how far from a given time the event of an account may lie', '1')
    .option('--dry-run', 'say what would happen; record nothing')
    .option('--strict', 'stop at the first bad line instead of passing it over')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nRunning it again with the same file changes nothing. Exit code 1: some lines were bad.')
    .action((file: string, options: OutcomesCommand) =>
      withContext('control', (context) => importFile(context, file, options)),
    );
}

async function importFile(context: Context, file: string, options: OutcomesCommand): Promise<void> {
  const within = readSeconds(options.within);
  const [{ importOutcomes }, { readOutcomeLine }, { outcomeFileLines }] = await Promise.all([
    import('../../flows/imports/import-outcomes.ts'),
    import('./outcome-line.ts'),
    import('./outcome-file.ts'),
  ]);
  const environment = await chooseEnvironment(context, options.environment);
  const progress = showProgress(file, process.stderr.isTTY === true && !options.json);
  const bad = new BadLines();
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
      onBadLine: (line, errors) => bad.tell(line, errors),
      onProgress: ({ lines, bad }) => progress.rows(lines, bad),
      stopped: stop.asked,
    });
    progress.end();
    show(summary, environment.id, effects, bad, options);
  } finally {
    stop.forget();
    progress.end();
  }
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && seconds <= LONGEST_SPREAD) return seconds;
  throw new UsageError(`--within must be a number of seconds from 0 to ${LONGEST_SPREAD}`);
}

/** What changed: the first lines by name, all by what the decisions turn out to have been. */
class Effects {
  readonly named: object[] = [];
  readonly evaluations = Object.fromEntries(EVALUATIONS.map((word) => [word, 0]));

  add({ line, eventId, effect, before, after, evaluation }: OutcomeEffect): void {
    if (effect !== 'created' && effect !== 'updated') return;
    this.evaluations[evaluation] = (this.evaluations[evaluation] ?? 0) + 1;
    if (this.named.length < NAMED)
      this.named.push({ line, event_id: eventId, effect, before: shown(before), after: shown(after), evaluation });
  }
}

function shown(verdict: OutcomeEffect['before']): object | null {
  return verdict === null ? null : { label: verdict.label, authentication_outcome: verdict.authenticationOutcome };
}

function show(
  summary: OutcomeImportSummary,
  environmentId: string,
  effects: Effects,
  bad: BadLines,
  options: OutcomesCommand,
) {
  const { complete, lines, created, updated, standing, repeated } = summary;
  const dry = options.dryRun === true;
  if (summary.bad > 0) process.exitCode = EXIT.failed;
  if (!complete) {
    process.stderr.write(`assay: interrupted after line ${lines}; run the same command again to go on\n`);
    process.exitCode = EXIT.interrupted;
  }
  const counts = { created, updated, standing, repeated, bad: summary.bad };
  const { evaluations, named: changes } = effects;
  const result = { environment_id: environmentId, dry_run: dry, complete, lines, ...counts, evaluations, changes };
  printResult({ ...result, bad_lines: bad.named }, options.json, () =>
    [
      `${created + updated} outcomes ${dry ? 'would be ' : ''}recorded in ${environmentId}: ${created} first ones, ${updated} revisions`,
      ...Object.entries(evaluations).flatMap(([word, count]) => (count > 0 ? [`  ${count} ${word}`] : [])),
      ...(standing > 0 ? [`${standing} stand already`] : []),
      ...(repeated > 0 ? [`${repeated} were imported before; their events were judged otherwise since`] : []),
      ...(summary.bad > 0 ? [`${summary.bad} bad lines were passed over`] : []),
    ].join('\n'),
  );
}
