// Implements `assay backtest`: evaluates a draft policy on recorded assessments. Writes nothing.
import { readFileSync } from 'node:fs';
import cliProgress from 'cli-progress';
import type { Command } from 'commander';
import type { Context } from '../flows/context.ts';
import { type BacktestResult, backtestPolicy, type DraftInput, draftPolicy } from '../flows/policy/backtest-policy.ts';
import { parseTime } from '../http/input/time.ts';
import { backtestBody } from '../http/schemas/backtest.ts';
import { DECISIONS } from '../vocabulary/words.ts';
import { chooseEnvironment } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { printResult, textTable, UsageError } from './output.ts';

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
    .option('--environment <env>', 'environment id; test or live if there is only one organization', 'test')
    .option('--json', 'print the result as JSON')
    .action((options: BacktestCommand) => withContext('control', (context) => backtest(context, options)));
}

async function backtest(context: Context, options: BacktestCommand): Promise<void> {
  const range = { from: readTime('--from', options.from), to: readTime('--to', options.to) };
  const environment = await chooseEnvironment(context, options.environment);
  const draft = await draftPolicy(context, environment, readDraft(options.policy));
  const bar = new cliProgress.SingleBar({
    format: '[{bar}] {percentage}% · {value} of {total} events · {eta} s left',
    stream: process.stderr,
    hideCursor: true,
  });
  const showBar = process.stderr.isTTY === true && options.json !== true;
  if (showBar) bar.start(0, 0);
  try {
    for await (const step of backtestPolicy(context, environment, draft, range)) {
      if ('result' in step) {
        bar.stop();
        printResult(backtestBody(step.result), options.json, () => resultText(step.result));
      } else if (showBar) {
        bar.setTotal(step.total);
        bar.update(step.done);
      }
    }
  } finally {
    bar.stop();
  }
}

function readTime(name: string, text: string): number {
  const at = parseTime(text);
  if (at === null)
    throw new UsageError(`${name} must be an ISO 8601 time with a time zone, such as 2026-03-01T00:00:00Z`);
  return at;
}

function readDraft(path: string | undefined): DraftInput {
  if (path === undefined) return {};
  let draft: unknown;
  try {
    draft = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`--policy ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { thresholds, rules, ...others } = Object(draft) as Record<string, unknown>;
  const validRules = rules === undefined || (Array.isArray(rules) && rules.every((rule) => Object(rule) === rule));
  if (!validRules || Object.keys(others).length > 0) {
    throw new UsageError(`--policy ${path}: expected an object with thresholds, rules (a list of objects) or both`);
  }
  return { thresholds, ...(rules === undefined ? {} : { rules: rules as unknown[] }) };
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
