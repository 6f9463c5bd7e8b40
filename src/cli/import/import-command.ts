// assay import FILE: last month's events, as if the service had been there.
import type { Command } from 'commander';
import type { Context } from '../../flows/context.ts';
import type { ImportSummary } from '../../flows/imports/import-events.ts';
import { chooseEnvironment } from '../choose-environment.ts';
import { withContext } from '../open-context.ts';
import { EXIT, printResult } from '../output.ts';
import { stopOnSignals } from '../stop-on-signals.ts';
import { type BadLine, BadLines } from './bad-lines.ts';
import { fileBytes, readLines } from './line-reader.ts';
import { showProgress } from './progress.ts';
import { ResultsFile } from './results-file.ts';

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
      'recognize, score and keep past events (newline JSON, gzip or not) at their own time, without webhooks',
    )
    .argument('<file>', 'the file, or - for standard input')
    .option('--environment <env>', 'an id, or test or live while there is one organization', 'test')
    .option('--strict', 'stop at the first bad line instead of passing it over')
    .option('--results <file>', 'write one line of JSON for each event')
    .option('--source <name>', 'what the file is called when it is resumed; default: by its first good line')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nAn interrupted import is resumed by running it again with the same file.')
    .action((file: string, options: ImportCommand) =>
      withContext('own', (context) => importFile(context, file, options)),
    );
}

async function importFile(context: Context, file: string, options: ImportCommand): Promise<void> {
  const [{ importEvents }, { MAX_LINE_BYTES, readImportLine }] = await Promise.all([
    import('../../flows/imports/import-events.ts'),
    import('./import-line.ts'),
  ]);
  const environment = await chooseEnvironment(context, options.environment);
  const progress = showProgress(file, process.stderr.isTTY === true && !options.json);
  const results = options.results === undefined ? null : await ResultsFile.open(options.results);
  const bad = new BadLines();
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
      onBadLine: (line, errors) => bad.tell(line, errors),
      onProgress: ({ lines, bad }) => progress.rows(lines, bad),
      stopped: stop.asked,
    });
    await results?.close();
    progress.end();
    show(summary, environment.id, bad.named, (performance.now() - started) / 1000, options);
  } finally {
    stop.forget();
    progress.end();
  }
}

function show(
  summary: ImportSummary,
  environmentId: string,
  bad: readonly BadLine[],
  seconds: number,
  options: ImportCommand,
) {
  if (!summary.complete) {
    process.stderr.write(`assay: interrupted after line ${summary.lines}; run the same command again to go on\n`);
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
    bad_lines: bad,
    out_of_order: summary.outOfOrder,
    seconds: Number(seconds.toFixed(3)),
  };
  printResult(result, options.json, () =>
    [
      `${summary.imported} events imported into ${environmentId} in ${seconds.toFixed(1)} s (${Math.round(summary.imported / seconds)}/s)`,
      ...(summary.alreadyImported > 0 ? [`${summary.alreadyImported} were there already`] : []),
      ...(summary.outcomes > 0 ? [`${summary.outcomes} outcomes recorded`] : []),
      ...(summary.bad > 0 ? [`${summary.bad} bad lines were passed over`] : []),
      ...(summary.outOfOrder > 0
        ? [`${summary.outOfOrder} lines were out of time order: sort the file by occurred_at`]
        : []),
    ].join('\n'),
  );
}
