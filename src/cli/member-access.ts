// assay members password | disable-second-factor, and assay sessions: what an operator does for a member who is locked out, or gone.
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { listSessions, revokeSession } from '../flows/auth/member-sessions.ts';
import { takeSecondFactor } from '../flows/auth/second-factor.ts';
import { setPassword } from '../flows/auth/set-password.ts';
import type { Context } from '../flows/context.ts';
import { newPassword } from '../flows/tenants/set-up.ts';
import { NewPasswordSchema } from '../http/schemas/member.ts';
import { closed } from '../http/schemas/schema.ts';
import { isoTime } from '../vocabulary/clock.ts';
import { checkInput } from './check-input.ts';
import { chooseMember } from './choose-member.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, textTable } from './output.ts';

export function addMemberAccessCommands(program: Command, members: Command): void {
  members
    .command('password')
    .description('give a member a new password and end all their sessions')
    .argument('<member>', 'id or e-mail')
    .option('--stdin', 'read the password from the first line of standard input; else one is made and shown once')
    .option('--json', 'print the result as JSON')
    .action(password);
  members
    .command('disable-second-factor')
    .description('turn off the second factor of a member who lost it')
    .argument('<member>', 'id or e-mail')
    .option('--json', 'print the result as JSON')
    .action(disableSecondFactor);
  const sessions = program.command('sessions').description('list and end dashboard sessions');
  sessions
    .command('list')
    .description('list live sessions')
    .option('--member <member>', 'those of one member, by id or e-mail; default: of everybody')
    .option('--json', 'print the result as JSON')
    .action(list);
  sessions
    .command('revoke')
    .description('end a session at once, on every process')
    .argument('<session>', 'id of the session, as listed')
    .option('--json', 'print the result as JSON')
    .action(revoke);
}

/** Never an option: the arguments of a process are seen by everybody on the machine. */
async function password(wanted: string, options: { stdin?: boolean; json?: boolean }): Promise<void> {
  const given = options.stdin === true ? await firstLine() : null;
  if (given !== null) checkInput(closed({ stdin: NewPasswordSchema }), { stdin: given });
  await withContext('control', async (context) => {
    const { id, email, organizationId } = await chooseMember(context, wanted);
    const next = given ?? newPassword(context);
    await setPassword(context, operator(organizationId), id, next);
    const shown = given === null ? { password: next } : {};
    printResult({ id, email, ...shown }, options.json, () =>
      [`${email} has a new password; all sessions have ended`, ...(given === null ? [`password: ${next}`] : [])].join(
        '\n',
      ),
    );
  });
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

function disableSecondFactor(wanted: string, { json }: { json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const member = await chooseMember(context, wanted);
    await takeSecondFactor(context, operator(member.organizationId), member);
    printResult({ id: member.id, second_factor: false }, json, () => `${member.email} logs in without a second factor`);
  });
}

function list(options: { member?: string; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const rows = await liveSessions(context, options.member);
    printResult({ data: rows }, options.json, () =>
      textTable(
        ['ID', 'EMAIL', 'BEGUN', 'LAST USED', 'ENDS'],
        rows.map((row) => [row.id, row.email, row.created_at, row.last_used_at, row.expires_at]),
      ),
    );
  });
}

async function liveSessions(context: Context, wanted: string | undefined) {
  const { tenants, members } = context.store;
  const everybody = async () =>
    (await Promise.all((await tenants.organizations()).map(({ id }) => members.list(id)))).flat();
  const people = wanted === undefined ? await everybody() : [await chooseMember(context, wanted)];
  const listed = people.map(async (member) =>
    (await listSessions(context, member)).map(({ id, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      member_id: member.id,
      email: member.email,
      created_at: isoTime(createdAt),
      last_used_at: isoTime(lastUsedAt),
      expires_at: isoTime(expiresAt),
    })),
  );
  return (await Promise.all(listed)).flat();
}

function revoke(id: string, { json }: { json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const holder = await context.store.sessions.owner(id);
    const member = holder === null ? null : await context.store.members.find(holder);
    await revokeSession(context, operator(member?.organizationId ?? ''), id, holder);
    printResult({ id, revoked: true }, json, () => `${id} has ended`);
  });
}
