// Implements `assay import FILE`: imports past events as if the service had received them live.
import type { Command } from 'commander';
import type { Context } from '../flows/context.ts';
import type { ImportSummary } from '../flows/imports/import-events.ts';
import { formatCount } from '../vocabulary/format-count.ts';
import { chooseEnvironment, ENVIRONMENT_OPTION } from './choose-environment.ts';
import { type BadLine, BadLines } from './import/bad-lines.ts';
import { fileBytes, readLines } from './import/line-reader.ts';
import { showProgress } from './import/progress.ts';
import { ResultsFile } from './import/results-file.ts';
import { advised, CONTINUE, WAITING } from './import/unavailable.ts';
import { requireInputFile } from './input-file.ts';
import { withContext } from './open-context.ts';
import { EXIT, printResult } from './output.ts';
import { stopOnSignals } from './stop-on-signals.ts';

interface ImportCommand {
  environment: string;
  strict?: boolean;
  results?: string;
  source?: string;
  json?: boolean;
}

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description(
      'assess and store past events (newline-delimited JSON, optionally gzip) at their own time, without webhooks; with SQLite, stop the service first',
    )
    .argument('<file>', 'file to import, or - for standard input')
    .option(...ENVIRONMENT_OPTION)
    .option('--strict', 'stop at the first invalid line instead of skipping it')
    .option('--results <file>', 'write one line of JSON for each event to this file')
    .option(
      '--source <name>',
      'name that identifies the file when it is resumed; default: derived from its first valid line',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nTo resume an interrupted import, run it again with the same file.')
    .action((file: string, options: ImportCommand) => {
      requireInputFile(file);
      return withContext('existing', (context) => importFile(context, file, options));
    });
}

async function importFile(context: Context, file: string, options: ImportCommand): Promise<void> {
  const [{ importEvents }, { MAX_LINE_BYTES, readImportLine }] = await Promise.all([
    import('../flows/imports/import-events.ts'),
    import('./import/import-line.ts'),
  ]);
  const environment = await chooseEnvironment(context, options.environment);
  const progress = showProgress(file, process.stderr.isTTY === true && !options.json);
  const results = options.results === undefined ? null : await ResultsFile.open(options.results);
  const badLines = new BadLines();
  const stop = stopOnSignals();
  const started = performance.now();
  try {
    const summary = await importEvents(context, {
      environment,
      lines: readLines(fileBytes(file, progress.bytes), MAX_LINE_BYTES),
      read: (bytes) => readImportLine(bytes, context.clock()),
      source: options.source ?? null,
      strict: options.strict ?? false,
      onResult: results === null ? null : (result) => results.write(result),
      onBadLine: (line, errors) => badLines.report(line, errors),
      onProgress: ({ lines, bad }) => progress.rows(lines, bad),
      stopped: stop.requested,
      ...WAITING,
    });
    await results?.close();
    progress.end();
    if (hasNoEvent(summary)) refuse(file, summary);
    show(summary, environment.id, badLines.listed, (performance.now() - started) / 1000, options);
  } catch (error) {
    progress.end();
    throw advised(error);
  } finally {
    stop.dispose();
    progress.end();
  }
}

/** Skipping individual lines is meant for a file of events. A file without any is something else: an image, an archive, a CSV file. */
function hasNoEvent({ complete, imported, alreadyImported, bad }: ImportSummary): boolean {
  return complete && bad > 0 && imported + alreadyImported === 0;
}

function refuse(file: string, { bad }: ImportSummary): void {
  const name = file === '-' ? 'standard input' : file;
  process.stderr.write(
    `assay: ${name} has no event (${formatCount(bad, 'invalid line')}): it must be newline-delimited JSON, or that compressed with gzip\n`,
  );
  process.exitCode = EXIT.failed;
}

function show(
  summary: ImportSummary,
  environmentId: string,
  badLines: readonly BadLine[],
  seconds: number,
  options: ImportCommand,
) {
  if (!summary.complete) {
    process.stderr.write(`assay: interrupted after line ${summary.lines}; ${CONTINUE}\n`);
    process.exitCode = EXIT.interrupted;
  }
  const result = {
    environment_id: environmentId,
    source: summary.source,
    complete: summary.complete,
    lines: summary.lines,
    imported: summary.imported,
    already_imported: summary.alreadyImported,
    outcomes: summary.outcomes,
    bad: summary.bad,
    bad_lines: badLines,
    out_of_order: summary.outOfOrder,
    seconds: Number(seconds.toFixed(3)),
  };
  printResult(result, options.json, () =>
    [
      `${formatCount(summary.imported, 'event')} imported into ${environmentId} in ${seconds.toFixed(1)} s (${Math.round(summary.imported / seconds)}/s)`,
      ...(summary.alreadyImported > 0 ? [`already imported: ${formatCount(summary.alreadyImported, 'event')}`] : []),
      ...(summary.outcomes > 0 ? [`${formatCount(summary.outcomes, 'outcome')} recorded`] : []),
      ...(summary.bad > 0 ? [`skipped: ${formatCount(summary.bad, 'invalid line')}`] : []),
      ...(summary.outOfOrder > 0
        ? [`not in time order: ${formatCount(summary.outOfOrder, 'line')}; sort the file by occurred_at`]
        : []),
    ].join('\n'),
  );
}
