// Implements `assay backtest`: evaluates a draft policy on recorded assessments. Writes nothing.
import cliProgress from 'cli-progress';
import type { Command } from 'commander';
import type { Context } from '../flows/context.ts';
import { type BacktestResult, backtestPolicy, type DraftInput, draftPolicy } from '../flows/policy/backtest-policy.ts';
import type { TimeRange } from '../flows/policy/walk-assessments.ts';
import { backtestBody } from '../http/schemas/backtest.ts';
import type { Policy } from '../policy/policy.ts';
import type { Environment } from '../records/tenants.ts';
import { DECISIONS } from '../vocabulary/words.ts';
import { checkRange, readTime } from './check-input.ts';
import { chooseEnvironment, ENVIRONMENT_OPTION } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { printResult, textTable } from './output.ts';
import { planFile } from './policy-file.ts';

interface BacktestCommand {
  environment: string;
  from: string;
  to: string;
  policy?: string;
  json?: boolean;
}

export function addBacktestCommand(program: Command): void {
  program
    .command('backtest')
    .description('evaluate a draft policy on recorded assessments without changing anything')
    .requiredOption('--from <time>', 'start, inclusive; ISO 8601 with a time zone')
    .requiredOption('--to <time>', 'end, exclusive; ISO 8601 with a time zone')
    .option('--policy <file>', 'JSON file with thresholds, rules or both; omitted parts come from the active policy')
    .option(...ENVIRONMENT_OPTION)
    .option('--json', 'print the result as JSON')
    .action((options: BacktestCommand) => withContext('control', (context) => backtest(context, options)));
}

async function backtest(context: Context, options: BacktestCommand): Promise<void> {
  const range = { from: readTime('--from', options.from), to: readTime('--to', options.to) };
  checkRange(range.from, range.to);
  const environment = await chooseEnvironment(context, options.environment);
  const { policy } = options;
  const plan = (content: DraftInput) => draftPolicy(context, environment, content);
  const draft = await (policy === undefined ? plan({}) : planFile(policy, `--policy ${policy}`, plan));
  const { body, text } = await runBacktest(context, environment, draft, range, options.json !== true);
  printResult(body, options.json, () => text);
}

/** Runs a backtest to its end; shows progress on a terminal when `showProgress`. */
export async function runBacktest(
  context: Context,
  environment: Environment,
  draft: Policy,
  range: TimeRange,
  showProgress: boolean,
): Promise<{ body: ReturnType<typeof backtestBody>; text: string }> {
  const bar = new cliProgress.SingleBar({
    format: '[{bar}] {percentage}% · {value} of {total} events · {eta} s left',
    stream: process.stderr,
    hideCursor: true,
  });
  const showBar = process.stderr.isTTY === true && showProgress;
  if (showBar) bar.start(0, 0);
  try {
    for await (const step of backtestPolicy(context, environment, draft, range)) {
      if ('result' in step) return { body: backtestBody(step.result), text: resultText(step.result) };
      if (showBar) {
        bar.setTotal(step.total);
        bar.update(step.done);
      }
    }
  } finally {
    bar.stop();
  }
  throw new Error('the backtest ended without a result');
}

function resultText({ tally, draft, forced, evaluation }: BacktestResult): string {
  const { events, changed } = tally.total;
  const transitions = DECISIONS.map((from) => [from, ...DECISIONS.map((to) => String(tally.transitions[from][to]))]);
  const evaluations = Object.entries(evaluation.before).map(([word, before]) => [
    word,
    String(before),
    String(evaluation.after[word as keyof typeof evaluation.after]),
  ]);
  const rules = draft.rules.map(({ id, name, priority }) => {
    const { matched, decided } = tally.rules.get(id) ?? { matched: 0, decided: 0 };
    return [String(priority), name, String(matched), String(decided)];
  });
  return [
    `${changed} of ${events} decisions would change${forced > 0 ? `; ${forced} forced decisions are not counted` : ''}`,
    textTable(['recorded \\ draft', ...DECISIONS], transitions),
    textTable(['evaluation', 'recorded', 'draft'], evaluations),
    ...(rules.length === 0 ? [] : [textTable(['priority', 'rule', 'events matched', 'events decided'], rules)]),
  ].join('\n\n');
}
