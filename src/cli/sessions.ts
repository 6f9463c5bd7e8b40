// Implements `assay sessions list` and `assay sessions revoke`.
import type { Command } from 'commander';
import { listSessions, revokeSession } from '../flows/auth/member-sessions.ts';
import type { Context } from '../flows/context.ts';
import { isoTime } from '../vocabulary/clock.ts';
import { chooseMember } from './choose-member.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, textTable } from './output.ts';

export function addSessionCommands(program: Command): void {
  const sessions = program.command('sessions').description('list and revoke dashboard sessions');
  sessions
    .command('list')
    .description('list active sessions')
    .option('--member <member>', 'only the sessions of this member (id or email)')
    .option('--json', 'print the result as JSON')
    .action(list);
  sessions
    .command('revoke')
    .description('end a session immediately, in every process')
    .argument('<session>', 'session id, as listed')
    .option('--json', 'print the result as JSON')
    .action(revoke);
}

function list(options: { member?: string; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const rows = await activeSessions(context, options.member);
    printResult({ data: rows }, options.json, () =>
      textTable(
        ['ID', 'EMAIL', 'CREATED', 'LAST USED', 'EXPIRES'],
        rows.map((row) => [row.id, row.email, row.created_at, row.last_used_at, row.expires_at]),
      ),
    );
  });
}

async function activeSessions(context: Context, requested: string | undefined) {
  const { tenants, members } = context.store;
  const allMembers = async () =>
    (await Promise.all((await tenants.organizations()).map(({ id }) => members.list(id)))).flat();
  const selected = requested === undefined ? await allMembers() : [await chooseMember(context, requested)];
  const rows = selected.map(async (member) =>
    (await listSessions(context, member)).map(({ id, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      member_id: member.id,
      email: member.email,
      created_at: isoTime(createdAt),
      last_used_at: isoTime(lastUsedAt),
      expires_at: isoTime(expiresAt),
    })),
  );
  return (await Promise.all(rows)).flat();
}

function revoke(id: string, { json }: { json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const owner = await context.store.sessions.owner(id);
    const member = owner === null ? null : await context.store.members.find(owner);
    await revokeSession(context, operator(member?.organizationId ?? ''), id, owner);
    printResult({ id, revoked: true }, json, () => `${id} has ended`);
  });
}
