// Implements `assay policy export` and `policy apply`: a policy as a file, from test to live or from a repository.
import type { Command } from 'commander';
import Type from 'typebox';
import type { Context } from '../flows/context.ts';
import {
  applyPolicy,
  isSamePolicy,
  type PolicyDifference,
  planPolicy,
  policyDifference,
  policyFile,
} from '../flows/policy/apply-policy.ts';
import { readPolicy, readPolicyVersion } from '../flows/policy/read-policy.ts';
import { closed } from '../http/schemas/schema.ts';
import { COMMENT_MAX } from '../policy/limits.ts';
import type { Environment } from '../records/tenants.ts';
import { DAY } from '../vocabulary/clock.ts';
import { runBacktest } from './backtest.ts';
import { checkInput } from './check-input.ts';
import { chooseEnvironment, ENVIRONMENT_OPTION } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, UsageError } from './output.ts';
import { planFile, writePolicyFile } from './policy-file.ts';

interface ExportOptions {
  environment: string;
  policyVersion?: string;
  output?: string;
  json?: boolean;
}

interface ApplyOptions {
  environment: string;
  comment?: string;
  dryRun?: boolean;
  backtestDays?: string;
  json?: boolean;
}

const COMMENT = closed({ comment: Type.String({ maxLength: COMMENT_MAX }) });

export function addPolicyCommands(program: Command): void {
  const policy = program.command('policy').description('keep the policy as a file and apply it to an environment');
  policy
    .command('export')
    .description('print thresholds and rules as JSON, without parts that belong to one environment')
    .option(...ENVIRONMENT_OPTION)
    .option('--policy-version <n>', 'an earlier version instead of the active one')
    .option('--output <file>', 'write to this file')
    .option('--json', 'print the policy on one line')
    .action((options: ExportOptions) => withContext('control', (context) => exportPolicy(context, options)));
  policy
    .command('apply')
    .description('show the difference from the active policy and make the file the active policy, as one version')
    .argument('<file>', 'JSON file with thresholds, rules or both; an omitted part stays unchanged')
    .option(...ENVIRONMENT_OPTION)
    .option('--comment <text>', 'reason, stored with the new version')
    .option('--dry-run', 'show the difference, and change nothing')
    .option('--backtest-days <n>', 'first show which decisions of the last n days would change')
    .option('--json', 'print the result as JSON')
    .action((file: string, options: ApplyOptions) =>
      withContext('control', (context) => apply(context, file, options)),
    );
}

async function exportPolicy(context: Context, options: ExportOptions): Promise<void> {
  const environment = await chooseEnvironment(context, options.environment);
  const version = options.policyVersion;
  if (version !== undefined && !/^\d{1,9}$/.test(version)) throw new UsageError('--policy-version must be a number');
  const policy =
    version === undefined
      ? await readPolicy(context, environment)
      : await readPolicyVersion(context, environment, Number(version));
  // Indented, so that a repository can compare the file line by line.
  const text = `${JSON.stringify(policyFile(policy), null, options.json === true ? 0 : 2)}\n`;
  if (options.output === undefined) process.stdout.write(text);
  else writePolicyFile(options.output, text);
}

async function apply(context: Context, file: string, options: ApplyOptions): Promise<void> {
  const environment = await chooseEnvironment(context, options.environment);
  const days = options.backtestDays;
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days))
    throw new UsageError('--backtest-days must be from 1 to 9999');
  if (options.comment !== undefined) await checkInput(COMMENT, { comment: options.comment });
  const before = await readPolicy(context, environment);
  const draft = await planFile(file, file, (content) => planPolicy(context, environment, content));
  const difference = policyDifference(before, draft);
  const now = context.clock();
  const range = { from: now - Number(days) * DAY, to: now };
  const backtest =
    days === undefined ? null : await runBacktest(context, environment, draft, range, options.json !== true);
  const editor = { actor: operator(environment.organizationId), expected: [before.version], comment: options.comment };
  const after = options.dryRun === true ? before : await applyPolicy(context, environment, draft, editor);
  const result = {
    environment_id: environment.id,
    applied: after.version !== before.version,
    version: after.version,
    difference,
    ...(backtest === null ? {} : { backtest: backtest.body }),
  };
  printResult(result, options.json, () =>
    [
      differenceText(difference),
      ...(backtest === null ? [] : [backtest.text]),
      outcome(environment, result, options),
    ].join('\n\n'),
  );
}

function outcome(
  { id, kind }: Environment,
  result: { applied: boolean; version: number },
  { dryRun }: ApplyOptions,
): string {
  const where = `${id} (${kind})`;
  if (result.applied) return `applied: version ${result.version} of ${where} is active`;
  return `${dryRun === true ? 'dry run' : 'nothing to change'}: version ${result.version} of ${where} stays active`;
}

function differenceText(difference: PolicyDifference): string {
  if (isSamePolicy(difference)) return 'no difference';
  const { thresholds, added, changed, removed } = difference;
  return [
    ...Object.entries(thresholds).map(([name, [from, to]]) => `~ ${name} ${from} -> ${to}`),
    ...added.map((name) => `+ rule "${name}"`),
    ...changed.map((name) => `~ rule "${name}"`),
    ...removed.map((name) => `- rule "${name}"`),
  ].join('\n');
}
