// Implements `assay audit list`, `audit export` and `audit head`: who changed what, and the newest entry of the log.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { exportAudit, listAudit } from '../flows/audit/list-audit.ts';
import type { Context } from '../flows/context.ts';
import { auditBody } from '../http/schemas/control.ts';
import type { AuditEntry, AuditFilter } from '../records/audit.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../vocabulary/audit.ts';
import { isoTime } from '../vocabulary/clock.ts';
import { checkRange, readTime } from './check-input.ts';
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

const MAX_LIMIT = 1_000;

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('read the audit log of all administrative changes');
  filtered(audit.command('list').description('show entries, newest first'))
    .option('--limit <n>', `maximum number of entries, up to ${MAX_LIMIT}`, '25')
    .option('--json', 'print the result as JSON')
    .action(list);
  filtered(
    audit.command('export').description('print all matching entries as newline-delimited JSON, in bounded memory'),
  )
    .option('--json', 'has no effect: every line is JSON')
    .action(exportAll);
  audit
    .command('head')
    .description(
      'print the newest sequence number, its hash and signature; keep them elsewhere: doctor --audit-head shows a log that was cut off',
    )
    .option('--organization <org>', 'organization id; optional if there is only one')
    .option('--json', 'print the result as JSON')
    .action(head);
}

function filtered(command: Command): Command {
  return command
    .option('--organization <org>', 'organization id; optional if there is only one')
    .option('--environment <env>', 'only changes within this environment')
    .addOption(new Option('--action <action...>', 'only these actions').choices(AUDIT_ACTIONS))
    .option('--actor <id>', 'id of the actor that made the change')
    .option('--target <id>', 'id of the changed object')
    .option('--from <time>', 'start, inclusive; ISO 8601 with a time zone')
    .option('--to <time>', 'end, exclusive; ISO 8601 with a time zone');
}

async function filterOf(context: Context, given: FilterOptions): Promise<[organizationId: string, AuditFilter]> {
  const environment = given.environment === undefined ? null : await chooseEnvironment(context, given.environment);
  const organizationId = given.organization ?? environment?.organizationId;
  const { id } = await chooseOrganization(context, organizationId);
  const from = given.from === undefined ? null : readTime('--from', given.from);
  const to = given.to === undefined ? null : readTime('--to', given.to);
  checkRange(from, to);
  return [
    id,
    {
      actions: given.action ?? [],
      actorId: given.actor ?? null,
      environmentId: environment?.id ?? null,
      targetId: given.target ?? null,
      from,
      to,
    },
  ];
}

function list({ limit, json, ...given }: FilterOptions & { limit: string; json?: boolean }): Promise<void> {
  const count = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > MAX_LIMIT) throw new UsageError(`--limit must be from 1 to ${MAX_LIMIT}`);
  return withContext('control', async (context) => {
    const [organizationId, filter] = await filterOf(context, given);
    const rows = (await listAudit(context, organizationId, filter, { limit: count, from: null })).map(auditBody);
    printResult({ data: rows }, json, () =>
      textTable(
        ['SEQUENCE', 'TIME', 'ACTOR', 'ACTION', 'TARGET'],
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

/** A log without its newest entries is valid in itself; only a head stored elsewhere shows that they are missing. */
function head(options: { organization?: string; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const [organizationId, filter] = await filterOf(context, { organization: options.organization });
    const [newest] = await listAudit(context, organizationId, filter, { limit: 1, from: null });
    const signed = (await context.store.audit.heads()).find((one) => one.organizationId === organizationId);
    const result = {
      organization_id: organizationId,
      sequence: newest?.sequence ?? 0,
      hash: newest?.hash ?? null,
      signature: signed?.sequence === newest?.sequence ? (signed?.signature ?? null) : null,
      created_at: newest === undefined ? null : isoTime(newest.at),
    };
    printResult(result, options.json, () =>
      result.hash === null ? '0 no entries' : `${result.sequence}:${result.hash}`,
    );
  });
}
