// assay audit list | export: who changed what, for operators without a browser.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { exportAudit, listAudit } from '../flows/audit/list-audit.ts';
import type { Context } from '../flows/context.ts';
import { parseTime } from '../http/input/time.ts';
import { auditBody } from '../http/schemas/control.ts';
import type { AuditEntry, AuditFilter } from '../records/audit.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../vocabulary/audit.ts';
import { chooseEnvironment, chooseOrganization } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { printResult, textTable, UsageError } from './output.ts';

interface FilterOptions {
  organization?: string;
  environment?: string;
  action?: AuditAction[];
  actor?: string;
  target?: string;
  from?: string;
  to?: string;
}

const MOST = 1_000;

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('every change of the control plane, newest first');
  filtered(audit.command('list').description('show entries, newest first'))
    .option('--limit <n>', `at most so many, up to ${MOST}`, '25')
    .option('--json', 'print the result as JSON')
    .action(list);
  filtered(
    audit.command('export').description('print everything that matches, one line of JSON an entry, in bounded memory'),
  ).action(exportAll);
}

function filtered(command: Command): Command {
  return command
    .option('--organization <org>', 'id of the organization; default: the only one')
    .option('--environment <env>', 'changes within one environment')
    .addOption(new Option('--action <action...>', 'any of these').choices(AUDIT_ACTIONS))
    .option('--actor <id>', 'who made the change')
    .option('--target <id>', 'what was changed')
    .option('--from <time>', 'ISO 8601 with a zone, inclusive')
    .option('--to <time>', 'ISO 8601 with a zone, exclusive');
}

async function filterOf(context: Context, given: FilterOptions): Promise<[organizationId: string, AuditFilter]> {
  const environment = given.environment === undefined ? null : await chooseEnvironment(context, given.environment);
  const organizationId = given.organization ?? environment?.organizationId;
  const { id } = await chooseOrganization(context, organizationId);
  return [
    id,
    {
      actions: given.action ?? [],
      actorId: given.actor ?? null,
      environmentId: environment?.id ?? null,
      targetId: given.target ?? null,
      from: moment('--from', given.from),
      to: moment('--to', given.to),
    },
  ];
}

function moment(option: string, given: string | undefined): number | null {
  const at = given === undefined ? null : parseTime(given);
  if (given !== undefined && at === null) {
    throw new UsageError(`${option} must be an ISO 8601 time with a zone, such as 2026-03-01T12:00:00Z`);
  }
  return at;
}

function list({ limit, json, ...given }: FilterOptions & { limit: string; json?: boolean }): Promise<void> {
  const most = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (most < 1 || most > MOST) throw new UsageError(`--limit must be from 1 to ${MOST}`);
  return withContext('control', async (context) => {
    const [organizationId, filter] = await filterOf(context, given);
    const rows = (await listAudit(context, organizationId, filter, { limit: most, from: null })).map(auditBody);
    printResult({ data: rows }, json, () =>
      textTable(
        ['NUMBER', 'WHEN', 'WHO', 'ACTION', 'WHAT'],
        rows.map(({ sequence, created_at: at, actor, action, target }) => [
          String(sequence),
          at,
          `${actor.name} (${actor.type})`,
          action,
          target.id,
        ]),
      ),
    );
  });
}

function exportAll(given: FilterOptions): Promise<void> {
  return withContext('control', async (context) => {
    const [organizationId, filter] = await filterOf(context, given);
    const lines = Readable.from(linesOf(exportAudit(context, organizationId, filter, null)));
    await pipeline(lines, process.stdout, { end: false });
  });
}

async function* linesOf(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  for await (const entries of pages) yield entries.map((entry) => `${JSON.stringify(auditBody(entry))}\n`).join('');
}
